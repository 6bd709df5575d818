import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openOperator, type Operator } from '../../../testing/harness/operator.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(async () => operator.stop());

test('an operator adds words that mean the same, sees them, takes them back, and finds all of it in the audit', async () => {
  expect(await operator.json('words', 'list')).toEqual([]);
  const line = { short: 'pmic', equivalent: 'power management ic' };
  expect(await operator.json('words', 'add', 'PMIC', 'Power-management ICs', '--who', 'olga')).toEqual(line);
  expect(await operator.json('words', 'list')).toEqual([line]);
  const again = await operator.run('words', 'add', 'pmic', 'power management ic');
  expect(again).toMatchObject({ exitCode: 1, stdout: '' });
  expect(again.stderr).toContain('They mean the same already.');
  expect(await operator.json('words', 'remove', 'pmic', 'power management ic', '--who', 'olga')).toEqual(line);
  expect(await operator.json('words', 'list')).toEqual([]);
  const audit = (await operator.json('audit', 'show')) as { who: string; what: string }[];
  expect(audit.map(({ who, what }) => [who, what]).sort()).toEqual([
    ['olga', 'word.add'],
    ['olga', 'word.remove'],
  ]);
});
