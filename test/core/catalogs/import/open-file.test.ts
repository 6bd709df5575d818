import { describe, expect, test } from 'vitest';
import type { CatalogFile } from '../../../../core/catalogs/files/catalog-file.ts';
import type { TableFile } from '../../../../core/catalogs/files/table-file.ts';
import { firstCells, openFile, type FileOptions } from '../../../../core/catalogs/import/open-file.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { MemoryItems } from '../../../support/stores/memory-items.ts';

const INDEX = new MemoryItems([
  recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', gtin: '04006381333931' }),
  recordOf({ id: 'itm_Coil0001', manufacturer: 'Norvane', mpn: 'C-7' }),
]);

type Rows = readonly (readonly string[])[];

interface Sheets {
  readonly rows: Readonly<Record<string, Rows>>;
  readonly hidden?: readonly string[];
}

/** A file of one table, or a workbook. */
function fileOf(content: Rows | Sheets): CatalogFile {
  const isBook = 'rows' in content;
  const sheets = isBook ? Object.keys(content.rows) : [];
  const tableOf = (sheet: string | null): TableFile => ({
    format: isBook ? 'xlsx' : 'csv',
    encoding: null,
    delimiter: null,
    isPacked: false,
    sheet,
    sheets,
    hiddenSheets: isBook ? (content.hidden ?? []) : [],
    async *rows() {
      const rows = isBook ? (content.rows[sheet ?? ''] ?? []) : content;
      for (const [place, cells] of rows.entries()) yield { kind: 'cells', number: place + 1, cells };
    },
    onSheet: (name) => tableOf(name),
  });
  return {
    openTable: async ({ sheet }) => tableOf(isBook ? (sheet ?? sheets[0] ?? '') : null),
    writePrepared: () => Promise.reject(new Error('unused')),
    readPrepared: () => {
      throw new Error('unused');
    },
  };
}

const open = (content: Rows | Sheets, options: Partial<FileOptions> = {}) =>
  openFile(fileOf(content), INDEX, { chosen: [], ...options });

/** Returns the place of manufacturer, part number and GTIN, and how the reading was tried. */
async function readingOf(content: Rows | Sheets, options: Partial<FileOptions> = {}) {
  const { reading } = valueOf(await open(content, options));
  const { columns, found, rows, others } = reading;
  const places = [columns.supplier, columns.partNumber, columns.gtin].map(([place = null]) => place);
  return { places, found, rows, others: others.map(({ found: one }) => one) };
}

describe('a file whose headings name the part', () => {
  test('has one meaning, and the index is not asked', async () => {
    const rows = [['Manufacturer', 'MPN'], ['Norvane', 'unknown']]; // prettier-ignore
    expect(await readingOf(rows)).toEqual({ places: [0, 1, null], found: null, rows: 0, others: [] });
  });

  test('is read from the row after the heading, wherever that is', async () => {
    const { table, layout } = valueOf(await open([['Project X'], [], ['Manufacturer', 'MPN'], ['Norvane', 'R-100']]));
    expect(await firstCells(table, layout, 10)).toEqual([['Norvane', 'R-100']]);
  });
});

describe('a file whose columns may mean several things', () => {
  const HEADING = ['Supplier', 'Order code', 'Type'];

  test('has the meaning that finds the most rows, and the others are named', async () => {
    const rows = [HEADING, ['Norvane', '1-2-3', 'R-100'], ['Norvane', '4-5-6', 'C-7'], ['Norvane', '7-8-9', 'Q-1']];
    const reading = await readingOf(rows);
    expect(reading).toMatchObject({ places: [0, 2, null], found: 2, rows: 3 });
    expect(reading.others.length).toBeGreaterThan(0);
    expect(Math.max(...reading.others.map(Number))).toBeLessThan(2);
  });

  test('has the likeliest one if none finds more', async () => {
    const likeliest = await readingOf([HEADING, ['Norvane', '1-2-3', 'Q-1']]);
    expect(likeliest).toMatchObject({ found: 0, places: [0, expect.any(Number), null] });
    const [first] = valueOf(await open([HEADING, ['Norvane', '1-2-3', 'Q-1']])).layout.readings;
    expect(likeliest.places[1]).toBe(first?.partNumber[0]);
  });

  test('is tried on its first fifty rows', async () => {
    const known = ['Norvane', '1-2-3', 'R-100'];
    const unknown = ['Norvane', 'Q-1', 'Q-2'];
    const rows = [HEADING, ...Array.from({ length: 50 }, () => unknown), ...Array.from({ length: 50 }, () => known)];
    expect(await readingOf(rows)).toMatchObject({ found: 0, rows: 50 });
  });
});

describe('a file without a heading', () => {
  const ROWS = [['Norvane', 'R-100'], ['Norvane', 'C-7']]; // prettier-ignore

  test('is read if the index knows its parts, from its first row', async () => {
    const { layout, table, reading } = valueOf(await open(ROWS));
    expect([reading.columns.supplier, reading.columns.partNumber, reading.found]).toEqual([[0], [1], 2]);
    expect(await firstCells(table, layout, 10)).toEqual(ROWS);
  });

  test.each([
    [
      'the index knows none of them',
      [
        ['Acme', 'Q-1'],
        ['Acme', 'Q-2'],
      ],
    ],
    [
      'its first row has no digit, so that it is a heading that nobody knows',
      [
        ['Who', 'What'],
        ['Norvane', 'R-100'],
      ],
    ],
  ])('is not read if %s', async (_why, rows) => {
    expect((await open(rows)).ok).toBe(false);
  });

  test('is not guessed if a person said how many rows stand above it', async () => {
    expect((await open(ROWS, { skipRows: 1 })).ok).toBe(false);
  });
});

describe('a file with barcodes under a heading that says nothing', () => {
  const ROWS = [
    ['Ding', 'Zahl'],
    ['Relais', '4006381333931'],
    ['Spule', '0036000291452'],
  ];

  test('is read by them', async () => {
    expect(await readingOf(ROWS)).toMatchObject({ places: [null, null, 1], found: null });
  });

  test('is not read by them if fewer than six of ten cells are such', async () => {
    expect((await open([...ROWS, ['Draht', '12'], ['Rohr', '13']])).ok).toBe(false);
  });

  test('is read as a person said, or not at all', async () => {
    const chosen = [{ column: 'Ding', field: 'supplier' } as const];
    expect((await open(ROWS, { chosen })).ok).toBe(false);
  });
});

test('an empty file is refused as empty', async () => {
  expect(await open([])).toMatchObject({ ok: false, reason: { kind: 'empty' } });
});

test('a file that names no part is refused with its headings', async () => {
  const rows = [['Qty', 'Price'], ['3', '4']]; // prettier-ignore
  expect(await open(rows)).toMatchObject({ ok: false, reason: { kind: 'names_no_part', headings: ['Qty', 'Price'] } });
});

describe('the customer’s own numbers', () => {
  const listOf = (numberOf: (row: number) => string) => [
    ['Item', 'Manufacturer', 'MPN'],
    ...Array.from({ length: 12 }, (_, row) => [numberOf(row + 1), 'Norvane', `Q-${row}`]),
  ];

  test.each([
    ['count the rows', String, true],
    ['are numbers of a system', (row: number) => `A-${(row * 7919) % 1000}`, false],
  ])('that %s are told apart', async (_what, numberOf, numbersRun) => {
    expect(valueOf(await open(listOf(numberOf))).numbersRun).toBe(numbersRun);
  });

  test('that only count the rows are never the part number', async () => {
    const rows = Array.from({ length: 12 }, (_, row) => [String(row + 1), 'Norvane']);
    expect((await open([['Artikel', 'Hersteller'], ...rows])).ok).toBe(false);
  });
});

describe('of a workbook', () => {
  const parts = (number: string): Rows => [['Manufacturer', 'MPN'], ['Norvane', number]]; // prettier-ignore
  const rows = { Cover: [['Project X']], Old: parts('Q-1'), List: parts('R-100'), More: parts('C-7') };
  const sheetOf = async (content: Sheets, options: Partial<FileOptions> = {}) =>
    valueOf(await open(content, options)).table.sheet;

  test('the first visible sheet that names parts is read', async () => {
    expect(await sheetOf({ rows, hidden: ['Old'] })).toBe('List');
  });

  test('the sheet that a person chose is read', async () => {
    expect(await sheetOf({ rows }, { sheet: 'More' })).toBe('More');
  });

  test('a sheet whose headings name the whole part goes before one that needs a guess', async () => {
    const unclear = [['Supplier', 'Artikel'], ['Norvane', 'X']]; // prettier-ignore
    expect(await sheetOf({ rows: { Unclear: unclear, List: parts('R-100') } })).toBe('List');
  });

  test('twelve sheets are looked at', async () => {
    const covers = Object.fromEntries(Array.from({ length: 11 }, (_, place) => [`Cover ${place}`, [['Text']]]));
    expect(await sheetOf({ rows: { ...covers, Twelfth: parts('R-100') } })).toBe('Twelfth');
    expect((await open({ rows: { ...covers, Eleven: [['Text']], Thirteenth: parts('R-100') } })).ok).toBe(false);
  });
});
