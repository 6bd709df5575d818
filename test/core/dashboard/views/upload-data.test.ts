import { describe, expect, test } from 'vitest';
import { countRows } from '../../../../core/catalogs/rows/catalog.ts';
import type { Catalog } from '../../../../core/catalogs/rows/catalog.ts';
import type { Upload, UploadPreview } from '../../../../core/catalogs/uploads/upload.ts';
import { showUpload, showUploads } from '../../../../core/dashboard/views/upload-data.ts';

const UPLOAD: Upload = {
  accountId: 'acc_1',
  uploadId: 'upl_1',
  revision: 1,
  name: 'parts.csv',
  replaces: null,
  bytes: 9,
  received: [0],
  createdAtMs: Date.UTC(2026, 10, 22, 12),
  changedAtMs: 0,
  status: 'previewed',
  personId: 'per_1',
  options: { chosen: [] },
  preview: null,
  problem: null,
  catalogId: null,
  preparedBytes: null,
  comparison: null,
  end: null,
};
const PREVIEW: UploadPreview = {
  file: { format: 'csv', encoding: null, delimiter: ';', sheet: null, isPacked: false },
  sheets: [],
  rowsBefore: 3,
  headings: ['Maker', 'MPN'],
  chosen: null,
  columns: [{ place: 1, field: 'partNumber' }],
  rows: [
    {
      row: 1,
      outcome: 'not_found',
      itemNumber: null,
      supplier: 'Norvane',
      partNumber: 'R-1',
      gtin: null,
      reason: null,
      matchedBy: null,
      isToDecide: true,
      part: null,
      contradictions: [],
      isTelling: true,
      spoiled: null,
      cells: ['Norvane', 'R-1'],
      struck: [0],
    },
  ],
  outcomes: { not_found: 1 },
  toDecide: { not_found: 1, error: 0 },
  spoiled: { scientific: 0, date: 0, shortened: 0, lost_zeros: 0, toDecide: 0 } as unknown as UploadPreview['spoiled'],
  isWhole: true,
  inFile: { rows: 1, hasMore: false },
};
const catalogAt = (bytes: number) => ({ imported: { rows: 7, bytes }, counts: countRows([]) }) as unknown as Catalog;

describe('an upload on the page', () => {
  test('has the words of the tools for its chosen columns, and null for what nobody said', () => {
    const options = {
      chosen: [{ column: '#3', field: 'supplier' } as const, { column: '#4', field: 'none' } as const],
    };
    expect(showUpload({ ...UPLOAD, options }).options).toEqual({
      encoding: null,
      sheet: null,
      skip_rows: null,
      manufacturer: null,
      columns: [
        { place: 3, field: 'supplier' },
        { place: 4, field: 'none' },
      ],
    });
  });

  test('has its time, and neither its account nor the person', () => {
    const shown = showUpload(UPLOAD);
    expect(shown.created_at).toBe('2026-11-22T12:00:00.000Z');
    expect(JSON.stringify(shown)).not.toMatch(/acc_1|per_1/);
  });
});

describe('the preview of an upload', () => {
  const preview = (more: Partial<UploadPreview> = {}) =>
    showUpload({ ...UPLOAD, preview: { ...PREVIEW, ...more } }).preview;

  test('counts places from one, and the rows above the heading without it', () => {
    expect(preview()).toMatchObject({ rows_above: 2, columns: [{ place: 2, field: 'supplier_part_number' }] });
    expect(preview()?.rows[0]).toMatchObject({ struck: [1] });
    expect(preview({ rowsBefore: 0 })?.rows_above).toBe(0);
  });

  test('puts a row to decide into that group, whatever its outcome', () => {
    expect(preview()?.rows[0]?.group).toBe('to_decide');
    const [row] = PREVIEW.rows;
    expect(preview({ rows: [{ ...row!, isToDecide: false }] })?.rows[0]?.group).not.toBe('to_decide');
    expect(preview()?.groups.to_decide).toBe(1);
  });

  test('says whether the encoding is a guess', () => {
    const file = { ...PREVIEW.file, encoding: { name: 'windows-1252', known: 'guessed' } as const };
    expect(preview({ file })).toMatchObject({ encoding: 'windows-1252', is_guessed: true });
    expect(preview()).toMatchObject({ encoding: null, is_guessed: false });
  });

  test('is null before there is one', () => {
    expect(showUpload(UPLOAD).preview).toBeNull();
  });
});

describe('the progress of an import', () => {
  const progress = (more: Partial<Upload>, catalog?: Catalog) =>
    showUpload({ ...UPLOAD, status: 'importing', ...more }, catalog).progress;

  test.each([
    ['before the file is prepared', {}, catalogAt(50), { rows: 7, percent: 0 }],
    ['before there is a catalog', { preparedBytes: 200 }, undefined, { rows: 0, percent: 0 }],
    ['in the middle, rounded down', { preparedBytes: 300 }, catalogAt(200), { rows: 7, percent: 66 }],
    ['of an empty file', { preparedBytes: 0 }, catalogAt(0), { rows: 7, percent: 0 }],
  ])('%s', (_when, more, catalog, expected) => {
    expect(progress(more, catalog)).toEqual(expected);
  });

  test('is null in every other state', () => {
    expect(progress({ status: 'ended', preparedBytes: 300 }, catalogAt(200))).toBeNull();
  });

  test('is read from the catalog of the upload', () => {
    const importing: Upload = { ...UPLOAD, status: 'importing', preparedBytes: 100, catalogId: 'cat_1' };
    const { uploads } = showUploads([importing, UPLOAD], new Map([['cat_1', catalogAt(50)]]));
    expect(uploads.map(({ progress: one }) => one?.percent)).toEqual([50, undefined]);
  });
});

describe('the problem of an upload', () => {
  test('names fields as the tools do', () => {
    const problem: Upload['problem'] = {
      kind: 'not_understood',
      why: 'names_no_part',
      headings: [],
      sheet: null,
      sheets: [],
      fields: ['partNumber'],
    };
    expect(showUpload({ ...UPLOAD, problem }).problem).toMatchObject({ fields: ['supplier_part_number'] });
  });

  test('says the day from which the plan has rows again', () => {
    const nextAtMs = Date.UTC(2026, 11, 1);
    const problem = {
      kind: 'allowance_used',
      plan: 'Growth',
      rowsPerPeriod: 5,
      nextAtMs,
    } as unknown as Upload['problem'];
    expect(showUpload({ ...UPLOAD, problem }).problem).toMatchObject({ rows_per_period: 5, next_on: '2026-12-01' });
  });
});
