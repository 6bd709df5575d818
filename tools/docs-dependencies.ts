/**
 * Writes docs/evidence/dependencies.md: `npm run docs:dependencies`. Fails if a license may not be shipped. For each
 * named package, it looks up the latest release date on npm; docs/evidence/dependencies.json keeps the dates of earlier
 * runs.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { dependenciesPage, type DependencyFacts, type MeasuredDependencies } from './dependencies/dependencies-page.ts';
import { unshippable, type Lock } from './dependencies/licenses.ts';
import { measureBundles } from './dependencies/measure-bundles.ts';
import { program, refuse } from '../bin/program/program.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const KEPT = path.join(ROOT, 'docs/evidence/dependencies.json');

const viewSchema = z.object({ time: z.record(z.string(), z.string()), 'dist-tags': z.object({ latest: z.string() }) });

const { args } = program('npm run docs:dependencies --', 'Write docs/evidence/dependencies.md')
  .argument('[names...]', 'packages to look up the last release of')
  .parse();
const lock = readJson<Lock>('package-lock.json');
const manifest = readJson<DependencyFacts['manifest']>('package.json');
const kept = existsSync(KEPT) ? readJson<MeasuredDependencies>('docs/evidence/dependencies.json') : undefined;
const asked = args.map((name) => [name, lastReleaseOf(name)] as const);
const found: MeasuredDependencies = {
  measured: new Date().toISOString().slice(0, 10),
  sizes: await measureBundles(),
  lastReleases: { ...kept?.lastReleases, ...Object.fromEntries(asked) },
};
writeFileSync(KEPT, `${JSON.stringify(found, null, 2)}\n`);
writeFileSync(path.join(ROOT, 'docs/evidence/dependencies.md'), dependenciesPage({ manifest, lock, found }));
for (const failure of unshippable(lock)) {
  process.stderr.write(`${failure} may not be shipped.\n`);
  process.exitCode = 1;
}

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Value;
}

/** Ends the program if the name is not in package.json. */
function lastReleaseOf(name: string): string {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  if (!(name in { ...dependencies, ...devDependencies, ...optionalDependencies }))
    refuse(`package.json does not have ${name}.`, 'Use the name of a dependency in package.json.');
  const said = execFileSync('npm', ['view', name, 'time', 'dist-tags', '--json'], { cwd: ROOT, encoding: 'utf8' });
  const { time, 'dist-tags': tags } = viewSchema.parse(JSON.parse(said));
  return `${tags.latest}, ${time[tags.latest]?.slice(0, 10) ?? 'unknown'}`;
}
