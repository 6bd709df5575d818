/** docs/evidence/dependencies.md, from package.json, its lock, the reasons and what was measured: `npm run docs:dependencies`. */
import { markdownTable } from '../docs/page-tables.ts';
import type { Lock } from './licences.ts';
import type { ShippedSize } from './measure-bundles.ts';
import { DEVELOPMENT_REASONS, REASONS } from './reasons.ts';

export interface MeasuredDependencies {
  readonly measured: string;
  readonly sizes: Readonly<Record<string, ShippedSize>>;
  /** The day of the latest version, of each package that was asked about. */
  readonly lastReleases: Readonly<Record<string, string>>;
}

export interface DependencyFacts {
  readonly manifest: {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  readonly lock: Lock;
  readonly found: MeasuredDependencies;
}

export function dependenciesPage({ manifest, lock, found }: DependencyFacts): string {
  const { sizes, lastReleases } = found;
  const names = Object.keys(manifest.dependencies);
  const row = (name: string, why: string | undefined, withSize: boolean) => [
    name,
    licenceIn(lock, name),
    ...(withSize ? [sizeText(sizes[name])] : []),
    lastReleases[name] ?? 'not asked',
    reasonOf(name, why),
  ];
  const shipped = names.filter((name) => sizes[name] !== undefined);
  const others = names.filter((name) => sizes[name] === undefined);
  const brought = Object.keys(sizes).filter((name) => !names.includes(name));
  return `${[
    '# Dependencies',
    `Written by \`npm run docs:dependencies\`, which fails when a package that is installed to run has a licence that may not be shipped (\`bin/dependencies/licences.ts\`); do not edit it by hand. Names after the command (\`npm run docs:dependencies -- zod\`) are asked of npm for their last release. Sizes were measured ${found.measured}. Versions are in package.json.`,
    '## In what is deployed',
    'kB, minified, in the bundle that has most of it, and how many of the bundles have it.',
    table(
      ['', 'licence', 'kB, bundles', 'last release', 'why'],
      shipped.map((name) => row(name, REASONS[name], true)),
    ),
    '## Brought along by those',
    table(
      ['', 'licence', 'kB, bundles'],
      brought.map((name) => [name, licenceIn(lock, name), sizeText(sizes[name])]),
    ),
    '## Where it is run, deployed or looked after',
    table(
      ['', 'licence', 'last release', 'why'],
      others.map((name) => row(name, REASONS[name], false)),
    ),
    '## To test and to measure',
    table(
      ['', 'licence', 'last release', 'why'],
      Object.keys(manifest.devDependencies).map((name) => row(name, DEVELOPMENT_REASONS[name], false)),
    ),
  ].join('\n\n')}\n`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(headings, rows, 'texts');
}

/** @throws {Error} for a dependency without a reason in reasons.ts */
function reasonOf(name: string, why: string | undefined): string {
  if (why === undefined) throw new Error(`bin/dependencies/reasons.ts does not say why ${name} is here.`);
  return why;
}

function licenceIn({ packages }: Lock, name: string): string {
  const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`));
  return packages[`node_modules/${name}`]?.license ?? packages[places[0] ?? '']?.license ?? 'none';
}

function sizeText(size: ShippedSize | undefined): string {
  if (size === undefined) return '–';
  const kilobytes = size.bytes / 1_000;
  return `${kilobytes < 10 ? kilobytes.toFixed(1) : kilobytes.toFixed(0)}, ${size.bundles}`;
}
