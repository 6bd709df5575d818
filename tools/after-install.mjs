/**
 * The end of `npm ci`: says in one sentence why npm warned of the engine, where npm itself runs on another Node than
 * the project.
 */
import process from 'node:process';

const NEEDED = '24';
const ofNpm = /\bnode\/v(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? process.versions.node;

if (!process.versions.node.startsWith(`${NEEDED}.`))
  process.stdout.write(
    `This project runs on Node ${NEEDED}, no package has it for this machine, and Node ${ofNpm} is here: install it (\`nvm install\`).\n`,
  );
else if (!ofNpm.startsWith(`${NEEDED}.`))
  process.stdout.write(
    `npm warned of the engine because it runs on Node ${ofNpm} itself; every command of this project runs on Node ${process.versions.node}, which is now in node_modules.\n`,
  );
