import { describe, expect, test } from 'vitest';
import { readRow } from '../../../../core/catalogs/files/read-row.ts';

const COLUMNS = { itemNumber: [0], supplier: [1], partNumber: [2], gtin: [3] };
const HEADINGS = ['Item', 'Manufacturer', 'MPN', 'EAN'];

const read = (...cells: string[]) => readRow(cells, COLUMNS, HEADINGS);
const partOf = (...cells: string[]) => {
  const row = read(...cells);
  return row.kind === 'part' ? [row.named.gtin, ...row.warnings] : row.why;
};

describe('a GTIN cell', () => {
  test.each([
    ['4006381333931', ['4006381333931']],
    ['4006381333931.0', ['4006381333931']],
    ['="0036000291452"', ['0036000291452']],
    ["'036000291452", ['036000291452']],
    ['4006 3813 33931', ['4006 3813 33931']],
    ['4,00638E+12', [null, 'barcode_scientific']],
    ['4.00638e12', [null, 'barcode_scientific']],
    ['4,00000010014E+11', ['400000010014', 'barcode_written_short']],
    ['4006381333932', [null, 'barcode_wrong_check_digit']],
    ['abc', [null, 'barcode_not_digits']],
    ['12345', [null, 'barcode_wrong_length']],
    // A spreadsheet dropped the zero of 036000291452 and the two of 00614141…; the check digit proves it.
    ['36000291452', ['036000291452', 'barcode_zeros_restored']],
    ['36000291453', [null, 'barcode_wrong_length']],
    ['n/a', [null]],
    ['#N/V', [null]],
    ['0', [null]],
    ['', [null]],
  ])('is read or refused: “%s”', (cell, expected) => {
    expect(partOf('1', 'ACME', 'X-1', cell)).toEqual(expected);
  });
});

test.each(['-', '--', 'n/a', 'N.A.', 'tbd', '#N/A', 'unbekannt', 'k.A.', 'aucun', 'ninguno', 'nessuno', '???', ' '])(
  '“%s” counts as an empty cell in every column',
  (cell) => {
    const row = read(cell, cell, cell, cell);
    expect(row.named).toEqual({ itemNumber: null, supplier: null, partNumber: null, gtin: null });
  },
);

test('“any” cannot be a manufacturer, but may be a part number', () => {
  const row = read('1', 'diverse', 'Any', '');
  expect(row.named).toEqual({ itemNumber: '1', supplier: null, partNumber: 'Any', gtin: null });
});

describe('a row that names nothing is skipped, and its kind reported', () => {
  test.each([
    [['', ' ', '', ''], 'empty'],
    [[], 'empty'],
    [['Total', '', '', ''], 'total'],
    [['', 'Summe:', '120', ''], 'total'],
    [['', '', '', '', 'Grand total', '1.234,00'], 'total'],
    [['Zwischensumme'], 'total'],
    [['Totale'], 'total'],
    [HEADINGS, 'heading'],
  ])('%j is %s', (cells, why) => {
    expect(partOf(...cells)).toBe(why);
  });

  test('a part number of a manufacturer called Total names a part', () => {
    expect(read('1', 'Total', 'Quartz 5W-30', '').kind).toBe('part');
  });
});
