/** The rules of .dependency-cruiser.cjs, on planted faults: a check that never fails proves nothing. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/** What the check says of a tree of these files; empty when it finds nothing. */
function violations(files: Readonly<Record<string, string>>): readonly string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
  try {
    for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': '{}', 'package.json': '{}' })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const program = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const config = path.join(ROOT, '.dependency-cruiser.cjs');
    const args = [program, 'functions', '--config', config, '--output-type', 'json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(stderr).toBe('');
    const { summary } = JSON.parse(stdout) as { summary: { violations: { rule: { name: string } }[] } };
    return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SOUND = {
  'functions/core/accounts/plan.ts': 'export interface Plan { readonly name: string }',
  'functions/core/billing/cap.ts': "import type { Plan } from '../accounts/plan.ts'; export type Cap = Plan;",
};

test('a tree whose imports all point one way is in order', () => {
  expect(violations(SOUND)).toEqual([]);
});

test('a circle of two files is found, be it of types only', () => {
  const back = "import type { Cap } from './cap.ts'; export interface Price { readonly cap: Cap }";
  const there = "import type { Price } from './price.ts'; export interface Cap { readonly price: Price }";
  expect(violations({ 'functions/core/billing/price.ts': back, 'functions/core/billing/cap.ts': there })).toEqual([
    'no-circles-of-files',
  ]);
});

test('a circle of two folders is found where no two files make one, be it of types only', () => {
  const usage = "import type { Period } from '../billing/period.ts'; export type Usage = Period;";
  const period = 'export interface Period { readonly key: string }';
  const files = { 'functions/core/accounts/usage.ts': usage, 'functions/core/billing/period.ts': period };
  expect(violations({ ...SOUND, ...files })).toEqual(['no-circles-of-folders']);
});

test('a file beside the folders of the core may need none of them', () => {
  const money = "import type { Plan } from './accounts/plan.ts'; export type Money = Plan;";
  expect(violations({ ...SOUND, 'functions/core/money.ts': money })).toEqual(['root-of-core-imports-no-folder']);
});
