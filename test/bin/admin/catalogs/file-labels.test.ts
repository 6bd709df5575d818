/** How a command says what a file holds: all sheets with their rows, and no option that it was called with. */
import { expect, test } from 'vitest';
import { describeLayoutProblem, describeSheets } from '../../../../bin/admin/catalogs/file-labels.ts';
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
