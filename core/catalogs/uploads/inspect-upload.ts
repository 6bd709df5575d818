/** Previews an upload: how its file is understood, and the outcomes of its first rows. Imports nothing. */
import { needsDecision } from '../rows/catalog.ts';
import { openFile, type FileOptions } from '../import/open-file.ts';
import { previewFile } from '../import/preview-file.ts';
import type { LayoutError } from '../files/file-layout.ts';
import { ROW_FIELDS, type RowColumns, type RowField } from '../files/recognize-columns.ts';
import type { TableFile } from '../files/table-file.ts';
import type { Upload, UploadPreview, UploadProblem } from './upload.ts';
import type { StepEnd, UploadStage, UploadWork } from './upload-work.ts';

/** Limits of the preview, which is stored with the upload and must stay far below a stored row's size limit. */
const MAX_HEADINGS = 200;
const MAX_SHEETS = 50;
const MAX_HEADING_CHARACTERS = 100;
const MAX_CELL_CHARACTERS = 200;
/** The most cells of a previewed row. The columns that identify parts are usually further left. */
const MAX_SHOWN_CELLS = 40;
const MAX_SHOWN_CHARACTERS = 60;

/** @throws {FileError} if the file cannot be read */
export async function inspectUpload(work: UploadWork, { upload, file, time }: UploadStage): Promise<StepEnd> {
  const list = await openFile(file, work.products, readingOf(upload, time.lookMs));
  if (!list.ok) {
    // The person may have meant another sheet, so the problem lists all of them.
    const table = await file.openTable(readingOf(upload, time.lookMs));
    return { change: { status: 'checked', problem: notUnderstood(list.reason, table) } };
  }
  const { table, layout, reading, otherSheets } = list.value;
  const { rows, ...counted } = await previewFile(work, upload.accountId, list.value);
  const preview: UploadPreview = {
    file: describeFile(table),
    ...(otherSheets.length > 0 && { otherSheets: shownSheets({ sheet: null, sheets: otherSheets }).sheets }),
    rowsBefore: layout.rowsBefore,
    headings: shownHeadings(layout.headings),
    columns: usedColumns(reading.columns),
    chosen: reading.found === null ? null : { found: reading.found, rows: reading.rows },
    rows: rows.map(
      ({ row, outcome, candidates, cells, itemNumber, supplier, partNumber, gtin, reason, matchedBy }) => ({
        ...{ row, outcome, reason, matchedBy, itemNumber: shown(itemNumber) },
        ...{ supplier: shown(supplier), partNumber: shown(partNumber), gtin: shown(gtin) },
        ...{ isToDecide: needsDecision({ outcome, candidates }), cells: shownCells(cells ?? []) },
      }),
    ),
    ...counted,
  };
  return { change: { status: 'checked', preview } };
}

/** Returns the options for reading an upload, with the file's name, which shows its format. */
export function readingOf({ options, name }: Upload, mostMs: number): FileOptions {
  return { ...options, name, until: AbortSignal.timeout(mostMs) };
}

type Sheets = Pick<TableFile, 'sheet' | 'sheets'>;

export function notUnderstood(error: LayoutError, table: Sheets = { sheet: null, sheets: [] }): UploadProblem {
  const headings = 'headings' in error ? shownHeadings(error.headings) : [];
  return { kind: 'not_understood', why: error.kind, headings, fields: fieldsIn(error), ...shownSheets(table) };
}

/** Returns the fields that no column names. */
function fieldsIn(error: LayoutError): readonly RowField[] {
  return error.kind === 'names_no_part' ? error.missing : [];
}

function describeFile({ format, encoding, delimiter, isPacked, ...table }: TableFile): UploadPreview['file'] {
  return { format, encoding, delimiter, ...shownSheets(table), isPacked };
}

function shownSheets({ sheet, sheets }: Sheets): Sheets {
  const names = sheets.slice(0, MAX_SHEETS).map((name) => name.slice(0, MAX_HEADING_CHARACTERS).toWellFormed());
  return { sheet: shown(sheet), sheets: names };
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

function shown(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_CELL_CHARACTERS).toWellFormed();
}
