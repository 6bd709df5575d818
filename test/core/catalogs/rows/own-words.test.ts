/** Returns what a row says in the customer's own text. */
import { describe, expect, test } from 'vitest';
import { descriptionPlace, ownWordsOf } from '../../../../core/catalogs/rows/own-words.ts';

const HEADINGS = ['Hersteller', 'MPN', 'EAN', 'Bezeichnung'];
const ROW = { supplier: 'Norvane', partNumber: 'R-100', gtin: null, stated: null, itemId: null };

describe('a barcode that is used', () => {
  test.each([
    ['in scientific notation', '4,00000010014E+11', '400000010014'],
    ['without its zeros', '36000291452', '00036000291452'],
    ['as it is', '4006381333931', '4006381333931'],
  ])('is shown as the row wrote it, %s', (_, written, gtin) => {
    const cells = ['Norvane', 'R-100', written, 'Relais'];
    expect(ownWordsOf({ ...ROW, gtin, cells }, HEADINGS).gtin).toEqual({ text: written, isUsed: true });
  });

  test('of a person’s decision is shown instead of another one in the cell', () => {
    const cells = ['Norvane', 'R-100', '4006381333931', 'Relais'];
    const words = ownWordsOf({ ...ROW, gtin: '00036000291452', cells }, HEADINGS);
    expect(words.gtin).toEqual({ text: '00036000291452', isUsed: true });
  });
});

test('a cell that names nothing is kept and marked', () => {
  const words = ownWordsOf({ ...ROW, partNumber: '22.01.2027', cells: ['', '', '4,00638E+12', ''] }, HEADINGS);
  expect(words.partNumber).toEqual({ text: '22.01.2027', isUsed: false });
  expect(words.gtin).toEqual({ text: '4,00638E+12', isUsed: false });
});

test.each([
  [['MPN', 'Name', 'Bezeichnung'], [0], 2],
  [['MPN', 'Name', 'Bezeichnung'], [0, 2], 1],
  [['MPN', 'Menge'], [0], null],
])('of the columns %j, used: %j, the description is at %j', (headings, used, place) => {
  expect(descriptionPlace(headings, new Set(used))).toBe(place);
});
