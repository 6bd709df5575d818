import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { Catalog, CatalogRow } from '../../../core/catalogs/catalog.ts';
import { CSV_BEGINNING, csvLine } from '../../../core/catalogs/csv-text.ts';
import { exportCsv, RowsReplacedError, type ExportPorts } from '../../../core/catalogs/export-rows.ts';
import { catalogRow } from '../../support/fixtures/catalog-rows.ts';

describe('a line of the file', () => {
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
    // Numbers are no formulas: they come back as the customer wrote them.
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
  catalogRow(2, { cells: ['2'], outcome: 'cache_hit', itemId: 'itm_1' }),
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
    products: {
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

describe('the file of a catalog', () => {
  test('names no candidate where the account may not be billed', async () => {
    const csv = await joined(exportCsv({ ...ports(), mayNameParts: false }, CATALOG));
    expect(await joined(exportCsv(ports(), CATALOG))).toContain('@x 1');
    expect(csv).not.toContain('@x');
  });

  test('is the customer’s columns and what became of each row', async () => {
    expect(await joined(exportCsv(ports(), CATALOG))).toBe(
      [
        `${CSV_BEGINNING}Number,'=Name,item_id,item_manufacturer,item_part_number,item_title,item_confidence,item_state,item_state_date,outcome,matched_by,accepted_by,reason,candidates`,
        `'=1,"a,b",,,,,,,,not_found,,,,'@x 1`,
        `2,,itm_1,'+Norvane,N-1,One,0.9,,,cache_hit,,,,`,
        '3,c,,,,,,,,error,,,names no part,',
        '',
      ].join('\r\n'),
    );
  });

  test('is the same bytes in parts of any size', async () => {
    const whole = await joined(exportCsv(ports(), CATALOG));
    for (const most of [1, 2, 3, 4]) {
      let csv = '';
      for (let after = 0, more = true; more;) {
        const last = after;
        for await (const { text, row } of exportCsv(ports(), CATALOG, { after, most })) {
          csv += text;
          after = Math.max(after, row);
        }
        more = after > last;
      }
      expect([most, csv]).toEqual([most, whole]);
    }
  });

  test('is of some outcomes when they are named', async () => {
    const csv = await joined(exportCsv(ports(), CATALOG, { outcomes: ['error'] }));
    expect(csv.split('\r\n')).toHaveLength(3);
  });

  test('is given up rather than made of two files', async () => {
    await expect(joined(exportCsv(ports(0), CATALOG))).rejects.toThrow(RowsReplacedError);
  });
});
