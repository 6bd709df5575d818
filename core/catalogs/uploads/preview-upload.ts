/** Previews an upload: how its file is understood, and the outcomes of its first rows. Imports nothing. */
import { nameCandidate, needsDecision } from '../rows/catalog.ts';
import { describeContradiction } from '../rows/describe-contradiction.ts';
import { openFile, type FileOptions } from '../import/open-file.ts';
import { previewFile, type PreviewedRow } from '../import/preview-file.ts';
import { readSheets, type ReadSheet } from '../import/read-sheets.ts';
import type { LayoutProblem } from '../files/file-layout.ts';
import { ROW_FIELDS, type RowColumns, type RowField } from '../files/recognize-columns.ts';
import type { TableFile } from '../files/table-file.ts';
import type { PreviewRow, Upload, UploadPreview, UploadProblem } from './upload.ts';
import type { StepEnd, UploadStage, UploadImportPorts } from './upload-work.ts';

/** Limits of the preview, which is stored with the upload and must stay far below a stored row's size limit. */
const MAX_HEADINGS = 200;
const MAX_SHEETS = 50;
const MAX_HEADING_CHARACTERS = 100;
const MAX_CELL_CHARACTERS = 200;
/** The most cells of a previewed row. The columns that identify parts are usually further left. */
const MAX_SHOWN_CELLS = 40;
const MAX_SHOWN_CHARACTERS = 60;
/** The most characters of all cells; rows beyond them are counted, not shown. */
const MAX_ROWS_CHARACTERS = 80_000;

/** @throws {FileError} if the file cannot be read */
export async function previewUpload(ports: UploadImportPorts, { upload, file, time }: UploadStage): Promise<StepEnd> {
  const options = readingOf(upload, time.previewMs);
  const opened = await openFile(file, ports.index, options);
  // The person may mean another sheet, so all of them are described.
  const table = opened.ok ? opened.value.table : await file.openTable(options);
  const sheets = shownSheets(await readSheets(table));
  if (!opened.ok) {
    const problem = notUnderstood(opened.reason, { sheet: table.sheet, sheets });
    return { kind: 'changed', change: { status: 'previewed', problem } };
  }
  const { layout, reading } = opened.value;
  const { rows, ...counted } = await previewFile(ports, upload.accountId, opened.value);
  const preview: UploadPreview = {
    file: describeFile(table),
    sheets,
    rowsBefore: layout.rowsBefore,
    headings: shownHeadings(layout.headings),
    columns: usedColumns(reading.columns),
    chosen: reading.found === null ? null : { found: reading.found, rows: reading.rows },
    rows: withinCharacters(rows.map((row) => shownRow(row, reading.columns))),
    ...counted,
  };
  return { kind: 'changed', change: { status: 'previewed', preview } };
}

function shownRow(read: PreviewedRow, columns: RowColumns): PreviewRow {
  const { row, outcome, candidates, itemNumber, supplier, partNumber, gtin, reason, matchedBy, notFitted } = read;
  const cells = shownCells(read.cells ?? []);
  return {
    ...{ row, outcome, reason, matchedBy, itemNumber: cutText(itemNumber) },
    ...{ supplier: cutText(supplier), partNumber: cutText(partNumber), gtin: cutText(gtin) },
    ...{ isToDecide: needsDecision({ outcome, candidates }), isTelling: read.isTelling, spoiled: read.spoiled },
    part: read.part === null ? null : cutText(nameCandidate(read.part)),
    contradictions: (read.contradictions ?? []).map(describeContradiction),
    ...{ cells, struck: struckCells(read, cells, columns) },
    ...(notFitted !== undefined && { notFitted }),
  };
}

/** Returns the places of the cells that are filled and name nothing. */
function struckCells(row: PreviewedRow, cells: readonly string[], columns: RowColumns): readonly number[] {
  const isOfNoUse = (field: 'supplier' | 'partNumber' | 'gtin') =>
    row[field] === null || (field === 'partNumber' && (row.spoiled === 'date' || row.spoiled === 'shortened'));
  return (['supplier', 'partNumber', 'gtin'] as const)
    .filter(isOfNoUse)
    .flatMap((field) => columns[field].filter((place) => (cells[place] ?? '').trim() !== ''));
}

/** Keeps the telling rows, and of the others what fits. */
function withinCharacters(rows: readonly PreviewRow[]): readonly PreviewRow[] {
  let characters = 0;
  const fits = new Set(
    rows
      .toSorted((a, b) => Number(b.isTelling) - Number(a.isTelling))
      .filter((row) => {
        characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
        return row.isTelling || characters <= MAX_ROWS_CHARACTERS;
      }),
  );
  return rows.filter((row) => fits.has(row));
}

/** Returns the options for reading an upload, with the file's name, which shows its format. */
export function readingOf({ options, name }: Upload, mostMs: number): FileOptions {
  return { ...options, name, until: AbortSignal.timeout(mostMs) };
}

interface Sheets {
  readonly sheet: string | null;
  readonly sheets: readonly ReadSheet[];
}

export function notUnderstood(error: LayoutProblem, read: Sheets = { sheet: null, sheets: [] }): UploadProblem {
  const headings = 'headings' in error ? shownHeadings(error.headings) : [];
  const sheet = shownName(read.sheet);
  return { kind: 'not_understood', why: error.kind, headings, fields: fieldsIn(error), sheet, sheets: read.sheets };
}

/** Returns the fields that no column names. */
function fieldsIn(error: LayoutProblem): readonly RowField[] {
  return error.kind === 'names_no_part' ? error.missing : [];
}

function describeFile({ format, encoding, delimiter, isPacked, ...table }: TableFile): UploadPreview['file'] {
  return { format, encoding, delimiter, sheet: shownName(table.sheet), isPacked };
}

function shownSheets(sheets: readonly ReadSheet[]): readonly ReadSheet[] {
  return sheets.slice(0, MAX_SHEETS).map((sheet) => ({ ...sheet, name: shownName(sheet.name) ?? '' }));
}

/** The same for every sheet, so that the shown one is found among all. */
function shownName(name: string | null): string | null {
  return name === null ? null : name.slice(0, MAX_HEADING_CHARACTERS).toWellFormed();
}

function shownCells(cells: readonly string[]): readonly string[] {
  return cells.slice(0, MAX_SHOWN_CELLS).map((cell) => cell.slice(0, MAX_SHOWN_CHARACTERS).toWellFormed());
}

function usedColumns(columns: RowColumns): UploadPreview['columns'] {
  return ROW_FIELDS.flatMap((field) => columns[field].map((place) => ({ place, field })));
}

function shownHeadings(headings: readonly string[]): readonly string[] {
  return headings.slice(0, MAX_HEADINGS).map((heading) => heading.slice(0, MAX_HEADING_CHARACTERS).toWellFormed());
}

function cutText(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_CELL_CHARACTERS).toWellFormed();
}
