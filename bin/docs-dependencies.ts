/**
 * Writes docs/evidence/dependencies.md: `npm run docs:dependencies`. Fails when a license may not be shipped. Asks npm when the latest version of a named
 * package was released; what earlier runs learned is kept in docs/evidence/dependencies.json.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { dependenciesPage, type DependencyFacts, type MeasuredDependencies } from './dependencies/dependencies-page.ts';
import { unshippable, type Lock } from './dependencies/licences.ts';
import { measureBundles } from './dependencies/measure-bundles.ts';
import { program, refuse } from './program/program.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const KEPT = path.join(ROOT, 'docs/evidence/dependencies.json');

const viewSchema = z.object({ time: z.record(z.string(), z.string()), 'dist-tags': z.object({ latest: z.string() }) });

const { args } = program('npm run docs:dependencies --', 'Write docs/evidence/dependencies.md')
  .argument('[names...]', 'packages whose last release npm is asked for')
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

/** Ends the program for a name that is not in package.json: nothing else is asked about. */
function lastReleaseOf(name: string): string {
  if (!(name in manifest.dependencies) && !(name in manifest.devDependencies))
    refuse(`package.json does not have ${name}.`, 'Name a dependency of package.json.');
  const said = execFileSync('npm', ['view', name, 'time', 'dist-tags', '--json'], { cwd: ROOT, encoding: 'utf8' });
  const { time, 'dist-tags': tags } = viewSchema.parse(JSON.parse(said));
  return `${tags.latest}, ${time[tags.latest]?.slice(0, 10) ?? 'unknown'}`;
}
