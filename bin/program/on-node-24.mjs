/**
 * Loaded before each program: ends it unless Node is the version that Lambda runs, then lets Node import TypeScript.
 * Plain JavaScript that Node 20 reads. npm puts the installed Node 24 first in PATH, so that this stops only where no
 * package has it (Apple silicon) and where a program was started without npm.
 */
import process from 'node:process';

const NEEDED = '24';

if (process.versions.node.split('.')[0] !== NEEDED) {
  process.stderr.write(
    `This needs Node ${NEEDED}, which Lambda runs, and Node ${process.versions.node} runs it. On Linux and Intel Macs, \`npm ci\` installs it and \`npm run\` uses it; elsewhere, install Node ${NEEDED} first (\`nvm install\`).\n`,
  );
  process.exit(1);
}
await import('tsx');
