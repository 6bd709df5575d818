/**
 * Writes docs/evidence/dependencies.md from package.json, its lock file, the reasons and the measured sizes: `npm run
 * docs:dependencies`.
 */
import { markdownTable } from '../docs/page-tables.ts';
import type { Lock } from './licenses.ts';
import type { ShippedSize } from './measure-bundles.ts';
import { DEVELOPMENT_REASONS, OPTIONAL_REASONS, REASONS } from './reasons.ts';

export interface MeasuredDependencies {
  readonly measured: string;
  readonly sizes: Readonly<Record<string, ShippedSize>>;
  /** Release dates of the latest versions, for each package that was looked up. */
  readonly lastReleases: Readonly<Record<string, string>>;
}

export interface DependencyFacts {
  readonly manifest: {
    readonly dependencies: Readonly<Record<string, string>>;
    readonly optionalDependencies: Readonly<Record<string, string>>;
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
    licenseIn(lock, name),
    ...(withSize ? [sizeText(sizes[name])] : []),
    lastReleases[name] ?? 'unknown',
    reasonOf(name, why),
  ];
  const shipped = names.filter((name) => sizes[name] !== undefined);
  const others = names.filter((name) => sizes[name] === undefined);
  const brought = Object.keys(sizes).filter((name) => !names.includes(name));
  return `${[
    '# Dependencies',
    `Written by \`npm run docs:dependencies\`, which fails if the license of a production package may not be shipped (\`tools/dependencies/licenses.ts\`); do not edit it by hand. \`npm run docs:dependencies -- zod\` looks up the last release of zod. Sizes were measured on ${found.measured}. Versions are in package.json.`,
    '## Deployed',
    'Minified kB in the bundle that contains most of it, and the number of bundles that contain it.',
    table(
      ['', 'license', 'kB, bundles', 'last release', 'why'],
      shipped.map((name) => row(name, REASONS[name], true)),
    ),
    '## Transitive',
    table(
      ['', 'license', 'kB, bundles'],
      brought.map((name) => [name, licenseIn(lock, name), sizeText(sizes[name])]),
    ),
    '## For local runs, deployment and operation',
    table(
      ['', 'license', 'last release', 'why'],
      others.map((name) => row(name, REASONS[name], false)),
    ),
    '## The Node of Lambda',
    table(
      ['', 'license', 'last release', 'why'],
      Object.keys(manifest.optionalDependencies).map((name) => row(name, OPTIONAL_REASONS[name], false)),
    ),
    '## For tests and benchmarks',
    table(
      ['', 'license', 'last release', 'why'],
      Object.keys(manifest.devDependencies).map((name) => row(name, DEVELOPMENT_REASONS[name], false)),
    ),
  ].join('\n\n')}\n`;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(headings, rows, 'texts');
}

/** @throws {Error} for a dependency without a reason in reasons.ts */
function reasonOf(name: string, why: string | undefined): string {
  if (why === undefined) throw new Error(`tools/dependencies/reasons.ts does not say why ${name} is here.`);
  return why;
}

function licenseIn({ packages }: Lock, name: string): string {
  const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`));
  return packages[`node_modules/${name}`]?.license ?? packages[places[0] ?? '']?.license ?? 'none';
}

function sizeText(size: ShippedSize | undefined): string {
  if (size === undefined) return '–';
  const kilobytes = size.bytes / 1_000;
  return `${kilobytes < 10 ? kilobytes.toFixed(1) : kilobytes.toFixed(0)}, ${size.bundles}`;
}
