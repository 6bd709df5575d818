/** Runs an operator's commands in a folder, and says which one failed, with its last lines. */
import { spawn } from 'node:child_process';

export interface Shell {
  /**
   * @returns what the command printed to standard output
   * @throws {Error} when it ends with an exit code that is not among `exits`
   */
  run(
    command: string,
    options?: { readonly exits?: number | readonly number[]; readonly variables?: NodeJS.ProcessEnv },
  ): Promise<string>;
}

const LAST_LINES = 25;

export function openShell(cwd: string, environment: NodeJS.ProcessEnv, signal: AbortSignal): Shell {
  return {
    run: (command, { exits = 0, variables = {} } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn('bash', ['-c', command], {
          cwd,
          detached: true,
          env: { ...environment, ...variables },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        const end = () => {
          if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
        };
        signal.addEventListener('abort', end, { once: true });
        let [stdout, both] = ['', ''];
        child.stdout.on('data', (data: Buffer) => {
          stdout += data.toString();
          both += data.toString();
        });
        child.stderr.on('data', (data: Buffer) => (both += data.toString()));
        child.on('error', reject);
        child.on('close', (code) => {
          signal.removeEventListener('abort', end);
          if (signal.aborted) reject(new Error('interrupted'));
          else if ([exits].flat().includes(code ?? -1)) resolve(stdout);
          else
            reject(
              new Error(`\`${command}\` ended with ${code}, not ${[exits].flat().join(' or ')}:\n${lastLines(both)}`),
            );
        });
      }),
  };
}

function lastLines(text: string): string {
  return text.trimEnd().split('\n').slice(-LAST_LINES).join('\n');
}
