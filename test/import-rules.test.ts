/** Each rule of .dependency-cruiser.cjs on a planted violation, because a check that never fails proves nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

const options = await extractDepcruiseOptions(path.join(ROOT, '.dependency-cruiser.cjs'));

/** Returns the findings of the check in a tree of these files. */
async function violations(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'import-rules-'));
  try {
    for (const [name, text] of Object.entries({ ...files, 'tsconfig.json': '{}', 'package.json': '{}' })) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const roots = [...new Set(Object.keys(files).map((name) => name.split('/')[0] ?? ''))];
    const tsConfig = extractTsConfig(path.join(folder, 'tsconfig.json'));
    const { output } = await cruise(roots, { ...options, baseDir: folder }, {}, { tsConfig });
    if (typeof output === 'string') throw new Error(output);
    expect(output.modules).toHaveLength(Object.keys(files).length);
    return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].sort();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const SOUND = {
  'core/billing/plans/plan.ts': 'export interface Plan { readonly name: string }',
  'core/billing/meter/cap.ts': "import type { Plan } from '../plans/plan.ts'; export type Cap = Plan;",
};

test('a tree whose imports all point one way passes', async () => {
  expect(await violations(SOUND)).toEqual([]);
});

/** A file that imports another, as a value or as a type. */
const value = (target: string) => `import { one } from '${target}'; export const own = one;`;
const type = (target: string) => `import type { One } from '${target}'; export type Own = One;`;
const ONE = 'export const one = 1; export type One = 1;';

/** Each rule with files of which one breaks it. */
const PLANTED: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
  [
    'no-circles-of-files',
    { 'core/billing/meter/price.ts': type('./sum.ts'), 'core/billing/meter/sum.ts': type('./price.ts') },
  ],
  [
    'basics-import-no-wing',
    { 'core/money.ts': type('./billing/plans/plan.ts'), 'core/billing/plans/plan.ts': 'export type One = 1;' },
  ],
  [
    'core-imports-core-only',
    { 'core/billing/meter/cap.ts': value('../../../adapters/s3/cap.ts'), 'adapters/s3/cap.ts': ONE },
  ],
  [
    'adapters-do-not-import-functions',
    { 'adapters/s3/a.ts': value('../../functions/mcp/b.ts'), 'functions/mcp/b.ts': ONE },
  ],
  ['functions-do-not-import-each-other', { 'functions/token/a.ts': value('../mcp/b.ts'), 'functions/mcp/b.ts': ONE }],
  ['functions-stay-inside', { 'functions/mcp/a.ts': value('../../local/b.ts'), 'local/b.ts': ONE }],
  [
    'lib-takes-only-environment-types',
    { 'lib/a.ts': type('../core/billing/plans/b.ts'), 'core/billing/plans/b.ts': ONE },
  ],
  [
    'lib-takes-types-only',
    { 'lib/a.ts': value('../functions/mcp/environment.ts'), 'functions/mcp/environment.ts': ONE },
  ],
  [
    'stores-are-opened-in-one-place',
    {
      'functions/mcp/a.ts': value('../../adapters/dynamodb/billing/dynamo-usage-store.ts'),
      'adapters/dynamodb/billing/dynamo-usage-store.ts': ONE,
    },
  ],
  ['the-page-takes-types-only', { 'web/a.ts': value('../core/billing/plans/b.ts'), 'core/billing/plans/b.ts': ONE }],
  [
    'only-owners-and-operators-set-budgets',
    {
      'functions/mcp/a.ts': value('../../core/access/administration/administer-budgets.ts'),
      'core/access/administration/administer-budgets.ts': ONE,
    },
  ],
  [
    'functions-start-with-zod-mini',
    { 'core/a.ts': value('../node_modules/zod/index.js'), 'node_modules/zod/index.js': 'export const one = 1;' },
  ],
  ['nothing-imports-the-page', { 'local/a.ts': value('../web/b.ts'), 'web/b.ts': ONE }],
  ['only-pages-are-drawn-with-components', { 'bin/a.ts': value('../web/design/b.ts'), 'web/design/b.ts': ONE }],
  ['components-stand-alone', { 'web/design/a.ts': value('../parts/b.ts'), 'web/parts/b.ts': ONE }],
  ['products-never-import-tests', { 'local/a.ts': value('../test/support/b.ts'), 'test/support/b.ts': ONE }],
  ['nothing-imports-the-eval', { 'bin/a.ts': value('../eval/b.ts'), 'eval/b.ts': ONE }],
  ['tests-import-no-bench', { 'test/a.ts': value('../bench/b.ts'), 'bench/b.ts': ONE }],
  ['what-is-shared-imports-no-test', { 'test/support/a.ts': value('../core/b.ts'), 'test/core/b.ts': ONE }],
  ['basics-import-no-wing', { 'core/http/a.ts': value('../api/b.ts'), 'core/api/b.ts': ONE }],
  ['products-never-import-tools', { 'bin/a.ts': value('../tools/b.ts'), 'tools/b.ts': ONE }],
  ['every-wing-has-a-floor', { 'core/parlour/a.ts': value('../billing/b.ts'), 'core/billing/b.ts': ONE }],
  ['floor-0-imports-lower-floors', { 'core/billing/a.ts': value('../access/b.ts'), 'core/access/b.ts': ONE }],
  ['floor-1-imports-lower-floors', { 'core/access/a.ts': value('../index/b.ts'), 'core/index/b.ts': ONE }],
  ['floor-1-imports-lower-floors', { 'core/index/a.ts': type('../catalogs/b.ts'), 'core/catalogs/b.ts': ONE }],
  ['floor-2-imports-lower-floors', { 'core/catalogs/a.ts': value('../sourcing/b.ts'), 'core/sourcing/b.ts': ONE }],
  ['floor-3-imports-lower-floors', { 'core/sourcing/a.ts': value('../api/b.ts'), 'core/api/b.ts': ONE }],
  ['floor-4-imports-lower-floors', { 'core/api/a.ts': value('../dashboard/b.ts'), 'core/dashboard/b.ts': ONE }],
];

test.each(PLANTED)('%s finds a violation', async (rule, files) => {
  expect(await violations(files)).toContain(rule);
});

test('no-circles-of-folders finds a cycle of two folders without a cycle of files, even of types', async () => {
  const usage = "import type { Period } from '../meter/period.ts'; export type Usage = Period;";
  const period = 'export interface Period { readonly key: string }';
  const files = { 'core/billing/plans/usage.ts': usage, 'core/billing/meter/period.ts': period };
  expect(await violations({ ...SOUND, ...files })).toEqual(['no-circles-of-folders']);
});

test('every rule has a planted violation here', () => {
  const planted = new Set(PLANTED.map(([rule]) => rule.replace(/^floor-\d+/, 'floor')));
  const rules = (options.ruleSet?.forbidden ?? []).map(({ name = '' }) => name.replace(/^floor-\d+/, 'floor'));
  expect(new Set(rules)).toEqual(new Set([...planted, 'no-circles-of-folders']));
});
