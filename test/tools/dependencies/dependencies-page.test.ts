import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  dependenciesPage,
  type DependencyFacts,
  type MeasuredDependencies,
} from '../../../tools/dependencies/dependencies-page.ts';
import { mayBeShipped, packageOf, unshippable, type Lock } from '../../../tools/dependencies/licenses.ts';
import { sizesOf } from '../../../tools/dependencies/measure-bundles.ts';
import { DEVELOPMENT_REASONS, OPTIONAL_REASONS, REASONS } from '../../../tools/dependencies/reasons.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

function readJson<Value>(file: string): Value {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as Value;
}

const lock = readJson<Lock>('package-lock.json');
const manifest = readJson<DependencyFacts['manifest']>('package.json');

describe('docs/evidence/dependencies.md', () => {
  test('is what `npm run docs:dependencies` writes from its measurements', () => {
    const found = readJson<MeasuredDependencies>('docs/evidence/dependencies.json');
    const page = readFileSync(path.join(ROOT, 'docs/evidence/dependencies.md'), 'utf8');
    expect(page).toBe(dependenciesPage({ manifest, lock, found }));
  });

  test('says why each dependency is here, and names no other', () => {
    expect(Object.keys(REASONS)).toEqual(Object.keys(manifest.dependencies));
    expect(Object.keys(OPTIONAL_REASONS)).toEqual(Object.keys(manifest.optionalDependencies));
    expect(Object.keys(DEVELOPMENT_REASONS)).toEqual(Object.keys(manifest.devDependencies));
  });

  test('is refused for a dependency without a reason', () => {
    const found = { measured: '2026-11-23', sizes: {}, lastReleases: {} };
    const unexplained = { ...manifest, dependencies: { ...manifest.dependencies, mystery: '1.0.0' } };
    expect(() => dependenciesPage({ manifest: unexplained, lock, found })).toThrow('why mystery is here');
  });
});

describe('licenses', () => {
  test('of all runtime dependencies allow shipping', () => {
    expect(unshippable(lock)).toEqual([]);
  });

  test.each([
    ['MIT', true],
    ['GPL-3.0-or-later', false],
    ['MPL-2.0', false],
    ['UNLICENSED', false],
    ['SEE LICENSE IN LICENSE.txt', false],
    ['(MIT OR GPL-3.0-or-later)', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0-only', false],
    ['(MIT AND GPL-3.0-only) OR ISC', false],
    ['', false],
  ])('such as %s allow shipping: %s', (license, expected) => {
    expect(mayBeShipped(license)).toBe(expected);
  });

  test('that forbid shipping are named with their package, however deep; development may use them', () => {
    const packages = {
      '': {},
      'node_modules/fine': { license: 'MIT' },
      'node_modules/fine/node_modules/@copyleft/core': { license: 'AGPL-3.0' },
      'node_modules/silent': {},
      'node_modules/tool': { license: 'GPL-2.0', dev: true },
    };
    expect(unshippable({ packages })).toEqual(['@copyleft/core: AGPL-3.0', 'silent: no license']);
  });
});

describe('sizes', () => {
  test('are those of the bundle with the largest share, over all its files', () => {
    const output = (inputs: Readonly<Record<string, number>>) => ({
      bytes: 0,
      imports: [],
      exports: [],
      inputs: Object.fromEntries(Object.entries(inputs).map(([file, bytes]) => [file, { bytesInOutput: bytes }])),
    });
    const first = {
      outputs: {
        'a.mjs': output({ 'node_modules/zod/a.js': 10, 'core/own.ts': 99 }),
        'b.mjs': output({ 'node_modules/zod/b.js': 5 }),
      },
    };
    const second = { outputs: { 'a.mjs': output({ '../x/node_modules/zod/a.js': 7, 'node_modules/gone/a.js': 0 }) } };
    expect(sizesOf([first, second])).toEqual({ zod: { bytes: 15, bundles: 2 } });
  });

  test.each([
    ['node_modules/@smithy/core/dist/index.js', '@smithy/core'],
    ['node_modules/a/node_modules/b/index.js', 'b'],
    ['core/money.ts', undefined],
  ])('of %s count for %s', (file, name) => {
    expect(packageOf(file)).toBe(name);
  });
});
