/**
 * Imports the same rows in every format that customers use, and expects of each row the outcome that is noted in it.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RowOutcome } from '../../../../core/catalogs/rows/catalog.ts';
import { prepareFile } from '../../../../core/catalogs/import/import-file.ts';
import type { FileOptions } from '../../../../core/catalogs/import/open-file.ts';
import { disagreements } from '../../../support/fixtures/catalog-rows.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openListHarness, type ListHarness } from '../../../support/index/list-imports.ts';
import { makeWorkbook } from '../../../support/fixtures/make-workbook.ts';

let lists: ListHarness;
beforeAll(async () => {
  lists = await openListHarness();
  await lists.load([
    recordOf({ id: 'itm_Choke001', manufacturer: 'Würth Élan', mpn: '744 043', gtin: '04006381333931' }),
    recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100' }),
  ]);
});
afterAll(() => lists.stop());

const HEADINGS = ['Artikelnummer', 'Hersteller', 'Herstellerteilenummer', 'EAN', 'Stück'];

interface WrittenRow {
  readonly cells: readonly string[];
  readonly outcome: RowOutcome;
  readonly itemId?: string;
  /** A part of the expected reason. */
  readonly says?: string;
}

const ROWS: readonly WrittenRow[] = [
  { cells: ['A-1', 'Würth Élan', '744043', '4006381333931', '1'], outcome: 'cache_hit', itemId: 'itm_Choke001' },
  {
    cells: ['A-2', 'Norvane', 'r 100', '4,00638E+12', '2'],
    outcome: 'cache_hit',
    itemId: 'itm_Relay001',
    says: 'scientific notation',
  },
  {
    cells: ['A-3', '', '', '4006381333931', '3'],
    outcome: 'duplicate',
    itemId: 'itm_Choke001',
    says: 'same part as row 1',
  },
  { cells: ['A-4', 'Großhans', 'ÄX-9', 'n/a', '4'], outcome: 'not_found', says: 'no such number' },
  { cells: ['A-5', 'Norvane', 'R-100X', '#N/V', '5'], outcome: 'not_found', says: 'begins alike' },
  { cells: ['', '', '', '', ''], outcome: 'skipped', says: 'empty row' },
  { cells: ['A-6', 'Norvane', '', '', '6'], outcome: 'error', says: 'part_number is missing' },
  { cells: HEADINGS, outcome: 'skipped', says: 'the heading once more' },
  { cells: ['Summe', '', '', '', '21'], outcome: 'skipped', says: 'totals' },
];
const TABLE = [HEADINGS, ...ROWS.map(({ cells }) => cells)];

const csv = (delimiter = ';', table: readonly (readonly string[])[] = TABLE) =>
  table
    .map((row) => `${row.map((cell) => (cell.includes(delimiter) ? `"${cell}"` : cell)).join(delimiter)}\r\n`)
    .join('');
/** Exports often have rows with a cell too many, and omit blank ones. */
const RAGGED = csv(
  ';',
  TABLE.map((row, place) => (place % 2 === 1 ? [...row, '', ''] : row.slice(0, row.findLastIndex((cell) => cell) + 1))),
);
const ABOVE = 'Stückliste;;\r\nProjekt;X-200\r\n;;\r\n';
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** The text is Latin-1, with one character that only windows-1252 has. */
const windows1252 = Buffer.from(csv().replaceAll('Stück', 'Stück €'), 'latin1').map((byte) =>
  byte === 0xac ? 0x80 : byte,
);
const jsonLines = ROWS.map(({ cells }) =>
  cells.some((cell) => cell !== '')
    ? JSON.stringify(Object.fromEntries(HEADINGS.map((name, at) => [name, cells[at]])))
    : '',
).join('\n');
/** A spreadsheet stores neither blank cells nor blank rows. */
const sheet = { name: 'Liste', rows: TABLE.map((row) => row.map((cell) => (cell === '' ? null : cell))) };
const cover = { name: 'Deckblatt', rows: [['Nichts'], ['hier']] };

/** A spreadsheet stores no blank rows. */
const FILLED = ROWS.filter(({ cells }) => cells.some((cell) => cell !== ''));

const KINDS: readonly (readonly [string, string | Uint8Array, Partial<FileOptions>?])[] = [
  ['CSV in UTF-8', csv()],
  ['CSV in UTF-8 with a byte order mark', `\ufeff${csv(',')}`],
  ['CSV in UTF-16, little end first', utf16(csv('\t'))],
  ['CSV in UTF-16, big end first', utf16(csv('\t')).swap16()],
  ['CSV in windows-1252', windows1252],
  ['CSV in latin-1', Buffer.from(csv(), 'latin1')],
  ['CSV in latin-1, named', Buffer.from(csv(), 'latin1'), { encoding: 'latin1' }],
  ['CSV with bars', csv('|')],
  ['CSV with a sep= line', `sep=;\r\n${csv()}`],
  ['CSV with lines above the heading', `${ABOVE}${csv()}`],
  ['CSV with lines above the heading, counted', `${ABOVE}${csv()}`, { skipRows: 3 }],
  ['ragged CSV', RAGGED],
  ['CSV of an old Mac', csv().replaceAll('\r\n', '\r')],
  ['packed CSV', gzipSync(Buffer.from(csv(), 'latin1'))],
  ['a workbook', makeWorkbook([sheet])],
  ['a workbook with texts in its cells', makeWorkbook([{ ...sheet, isInline: true }])],
  ['a sheet of a workbook', makeWorkbook([cover, sheet]), { sheet: 'Liste' }],
  ['the first visible sheet', makeWorkbook([{ ...cover, isHidden: true }, sheet])],
  ['JSON Lines', jsonLines, { format: 'jsonl' }],
  ['packed JSON Lines', gzipSync(jsonLines), { name: 'list.jsonl.gz' }],
];

describe('every row has the expected outcome in', () => {
  test.each(KINDS.map(([kind, content, options = {}]) => ({ kind, content, options })))('$kind', async (one) => {
    const { kind, content, options } = one;
    const { catalog, end, rows } = await lists.importList(content, options);
    expect(end).toBe('complete');
    const written = kind.includes('workbook') || kind.includes('sheet') ? FILLED : ROWS;
    // Objects repeat their names in every line, so a repeated heading looks like any other row.
    const expected = written.map((row, place) => ({
      row: place + 1,
      outcome: row.outcome,
      itemId: row.itemId ?? null,
      itemNumber: row.outcome === 'skipped' ? null : row.cells[0],
    }));
    expect(rows.map(({ row, outcome, itemId, itemNumber }) => ({ row, outcome, itemId, itemNumber }))).toEqual(
      expected,
    );
    for (const [place, { says }] of written.entries())
      if (says !== undefined) expect(rows[place]?.reason).toContain(says);
    const recount: Partial<Record<RowOutcome, number>> = {};
    for (const { outcome } of written) recount[outcome] = (recount[outcome] ?? 0) + 1;
    expect(catalog.counts).toMatchObject(recount);
    expect(await disagreements(lists.client, lists.tables.accountsTable, catalog)).toEqual([]);
  });
});

describe('an unusable file is refused with a message, and makes no catalog', () => {
  const wide = `<row r="1">${'<c/>'.repeat(20_000)}</row>`;
  test.each([
    ['a gzip bomb', gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a;b\n')), 'unpacks to more than 200 times'],
    ['a sheet of countless empty columns', makeWorkbook([{ name: 'A', rows: [] }], sheetOf(wide)), '16,384 columns'],
    ['a workbook that is not a workbook', Buffer.from('PK\u0003\u0004 and so on'), 'damaged'],
    ['a PDF', '%PDF-1.7 and so on', 'PDF'],
    ['an old workbook', Buffer.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), '.xls'],
  ])('%s', async (_, content, words) => {
    const file = await lists.save(content);

    await expect(prepareFile(lists.ports.index, file, { chosen: [] })).rejects.toThrow(words);
  });

  function sheetOf(rows: string): Record<string, string> {
    return {
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
    };
  }
});
