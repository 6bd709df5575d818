/** How a command says what a file holds: all sheets with their rows, and no option that it was called with. */
import { expect, test } from 'vitest';
import { describeLayoutProblem, describeOpenFile, describeSheets } from '../../../../bin/admin/catalogs/file-labels.ts';
import type { OpenFile } from '../../../../core/catalogs/import/open-file.ts';
import type { ReadSheet } from '../../../../core/catalogs/import/read-sheets.ts';

const SHEETS: readonly ReadSheet[] = [
  { name: 'Deckblatt', rows: 8, hasMore: false, kind: 'cover' },
  { name: 'Stückliste', rows: 2_000, hasMore: true, kind: 'parts' },
];
const NOTHING = { chosen: [] };

test('a workbook lists all sheets with their rows, and names --sheet unless it was given', () => {
  const listed =
    'Sheets: "Deckblatt" (8 rows, a cover sheet or notes), "Stückliste" (more than 2000 rows, parts; this one).';
  expect(describeSheets(SHEETS, 'Stückliste', NOTHING)).toEqual([`${listed} Use --sheet for another one.`]);
  expect(describeSheets(SHEETS, 'Stückliste', { ...NOTHING, sheet: '2' })).toEqual([listed]);
  expect(describeSheets(SHEETS.slice(1), 'Stückliste', NOTHING)).toEqual([]);
});

test('a file without parts advises only options that were not given', () => {
  const error = { kind: 'names_no_part', missing: ['partNumber'], headings: ['Wer'] } as const;
  expect(describeLayoutProblem(error, NOTHING)).toContain('--map "<column>=<field>", or skip');
  const mapped = describeLayoutProblem(error, { chosen: [{ column: '#1', field: 'supplier' }] });
  expect(mapped).not.toContain('--map');
  expect(mapped).toContain('--skip-lines');
});

test('a file whose columns were tried says which were taken, which not, and what each found', () => {
  const columns = (partNumber: number) => ({ supplier: [0], partNumber: [partNumber], gtin: [], itemNumber: [] });
  const reading = { columns: columns(1), found: 0, rows: 1, others: [] };
  const list = {
    table: { format: 'csv', delimiter: ',' },
    layout: { headings: ['Maker', 'Type', 'Order code'], rowsBefore: 1 },
    reading,
  } as unknown as OpenFile;
  expect(describeOpenFile(list, [], NOTHING).at(-1)).toBe(
    'Columns chosen by trying the first 1 row: "Maker" with "Type" (0 found). Use --map to change them.',
  );
  const rivalled = { ...reading, found: 2, rows: 3, others: [{ columns: columns(2), found: 1 }] };
  expect(describeOpenFile({ ...list, reading: rivalled }, [], NOTHING).at(-1)).toContain(
    'the first 3 rows: "Maker" with "Type" (2 found), not "Maker" with "Order code" (1 found).',
  );
});
