/**
 * `npm run mutation [-- PATH…]`: runs Stryker on the rules of money, admission and research, one folder after another,
 * and writes docs/evidence/mutation.md from its verdicts. A path is a folder or a file that stryker.config.json lists;
 * without one, all are run. The verdicts on a file are kept in reports/mutated/ and are valid until it changes, so a
 * run of hours can be split. The page names the files whose verdicts are missing; the command then fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { program } from '../bin/program/program.ts';
import { mutationPage, readVerdicts, scoreOf, type JudgedFile } from '../test/support/measure/mutation-page.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const REPORT = path.join(ROOT, 'reports/mutation.json');
const KEPT = path.join(ROOT, 'reports/mutated');
const EVERY_FILE = '/**/*.ts';

interface StrykerConfig {
  readonly mutate: readonly string[];
  readonly thresholds: { readonly break: number };
}

const config = JSON.parse(readFileSync(path.join(ROOT, 'stryker.config.json'), 'utf8')) as StrykerConfig;
const listed = config.mutate.flatMap((pattern) => filesOf(pattern.replace(EVERY_FILE, '')));
const [named] = program(
  'npm run mutation --',
  'Change the rules of money, admission and research, and see which tests notice',
)
  .argument('[paths...]', 'folders or files that stryker.config.json lists; all when none is named')
  .parse().processedArgs as [string[]];
process.exitCode = run(named);

/** @returns the exit code */
function run(named: readonly string[]): number {
  const unknown = named.filter((one) => !listed.some((file) => isIn(file, one)));
  if (unknown.length > 0)
    return failed(
      `Not listed in stryker.config.json: ${unknown.join(', ')}. Name one of: ${config.mutate.map((pattern) => pattern.replace(EVERY_FILE, '')).join(', ')}.`,
    );
  const wanted = named.length === 0 ? listed : listed.filter((file) => named.some((one) => isIn(file, one)));
  for (const folder of new Set(wanted.map(folderOf))) {
    if (!judge(wanted.filter((file) => folderOf(file) === folder))) return failed(`Stryker did not judge ${folder}.`);
  }
  const judged = listed.map((file) => [file, keptVerdicts(file)] as const);
  const missing = judged.flatMap(([file, verdicts]) => (verdicts === undefined ? [file] : []));
  const files = judged.flatMap(([, verdicts]) => verdicts ?? []);
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`;
  writeFileSync(path.join(ROOT, 'docs/evidence/mutation.md'), `${mutationPage(files, machine, missing)}\n`);
  const score = scoreOf(files.flatMap(({ mutants }) => mutants));
  if (score < config.thresholds.break)
    return failed(`The score is ${score.toFixed(2)}, less than ${config.thresholds.break}.`);
  if (missing.length > 0) return failed(`Changed since they were judged, or never judged: ${missing.join(', ')}.`);
  return 0;
}

function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

/** The TypeScript files of a folder, or the file itself, from the root. */
function filesOf(named: string): string[] {
  if (named.endsWith('.ts')) return [named];
  const names = readdirSync(path.join(ROOT, named), { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(named, name))
    .sort();
}

function isIn(file: string, named: string): boolean {
  return file === named || file.startsWith(`${named.replace(/\/$/, '')}/`);
}

function folderOf(file: string): string {
  return path.posix.dirname(file);
}

/**
 * Runs Stryker on files of one folder and keeps its verdicts. Returns false only if there is no report: Stryker's exit
 * code is ignored, because a low score of a few files says nothing about all of them.
 */
function judge(files: readonly string[]): boolean {
  const at = new Date().toISOString().slice(0, 16);
  rmSync(REPORT, { force: true });
  spawnSync(path.join(ROOT, 'node_modules/.bin/stryker'), ['run', '--mutate', files.join(',')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, MUTATED_FOLDER: path.basename(folderOf(files[0] ?? '')) },
  });
  if (!existsSync(REPORT)) return false;
  const verdicts = readVerdicts(JSON.parse(readFileSync(REPORT, 'utf8')), files, at);
  mkdirSync(KEPT, { recursive: true });
  for (const one of verdicts) writeFileSync(keptAt(one.path), JSON.stringify(one));
  return true;
}

/** Returns undefined if the file has no verdicts or has changed since. */
function keptVerdicts(file: string): JudgedFile | undefined {
  if (!existsSync(keptAt(file))) return undefined;
  const kept = JSON.parse(readFileSync(keptAt(file), 'utf8')) as JudgedFile;
  return kept.source === undefined || kept.source === readFileSync(path.join(ROOT, file), 'utf8') ? kept : undefined;
}

function keptAt(file: string): string {
  return path.join(KEPT, `${file.replaceAll('/', '+')}.json`);
}
