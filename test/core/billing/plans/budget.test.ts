import { expect, test } from 'vitest';
import {
  budgetText,
  digit,
  digitValue,
  nextClientNumber,
  numberedWith,
} from '../../../../core/billing/plans/budget.ts';

test('the numbers of an account’s clients are given away one after the other, 3,844 in all', () => {
  const given = Array.from({ length: 3_844 }, (_, clientsNumbered) => nextClientNumber({ clientsNumbered }) ?? '');
  expect([given[0], given[1], given[61], given[62], given.at(-1)]).toEqual(['00', '01', '0z', '10', 'zz']);
  expect(new Set(given).size).toBe(3_844);
  expect(given.map(numberedWith)).toEqual(given.map((_, at) => at + 1));
  for (const clientsNumbered of [3_844, 3_845]) expect(nextClientNumber({ clientsNumbered })).toBeUndefined();
  expect(nextClientNumber({})).toBe('00');
});

test('a digit is one of 62 characters', () => {
  for (const value of [0, 9, 10, 35, 36, 61]) expect(digitValue(digit(value))).toBe(value);
  expect([digit(9), digit(10), digit(36)]).toEqual(['9', 'A', 'a']);
});

test.each([
  [null, null],
  [{ every: 'day', tokens: 50_000, researchCents: null } as const, '50,000 tokens each day'],
  [{ every: 'period', tokens: null, researchCents: 500 } as const, '$5.00 of research each billing period'],
  [{ every: 'day', tokens: 1, researchCents: 0 } as const, '1 token and $0.00 of research each day'],
])('a budget in a sentence: %j is %s', (budget, text) => expect(budgetText(budget)).toBe(text));
