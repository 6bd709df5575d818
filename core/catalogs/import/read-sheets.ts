/**
 * Says of each sheet of a workbook how many rows it has and whether they name parts, so that a person chooses among
 * them knowingly.
 */
import { FileError } from '../files/file-error.ts';
import { readLayout } from '../files/file-layout.ts';
import { recognizeColumns } from '../files/recognize-columns.ts';
import type { TableFile } from '../files/table-file.ts';

/** The most sheets that are read, and the most rows that are counted in each. */
const MAX_SHEETS_READ = 12;
const MAX_ROWS_COUNTED = 2_000;
/** A row of a table has more filled cells. */
const COVER_CELLS = 2;

/**
 * `parts`: its columns name parts. `numbers`: no column names the manufacturer. `names`: manufacturers without part
 * numbers. `cover`: a title, no table. `unknown`: it was not read.
 */
export const SHEET_KINDS = ['parts', 'numbers', 'names', 'other', 'cover', 'empty', 'unknown'] as const;
export type SheetKind = (typeof SHEET_KINDS)[number];

export interface ReadSheet {
  readonly name: string;
  /** The rows under the heading; all rows if there is none. */
  readonly rows: number;
  /** Whether it has more rows than were counted. */
  readonly hasMore: boolean;
  readonly kind: SheetKind;
}

export async function readSheets(table: TableFile): Promise<readonly ReadSheet[]> {
  const read: ReadSheet[] = [];
  for (const [place, name] of table.sheets.entries()) {
    const sheet = name === table.sheet ? table : table.onSheet?.(name);
    read.push(place < MAX_SHEETS_READ && sheet !== undefined ? await readSheet(sheet, name) : unread(name));
  }
  return read;
}

async function readSheet(table: TableFile, name: string): Promise<ReadSheet> {
  try {
    // What a person said of the columns is about the sheet that is shown.
    const layout = await readLayout(table, { chosen: [] });
    const { rows, widest } = await countRows(table, layout.ok ? layout.value.rowsBefore : 0);
    const kind = kindOf(layout, rows, widest);
    const [hasMore, heading] = [rows > MAX_ROWS_COUNTED, kind === 'names' ? 1 : 0];
    return { name, rows: Math.min(rows, MAX_ROWS_COUNTED) - heading, hasMore, kind };
  } catch (error) {
    if (error instanceof FileError) return unread(name);
    throw error;
  }
}

function kindOf(layout: Awaited<ReturnType<typeof readLayout>>, rows: number, widest: number): SheetKind {
  if (rows === 0) return 'empty';
  if (layout.ok && layout.value.unnamed.length === 0) return 'parts';
  if (layout.ok && !layout.value.unnamed.includes('partNumber')) return 'numbers';
  if (widest <= COVER_CELLS) return 'cover';
  const headings = layout.ok ? layout.value.headings : 'headings' in layout.reason ? layout.reason.headings : [];
  const columns = recognizeColumns(headings);
  return columns.ok && columns.value.supplier.length > 0 ? 'names' : 'other';
}

async function countRows(table: TableFile, rowsBefore: number): Promise<{ rows: number; widest: number }> {
  let [number, rows, widest] = [0, 0, 0];
  for await (const row of table.rows()) {
    number += 1;
    const filled = row.kind === 'cells' ? row.cells.filter((cell) => cell.trim() !== '').length : 0;
    widest = Math.max(widest, filled);
    if (number > rowsBefore) rows += 1;
    if (rows > MAX_ROWS_COUNTED) break;
  }
  return { rows, widest };
}

function unread(name: string): ReadSheet {
  return { name, rows: 0, hasMore: false, kind: 'unknown' };
}
