import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';

let operator: Operator;
beforeAll(async () => {
  operator = await openOperator();
});
afterAll(async () => operator.stop());

test('an operator adds an alias, lists it, removes it, and finds all of it in the audit trail', async () => {
  expect(await operator.json('manufacturers', 'list')).toEqual([]);
  expect(await operator.json('manufacturers', 'alias', 'Wile E.', 'Texas Instruments', '--who', 'olga')).toEqual({
    spelling: 'Wile E.',
    manufacturer: 'Texas Instruments',
  });
  const shown = (await operator.json('manufacturers', 'show', 'wile e')) as { name: string; spellings: string[] }[];
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatchObject({ name: 'Texas Instruments' });
  expect(shown[0]?.spellings).toEqual(expect.arrayContaining(['texasinstruments', 'ti', 'wilee']));

  // An alias that already has a manufacturer needs a confirmation.
  const taken = await operator.run('manufacturers', 'alias', 'Atmel', 'Microchip');
  expect(taken).toMatchObject({ exitCode: 1 });
  expect(taken.stderr).toContain('"Atmel" currently means Atmel; it will mean only Microchip.');

  await operator.json('manufacturers', 'unalias', 'WILE E', '--who', 'olga');
  expect(await operator.json('manufacturers', 'list')).toEqual([]);
  const audit = (await operator.json('audit', 'show')) as { who: string; what: string }[];
  expect(audit.map(({ who, what }) => [who, what]).sort()).toEqual([
    ['olga', 'manufacturer.alias'],
    ['olga', 'manufacturer.unalias'],
  ]);
});

test('an invalid alias is refused with a sentence', async () => {
  const unknown = await operator.run('manufacturers', 'show', 'No such manufacturer');
  expect(unknown).toMatchObject({ exitCode: 1, stdout: '' });
  expect(unknown.stderr).toContain('"No such manufacturer" is not in the table');
  const again = await operator.run('manufacturers', 'alias', 'TI', 'Texas Instruments', '--yes');
  expect(again.stderr).toContain('already means this manufacturer');
});
