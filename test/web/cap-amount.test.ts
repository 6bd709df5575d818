import { expect, test } from 'vitest';
import { readCents } from '../../web/parts/cap-amount.ts';

test.each<[string, number | undefined]>([
  ['25', 2_500],
  ['9.50', 950],
  ['12,50', 1_250],
  ['12,5', 1_250],
  [' $9 ', 900],
  ['0', 0],
  ['1,250', undefined],
  ['1.250,00', undefined],
  ['', undefined],
  ['-1', undefined],
  ['12,50,00', undefined],
  ['99999999', undefined],
  ['nothing', undefined],
])('the cap %j is read as %j cents', (typed, cents) => {
  expect(readCents(typed)).toBe(cents);
});
