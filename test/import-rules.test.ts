/** The rules of .dependency-cruiser.cjs, on planted faults: a check that never fails proves nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

const options = await extractDepcruiseOptions(path.join(ROOT, '.dependency-cruiser.cjs'));

/** What the check says of a tree of these files; empty when it finds nothing. */
async function violations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
  try {
    for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': '{}', 'package.json': '{}' })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const tsConfig = extractTsConfig(path.join(folder, 'tsconfig.json'));
    const { output } = await cruise(['core'], { ...options, baseDir: folder }, {}, { tsConfig });
    if (typeof output === 'string') throw new Error(output);
    expect(output.modules).toHaveLength(Object.keys(files).length);
    return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SOUND = {
  'core/accounts/plan.ts': 'export interface Plan { readonly name: string }',
  'core/billing/cap.ts': "import type { Plan } from '../accounts/plan.ts'; export type Cap = Plan;",
};

test('a tree whose imports all point one way is in order', async () => {
  expect(await violations(SOUND)).toEqual([]);
});

test('a circle of two files is found, be it of types only', async () => {
  const back = "import type { Cap } from './cap.ts'; export interface Price { readonly cap: Cap }";
  const there = "import type { Price } from './price.ts'; export interface Cap { readonly price: Price }";
  expect(await violations({ 'core/billing/price.ts': back, 'core/billing/cap.ts': there })).toEqual([
    'no-circles-of-files',
  ]);
});

test('a circle of two folders is found where no two files make one, be it of types only', async () => {
  const usage = "import type { Period } from '../billing/period.ts'; export type Usage = Period;";
  const period = 'export interface Period { readonly key: string }';
  const files = { 'core/accounts/usage.ts': usage, 'core/billing/period.ts': period };
  expect(await violations({ ...SOUND, ...files })).toEqual(['no-circles-of-folders']);
});

test('a file beside the folders of the core may need none of them', async () => {
  const money = "import type { Plan } from './accounts/plan.ts'; export type Money = Plan;";
  expect(await violations({ ...SOUND, 'core/money.ts': money })).toEqual(['root-of-core-imports-no-folder']);
});
