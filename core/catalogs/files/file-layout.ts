/**
 * Reads the layout of a file: which row is the heading, and what the columns may mean. open-file.ts chooses between the
 * possible meanings by trying them on the index.
 */
import type { TableFile } from './table-file.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { flatMembers } from './flat-members.ts';
import { writtenBarcode } from './written-barcode.ts';
import { parseGtin } from '../../index/part-keys/gtin.ts';
import { findHeading, joinHeadings, MAX_ROWS_ABOVE_HEADING } from './find-heading.ts';
import {
  headingSpelling,
  missingFields,
  otherReadings,
  recognizeColumns,
  type ChosenColumn,
  type ColumnProblem,
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

export type LayoutProblem =
  | { readonly kind: 'empty' }
  | ({ readonly headings: readonly string[] } & (
      ColumnProblem | { readonly kind: 'names_no_part'; readonly missing: readonly RowField[] }
    ));

export interface LayoutOptions {
  readonly chosen: readonly ChosenColumn[];
  /** Rows above the heading, if a person gave their number. */
  readonly skipRows?: number | undefined;
  /** The manufacturer of every row whose cells name none. */
  readonly everySupplier?: string | undefined;
}

/** The most different member names; a file of objects with more is not a table. */
const MAX_MEMBERS = 1_000;

export async function readLayout(table: TableFile, options: LayoutOptions): Promise<Result<FileLayout, LayoutProblem>> {
  return table.format === 'jsonl' ? layoutOfObjects(table, options) : layoutOfCells(table, options);
}

async function layoutOfCells(table: TableFile, options: LayoutOptions): Promise<Result<FileLayout, LayoutProblem>> {
  const { chosen, skipRows } = options;
  const rows = await firstRows(table, (skipRows ?? 0) + MAX_ROWS_ABOVE_HEADING + 1);
  const from = skipRows ?? 0;
  const searched = skipRows === undefined ? rows : rows.slice(from).slice(0, firstFilled(rows.slice(from)) + 1);
  const place = findHeading(searched, chosen);
  if (place === undefined) return fail({ kind: 'empty' });
  const headings = searched[place] ?? [];
  const one = recognizeColumns(headings, chosen);
  const two = isWhole(recognizeColumns(headings))
    ? undefined
    : twoRows(rows, from, skipRows === undefined ? undefined : from + place);
  const columns = two === undefined ? undefined : recognizeColumns(two.headings, chosen);
  if (two !== undefined && columns?.ok === true && (isWhole(columns) || !one.ok))
    return withReadings(two, columns, options);
  return withReadings({ headings, rowsBefore: from + place + 1 }, one, options);
}

/** Returns the first heading of two rows that names a part; only one that begins at `at`, if it is given. */
function twoRows(
  rows: readonly (readonly string[])[],
  from: number,
  at: number | undefined,
): Pick<FileLayout, 'headings' | 'rowsBefore'> | undefined {
  for (let place = at ?? from; place + 1 < rows.length && (at === undefined || place === at); place += 1) {
    const headings = joinHeadings(rows[place] ?? [], rows[place + 1] ?? []);
    if (headings !== undefined && isWhole(recognizeColumns(headings))) return { headings, rowsBefore: place + 2 };
  }
  return undefined;
}

function isWhole(columns: Result<RowColumns, ColumnProblem>): boolean {
  return columns.ok && missingFields(columns.value).length === 0;
}

async function layoutOfObjects(table: TableFile, options: LayoutOptions): Promise<Result<FileLayout, LayoutProblem>> {
  const names = new Set<string>();
  let rows = 0;
  for await (const row of table.rows()) {
    rows += 1;
    if (row.kind !== 'members') continue;
    for (const name of Object.keys(flatMembers(row.members))) if (names.size < MAX_MEMBERS) names.add(name);
  }
  if (rows === 0) return fail({ kind: 'empty' });
  const headings = [...names];
  return withReadings({ headings, rowsBefore: 0 }, recognizeColumns(headings, options.chosen, true), options);
}

function withReadings(
  found: Pick<FileLayout, 'headings' | 'rowsBefore'>,
  columns: Result<RowColumns, ColumnProblem>,
  { chosen, everySupplier }: LayoutOptions,
): Result<FileLayout, LayoutProblem> {
  const { headings } = found;
  if (!columns.ok) return fail({ ...columns.reason, headings });
  const read = everySupplier === undefined ? columns.value : { ...columns.value, everySupplier };
  const others = otherReadings(headings, read, chosen);
  const whole = others.filter((one) => missingFields(one).length === 0);
  // Without a manufacturer the rows have candidates, which a person accepts.
  const withNumber = others.filter((one) => one.partNumber.length > 0 && one.supplier.length === 0).slice(0, 1);
  const likely = whole.length > 0 && missingFields(read).length === 0 ? whole : [...withNumber, ...whole];
  const ownOnly = likely.length > 0 ? likely : ownAsNumber(read);
  const readings = ownOnly.length > 0 ? ownOnly : nameAsNumber(headings, read);
  const [first] = readings;
  const unnamed = missingFields(read);
  if (first !== undefined) return succeed({ ...found, readings, unnamed });
  return fail({ kind: 'names_no_part', missing: unnamed, headings });
}

/** "Artikel" may be the number where nothing else is one; its rows can only have candidates. */
function ownAsNumber(columns: RowColumns): readonly RowColumns[] {
  const { itemNumber, supplier } = columns;
  return itemNumber.length === 0
    ? []
    : [{ ...columns, supplier, partNumber: itemNumber.slice(0, 1), itemNumber: [], isUnclear: true }];
}

/** What a file calls its parts by, if it has no number: its rows can have candidates, if the name is a number. */
const CALLED = [
  /^(?:components?|bauteile?|komponenten?|composants?|componentes?|componenti?|parts?name)$/u,
  /^names?$/u,
];

function nameAsNumber(headings: readonly string[], columns: RowColumns): readonly RowColumns[] {
  const spellings = headings.map(headingSpelling);
  const places = CALLED.map((form) => spellings.findIndex((spelling) => form.test(spelling)));
  const place = places.find((one) => one >= 0);
  if (place === undefined) return [];
  // A manufacturer's name for a thing is a description.
  const supplier = place === places[0] ? columns.supplier : [];
  return [{ ...columns, supplier, partNumber: [place], isUnclear: true }];
}

/**
 * Returns the layout of a table without a heading: every column may be the manufacturer or the number. It is only right
 * if the index finds rows.
 * @param width the number of columns
 */
export function layoutWithoutHeading(width: number): FileLayout {
  const places = Array.from({ length: Math.min(width, MAX_COLUMNS_WITHOUT_HEADING) }, (_, place) => place);
  const blank: RowColumns = { itemNumber: [], supplier: [], partNumber: [], gtin: [] };
  const pairs = places.flatMap((manufacturer) =>
    places
      .filter((number) => number !== manufacturer)
      .map((number) => ({ ...blank, supplier: [manufacturer], partNumber: [number] })),
  );
  return {
    headings: Array.from({ length: width }, (_, place) => `Column ${place + 1}`),
    rowsBefore: 0,
    readings: [
      ...pairs,
      ...places.map((gtin) => ({ ...blank, gtin: [gtin] })),
      ...places.map((number) => ({ ...blank, partNumber: [number] })),
    ],
    unnamed: ['supplier', 'partNumber'],
  };
}

/** The share of a column's cells that must be barcodes with right check digits. */
const BARCODE_SHARE = 0.6;
const ROWS_OF_BARCODES = 50;

/**
 * Returns the layout of a table whose headings say nothing, but one column of which holds barcodes; undefined if none
 * does.
 */
export async function layoutByBarcodes(table: TableFile): Promise<FileLayout | undefined> {
  const rows = await firstRows(table, MAX_ROWS_ABOVE_HEADING + ROWS_OF_BARCODES);
  const place = firstFilled(rows);
  const headings = rows[place] ?? [];
  const data = rows.slice(place + 1);
  const gtin = headings.flatMap((heading, column) => {
    const filled = data.flatMap((cells) => cells[column]?.trim() || []);
    const barcodes = filled.filter(isBarcode);
    const areMost = barcodes.length > 0 && barcodes.length >= BARCODE_SHARE * filled.length;
    return areMost && heading.trim() !== '' && !isBarcode(heading) ? [column] : [];
  });
  const [first] = gtin;
  if (first === undefined) return undefined;
  const columns: RowColumns = { itemNumber: [], supplier: [], partNumber: [], gtin: [first] };
  return { headings, rowsBefore: place + 1, readings: [columns], unnamed: [] };
}

function isBarcode(cell: string): boolean {
  return parseGtin(writtenBarcode(cell)).ok;
}

/** Each pair of columns is tried on the first rows. */
const MAX_COLUMNS_WITHOUT_HEADING = 5;

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
