/**
 * Reads the layout of a file: which row is the heading, and what the columns may mean. open-file.ts chooses between the possible meanings
 * by trying them on the index.
 */
import type { TableFile } from './table-file.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { findHeading, MAX_ROWS_ABOVE_HEADING } from './find-heading.ts';
import {
  missingFields,
  otherReadings,
  recognizeColumns,
  type ChosenColumn,
  type ColumnError,
  type RowColumns,
  type RowField,
} from './recognize-columns.ts';

export interface FileLayout {
  /** The cells of the heading, or the names of all members of the objects. */
  readonly headings: readonly string[];
  /** Rows before the first row of data, including the heading; 0 for JSON Lines. */
  readonly rowsBefore: number;
  /** The possible meanings of the columns, most likely first; at least one. */
  readonly readings: readonly RowColumns[];
  /** The fields that no heading names: their columns are guesses, which are right only if the index finds the rows. */
  readonly unnamed: readonly RowField[];
}

export type LayoutError =
  | { readonly kind: 'empty' }
  | ({ readonly headings: readonly string[] } & (
      ColumnError | { readonly kind: 'names_no_part'; readonly missing: readonly RowField[] }
    ));

export interface LayoutOptions {
  readonly chosen: readonly ChosenColumn[];
  /** Rows above the heading, if a person gave their number. */
  readonly skipRows?: number | undefined;
}

/** The most different member names; a file of objects with more is not a table. */
const MAX_MEMBERS = 1_000;

export async function readLayout(table: TableFile, options: LayoutOptions): Promise<Result<FileLayout, LayoutError>> {
  return table.format === 'jsonl' ? layoutOfObjects(table, options) : layoutOfCells(table, options);
}

async function layoutOfCells(
  table: TableFile,
  { chosen, skipRows }: LayoutOptions,
): Promise<Result<FileLayout, LayoutError>> {
  const rows = await firstRows(table, (skipRows ?? 0) + MAX_ROWS_ABOVE_HEADING + 1);
  const from = skipRows ?? 0;
  const searched = skipRows === undefined ? rows : rows.slice(from).slice(0, firstFilled(rows.slice(from)) + 1);
  const place = findHeading(searched, chosen);
  if (place === undefined) return fail({ kind: 'empty' });
  const headings = searched[place] ?? [];
  return withReadings({ headings, rowsBefore: from + place + 1 }, recognizeColumns(headings, chosen), chosen);
}

async function layoutOfObjects(table: TableFile, { chosen }: LayoutOptions): Promise<Result<FileLayout, LayoutError>> {
  const names = new Set<string>();
  let rows = 0;
  for await (const row of table.rows()) {
    rows += 1;
    if (row.kind !== 'members') continue;
    for (const name of Object.keys(row.members)) if (names.size < MAX_MEMBERS) names.add(name);
  }
  if (rows === 0) return fail({ kind: 'empty' });
  const headings = [...names];
  return withReadings({ headings, rowsBefore: 0 }, recognizeColumns(headings, chosen, true), chosen);
}

function withReadings(
  found: Pick<FileLayout, 'headings' | 'rowsBefore'>,
  columns: Result<RowColumns, ColumnError>,
  chosen: readonly ChosenColumn[],
): Result<FileLayout, LayoutError> {
  const { headings } = found;
  if (!columns.ok) return fail({ ...columns.reason, headings });
  const others = otherReadings(headings, columns.value, chosen);
  const whole = others.filter((one) => missingFields(one).length === 0);
  // Without a manufacturer the rows have candidates, which a person accepts.
  const withNumber = others.filter((one) => one.partNumber.length > 0 && one.supplier.length === 0).slice(0, 1);
  const readings = whole.length > 0 && missingFields(columns.value).length === 0 ? whole : [...withNumber, ...whole];
  const [first] = readings;
  const unnamed = missingFields(columns.value);
  if (first !== undefined) return succeed({ ...found, readings, unnamed });
  return fail({ kind: 'names_no_part', missing: unnamed, headings });
}

async function firstRows(table: TableFile, count: number): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const row of table.rows()) {
    rows.push(row.kind === 'cells' ? row.cells : []);
    if (rows.length >= count) break;
  }
  return rows;
}

function firstFilled(rows: readonly (readonly string[])[]): number {
  return Math.max(
    0,
    rows.findIndex((cells) => cells.some((cell) => cell.trim() !== '')),
  );
}
