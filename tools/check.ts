/**
 * `npm run check`: runs all checks of the sources, as many concurrently as there are processors. The exit code is 1 if
 * one of them fails. A check that passed is skipped until a file that it reads changes, while `npm run check:types` and
 * the others always run. Passed checks are recorded in node_modules/.cache.
 */
import { exec } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fingerprintOf } from './check/fingerprint.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing(
  'npm run check --',
  'Check the sources: types, lint, exports, imports, format, references, rooms, comments',
);

/** Ordered from slowest to fastest. */
const CHECKS = ['types', 'lint', 'exports', 'imports', 'format', 'references', 'rooms', 'comments'] as const;

/** Checks that also read Markdown. */
const OF_ALL_FILES: ReadonlySet<string> = new Set(['format', 'references', 'rooms']);

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

const waiting = [...CHECKS];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));

function seenBy(check: string): string {
  return fingerprintOf(PROJECT_FOLDER, (file) => OF_ALL_FILES.has(check) || !file.endsWith('.md'));
}

/** Returns the file that stores the fingerprint of the last successful check. */
function passedFile(check: string): string {
  return path.join(PROJECT_FOLDER, `node_modules/.cache/checks/${check}`);
}

function hasPassed(check: string, fingerprint: string): boolean {
  try {
    return readFileSync(passedFile(check), 'utf8') === fingerprint;
  } catch {
    return false;
  }
}

async function work(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) await run(check);
}

/** Runs the script directly, because `npm run` would cost a second of processor time. */
async function run(check: (typeof CHECKS)[number]): Promise<void> {
  const fingerprint = seenBy(check);
  if (hasPassed(check, fingerprint)) {
    console.log(`ok     check:${check} nothing changed`);
    return;
  }
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
      } else if (seenBy(check) === fingerprint) {
        mkdirSync(path.dirname(passedFile(check)), { recursive: true });
        writeFileSync(passedFile(check), fingerprint);
      }
      resolve();
    });
  });
}
