import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogRow } from '../../../../core/catalogs/rows/catalog.ts';
import { CSV_BEGINNING, csvLine } from '../../../../core/csv-text.ts';
import {
  exportCsv,
  RowsReplacedError,
  type ExportedPart,
  type ExportPorts,
} from '../../../../core/catalogs/rows/export-rows.ts';
import { catalogRow } from '../../../support/fixtures/catalog-rows.ts';

describe('a line of the export', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['+49 30 1234', "'+49 30 1234"],
    ['-A1', "'-A1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1+1', `"'\t=1+1"`],
    ['\r=1+1', `"'\r=1+1"`],
    ['\n=1+1', `"'\n=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
    // Numbers are not formulas, so they are exported as the customer wrote them.
    ['-5', '-5'],
    ['+5,25', '"+5,25"'],
    ['-5+1', "'-5+1"],
    ["'=1", "'=1"],
    ['a;b', '"a;b"'],
    ['two\nlines', '"two\nlines"'],
    ['say "x"', '"say ""x"""'],
    ['Ünïcode', 'Ünïcode'],
    ['', ''],
  ])('writes %j as %j', (cell, written) => {
    expect(csvLine([cell, 'x'])).toBe(`${written},x\r\n`);
    const [read] = parse(csvLine([cell, 'x']));
    expect(read).toEqual([/^'/.test(written.replace(/^"/, '')) && !cell.startsWith("'") ? `'${cell}` : cell, 'x']);
  });
});

const CATALOG = {
  accountId: 'acc_0123456789',
  catalogId: 'cat_000001aaaaaaaa',
  rowsIn: 'cat_000001aaaaaaaa',
  name: 'list',
  headings: ['Number', '=Name'],
} as unknown as Catalog;

const ROWS: readonly CatalogRow[] = [
  catalogRow(1, { cells: ['=1', 'a,b'], candidates: [{ manufacturer: '@x', partNumber: '1' }] }),
  catalogRow(2, { cells: ['2'], outcome: 'cache_hit', itemId: 'itm_1', acceptedBy: 'mia' }),
  catalogRow(3, { cells: ['3', 'c', 'too many'], outcome: 'error', reason: 'names no part' }),
];

function ports(replacedAfter = Infinity): ExportPorts {
  let reads = 0;
  return {
    catalogs: {
      readRows: async (_: unknown, { after, limit }: { after: number; limit: number }) =>
        ROWS.filter(({ row }) => row > after).slice(0, limit),
      findCatalog: async () => ((reads += 1) > replacedAfter ? { ...CATALOG, rowsIn: 'rep_x' } : CATALOG),
    },
    index: {
      readItems: async () =>
        new Map([['itm_1', { id: 'itm_1', manufacturer: '+Norvane', mpn: 'N-1', title: 'One', confidence: 0.9 }]]),
    },
    mayNameParts: true,
  } as unknown as ExportPorts;
}

async function joined(parts: AsyncIterable<{ readonly text: string }>): Promise<string> {
  let csv = '';
  for await (const { text } of parts) csv += text;
  return csv;
}

/** Exports as the dashboard does: in parts, each continuing after the one before. */
async function inParts(catalog: Catalog, wanted: ExportedPart, from = ports()): Promise<string> {
  let csv = '';
  let part: ExportedPart | undefined = wanted;
  while (part !== undefined) {
    const asked: ExportedPart = part;
    part = undefined;
    for await (const { kind, text, row } of exportCsv(from, catalog, asked)) {
      csv += text;
      if (kind === 'more') part = { ...wanted, after: row };
    }
  }
  return csv;
}

describe('the export of a catalog', () => {
  test('names no candidate if the account may not be billed', async () => {
    const csv = await joined(exportCsv({ ...ports(), mayNameParts: false }, CATALOG));
    expect(await joined(exportCsv(ports(), CATALOG))).toContain('@x 1');
    expect(csv).not.toContain('@x');
  });

  test('has the customer’s columns and the outcome of each row', async () => {
    expect(await joined(exportCsv(ports(), CATALOG))).toBe(
      [
        `${CSV_BEGINNING}Number,'=Name,item_id,item_manufacturer,item_part_number,item_title,item_confidence,item_state,item_state_date,outcome,matched_by,decided_by,reason,candidates,check`,
        `'=1,"a,b",,,,,,,,not_found,,,,'@x 1,`,
        `2,,itm_1,'+Norvane,N-1,One,0.9,,,cache_hit,,mia,,,`,
        '3,c,,,,,,,,error,,,names no part,,',
        '',
      ].join('\r\n'),
    );
  });

  test('has the same bytes in parts of any size', async () => {
    const whole = await joined(exportCsv(ports(), CATALOG));
    for (const most of [1, 2, 3, 4]) expect([most, await inParts(CATALOG, { most })]).toEqual([most, whole]);
  });

  test('says by the name of a person who decided on a row, and by the id without it', async () => {
    const named = { ...ports(), nameOf: (who: string) => `${who}@norvane.example` };
    expect(await joined(exportCsv(named, CATALOG))).toContain(',cache_hit,,mia@norvane.example,');
    expect(await joined(exportCsv(ports(), CATALOG))).toContain(',cache_hit,,mia,');
  });

  test('contains only the rows of the requested group, in parts of any size', async () => {
    for (const [group, rows] of [
      ['to_decide', 1],
      ['matched', 1],
      ['not_in_index', 0],
      ['unusable', 1],
      ['left_out', 0],
    ] as const) {
      const whole = await joined(exportCsv(ports(), CATALOG, { group }));
      expect([group, whole.split('\r\n').length - 2]).toEqual([group, rows]);
      for (const most of [1, 2]) expect(await inParts(CATALOG, { group, most })).toBe(whole);
    }
  });

  test.each([
    [';', ';'],
    ['\t', '\t'],
    ['|', '|'],
    [null, ','],
    ['"', ','],
    ['a', ','],
  ])('with cells separated by %j separates them by %j, and reads back as it was written', async (of, by) => {
    const csv = await joined(exportCsv(ports(), { ...CATALOG, delimiter: of }));
    const read = parse(csv, { delimiter: by, bom: true });
    expect(read[1]?.slice(0, 2)).toEqual(["'=1", 'a,b']);
    expect(new Set(read.map(({ length }) => length))).toEqual(new Set([15]));
  });

  test('contains only the requested outcomes', async () => {
    const csv = await joined(exportCsv(ports(), CATALOG, { outcomes: ['error'] }));
    expect(csv.split('\r\n')).toHaveLength(3);
  });

  test('fails rather than mix two versions of the rows', async () => {
    await expect(joined(exportCsv(ports(0), CATALOG))).rejects.toThrow(RowsReplacedError);
  });
});

describe('the line of a duplicate without an item', () => {
  const repeats = (row: number, first: number) =>
    catalogRow(row, {
      cells: [`${row}`],
      outcome: 'duplicate',
      reason: `The same part as row ${first}. And a warning.`,
    });
  /** Counts the reads of single rows. */
  const reading = (rows: readonly CatalogRow[]) => {
    const found: (readonly number[])[] = [];
    const from = ports();
    const catalogs = {
      ...from.catalogs,
      readRows: async (_: unknown, { after, limit }: { after: number; limit: number }) =>
        rows.filter(({ row }) => row > after).slice(0, limit),
      findRows: async (_: unknown, wanted: readonly number[]) => {
        found.push(wanted);
        return rows.filter(({ row }) => wanted.includes(row));
      },
    };
    return { found, from: { ...from, catalogs } as ExportPorts };
  };
  const lineOf = (csv: string, row: number) => csv.split('\r\n').find((line) => line.startsWith(`${row},`));
  const DECIDED = { outcome: 'cache_hit', itemId: 'itm_1', acceptedBy: 'mia', matchedBy: 'accepted' } as const;

  test.each([
    ['has the item of the row that it repeats', DECIDED, `2,,itm_1,'+Norvane,N-1,One,0.9,,,duplicate,,,`],
    [
      'shows no more of it than that row',
      { ...DECIDED, isUnpaid: true, partNumber: 'n1' },
      '2,,itm_1,,n1,,,,,duplicate,,,',
    ],
    ['has none while that row has none', {}, '2,,,,,,,,,duplicate,,,'],
  ])('%s', async (_what, first, line) => {
    const { from, found } = reading([catalogRow(1, first), repeats(2, 1)]);
    const csv = await joined(exportCsv(from, CATALOG));
    expect(lineOf(csv, 2)).toBe(`${line}The same part as row 1. And a warning.,,`);
    expect(found).toEqual([]);
  });

  test('is the same in parts of any size', async () => {
    const rows = [catalogRow(1, DECIDED), repeats(2, 1), catalogRow(3), repeats(4, 3), repeats(5, 1)];
    const whole = await joined(exportCsv(reading(rows).from, CATALOG));
    for (const most of [1, 2, 3]) expect(await inParts(CATALOG, { most }, reading(rows).from)).toBe(whole);
    expect(await inParts(CATALOG, { outcomes: ['duplicate'] }, reading(rows).from)).toContain('itm_1');
  });

  test('costs one read for a page, and none for a row that is read already', async () => {
    const first = Array.from({ length: 100 }, (_, at) => catalogRow(at + 1, DECIDED));
    const { from, found } = reading([...first, ...first.map(({ row }) => repeats(100 + row, 1 + (row % 3)))]);
    const csv = await joined(exportCsv(from, CATALOG));
    expect(found).toEqual([[2, 3, 1]]);
    expect(csv.match(/N-1/g)).toHaveLength(200);
  });

  test('is not written once the rows were replaced', async () => {
    const rows = [catalogRow(1, DECIDED), repeats(2, 1)];
    const { from } = reading(rows);
    const catalogs = { ...from.catalogs, findCatalog: async () => ({ ...CATALOG, rowsIn: 'rep_x' }) };
    const exported = joined(exportCsv({ ...from, catalogs }, CATALOG));
    await expect(exported).rejects.toThrow(RowsReplacedError);
  });
});
