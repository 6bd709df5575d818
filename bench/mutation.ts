/**
 * `npm run mutation`: Stryker on the rules of money and of admission, and docs/mutation.md from its report. Arguments go to Stryker; a run on some of the
 * files (`--mutate`) or one below the threshold leaves the page alone.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { mutationPage } from './mutation-page.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

const given = process.argv.slice(2);
const startMs = Date.now();
const { status } = spawnSync(path.join(ROOT, 'node_modules/.bin/stryker'), ['run', ...given], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (status === 0 && !given.some((argument) => /^(-m|--mutate)/.test(argument))) {
  const report: unknown = JSON.parse(readFileSync(path.join(ROOT, 'reports/mutation.json'), 'utf8'));
  const page = mutationPage(report, {
    date: new Date(startMs).toISOString().slice(0, 16),
    minutes: Math.ceil((Date.now() - startMs) / 60_000),
    machine: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    command: ['npm run mutation', ...(given.length > 0 ? ['--', ...given] : [])].join(' '),
  });
  writeFileSync(path.join(ROOT, 'docs/mutation.md'), `${page}\n`);
}
process.exitCode = status ?? 1;
