/**
 * `npm run check`: every check of the sources at once, as many as there are processors. Each prints what it has to say when it ends; the exit code
 * is 1 when one of them fails. What they remember lies in node_modules/.cache: without a change, most of them read it and little else.
 */
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';

/** The longest first. */
const CHECKS = ['types', 'lint', 'exports', 'imports', 'format', 'references'] as const;

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const waiting = [...CHECKS];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}

/** Runs the script itself: `npm run` around each would cost a second of processor time. */
async function run(check: (typeof CHECKS)[number]): Promise<void> {
  const beganMs = performance.now();
  const PATH = `${path.join(PROJECT_FOLDER, 'node_modules/.bin')}${path.delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd: PROJECT_FOLDER, env: { ...process.env, PATH }, maxBuffer: 64 * 1024 * 1024 };
  await new Promise<void>((resolve) => {
    exec(scripts[`check:${check}`] ?? 'false', options, (error, stdout, stderr) => {
      const seconds = ((performance.now() - beganMs) / 1000).toFixed(1);
      console.log(`${error === null ? 'ok    ' : 'FAILED'} check:${check} ${seconds} s`);
      if (error !== null) {
        console.log(`${stdout}${stderr}`.trim());
        process.exitCode = 1;
      }
      resolve();
    });
  });
}
