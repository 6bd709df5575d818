import { expect, test } from 'vitest';
import { readLayout } from '../../../../core/catalogs/files/file-layout.ts';
import type { TableFile, TableRow } from '../../../../core/catalogs/files/table-file.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';

function tableOf(
  rows: readonly (readonly string[] | Record<string, unknown>)[],
  format: 'csv' | 'jsonl' = 'csv',
): TableFile {
  return {
    format,
    encoding: null,
    delimiter: null,
    sheet: null,
    sheets: [],
    hiddenSheets: [],
    isPacked: false,
    async *rows() {
      for (const [index, row] of rows.entries()) {
        const read: TableRow = Array.isArray(row)
          ? { number: index + 1, kind: 'cells', cells: row as readonly string[] }
          : { number: index + 1, kind: 'members', members: row as Record<string, unknown> };
        yield await Promise.resolve(read);
      }
    },
  };
}

test('the heading is found below a title, a project and a date', async () => {
  const layout = valueOf(
    await readLayout(
      tableOf([
        ['Bill of materials'],
        ['Project', 'X-200'],
        ['Manufacturer contact', 'M. Example'],
        [],
        ['Pos', 'Manufacturer', 'MPN', 'Qty'],
        ['1', 'ACME', 'X-1', '2'],
      ]),
      { chosen: [] },
    ),
  );
  expect(layout).toMatchObject({ rowsBefore: 5, headings: ['Pos', 'Manufacturer', 'MPN', 'Qty'] });
  expect(layout.readings).toEqual([{ itemNumber: [], supplier: [1], partNumber: [2], gtin: [] }]);
});

test('the number of rows above the heading can be given', async () => {
  const rows = [
    ['Manufacturer', 'MPN', 'old'],
    ['x', 'y', 'z'],
    ['Manufacturer', 'MPN'],
    ['ACME', '1'],
  ];
  expect(valueOf(await readLayout(tableOf(rows), { chosen: [], skipRows: 2 })).rowsBefore).toBe(3);
});

test('a distributor’s column is never the manufacturer next to a manufacturer’s column', async () => {
  const headings = ['Distributor', 'Hersteller', 'Lieferant', 'Bestellnummer', 'Herstellerteilenummer'];
  const layout = valueOf(await readLayout(tableOf([headings, ['a', 'b', 'c', 'd', 'e']]), { chosen: [] }));
  expect(layout.readings).toEqual([{ itemNumber: [], supplier: [1], partNumber: [4], gtin: [] }]);
});

test('every column with an unknown heading may be the manufacturer if only a supplier is named', async () => {
  const headings = ['Supplier', 'Factory', 'Part Number'];
  const layout = valueOf(await readLayout(tableOf([headings, ['a', 'b', 'c']]), { chosen: [] }));
  expect(layout.readings.map(({ supplier }) => supplier)).toEqual([[0], [1]]);
});

test('a manufacturer’s column is guessed if the headings do not name it, after the reading without one', async () => {
  const layout = valueOf(
    await readLayout(
      tableOf([
        ['Factory', 'MPN'],
        ['ACME', 'X-1'],
      ]),
      { chosen: [] },
    ),
  );
  expect(layout).toMatchObject({
    unnamed: ['supplier'],
    readings: [
      { supplier: [], partNumber: [1] },
      { supplier: [0], partNumber: [1] },
    ],
  });
});

test('objects may use different names from row to row, and all of them count', async () => {
  const table = tableOf(
    [
      { manufacturer: 'A', mpn: '1' },
      { brand: 'B', part_number: '2' },
    ],
    'jsonl',
  );
  const layout = valueOf(await readLayout(table, { chosen: [] }));
  expect(layout).toMatchObject({ headings: ['manufacturer', 'mpn', 'brand', 'part_number'], rowsBefore: 0 });
  expect(layout.readings[0]).toMatchObject({ supplier: [0, 2], partNumber: [1, 3] });
});

test.each([
  [[], { kind: 'empty' }],
  [[[' ']], { kind: 'empty' }],
  [[['Colour', 'Weight']], { kind: 'names_no_part', missing: ['supplier', 'partNumber'] }],
  [[['Qty', 'Designation']], { kind: 'names_no_part', missing: ['supplier', 'partNumber'] }],
])('a file whose headings name no part is refused: %j', async (rows, reason) => {
  expect(await readLayout(tableOf(rows), { chosen: [] })).toMatchObject({ ok: false, reason });
});
