/**
 * Opens a file: finds its heading and chooses the meaning of its columns. Each possible meaning is tried on the first
 * rows, and the one with the most matches in the index is used; if none finds more, the most likely one is used. It
 * imports nothing.
 */
import type { ItemIndex } from '../../index/items/item-index.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { CatalogFile } from '../files/catalog-file.ts';
import {
  layoutByBarcodes,
  layoutWithoutHeading,
  readLayout,
  type LayoutProblem,
  type LayoutOptions,
  type FileLayout,
} from '../files/file-layout.ts';
import type { NamedRow } from '../files/named-row.ts';
import { listRows } from '../files/prepared-file.ts';
import { readRow } from '../files/read-row.ts';
import { ownNumberReading, type RowColumns } from '../files/recognize-columns.ts';
import { areRunningNumbers } from '../files/running-numbers.ts';
import type { TableFile, TableOptions } from '../files/table-file.ts';
import { matchRows } from './match-rows.ts';
import { MissExplainer } from './explain-misses.ts';
import { readAgain } from './read-again.ts';

/** The number of rows that are tried with each meaning. */
const TRIED_ROWS = 50;
/** The number of rows examined to decide whether the column of own numbers only counts the rows. */
const COUNTED_ROWS = 100;

/** Settings for reading a file; without them, they are recognized from the file. */
export interface FileOptions extends TableOptions, LayoutOptions {}

export interface TriedReading {
  readonly columns: RowColumns;
  /** The number of rows found in the index; null if there was only one meaning and nothing was tried. */
  readonly found: number | null;
}

interface ChosenReading extends TriedReading {
  /** The number of rows tried. */
  readonly rows: number;
  /** The other meanings, with the rows that each found. */
  readonly others: readonly TriedReading[];
}

export interface OpenFile {
  readonly table: TableFile;
  readonly layout: FileLayout;
  readonly reading: ChosenReading;
  /** Whether the customer's own numbers only count the rows. */
  readonly numbersRun: boolean;
}

/** The most sheets of a workbook that are looked at for parts. */
const MAX_SHEETS_READ = 12;

/** @throws {FileError} if the first rows of the file cannot be read */
export async function openFile(
  file: CatalogFile,
  index: ItemIndex,
  options: FileOptions,
): Promise<Result<OpenFile, LayoutProblem>> {
  const { table, layout } = await chooseSheet(file, options);
  if (!layout.ok)
    return (await openWithoutHeading(table, index, options)) ?? (await openByBarcodes(table, options)) ?? layout;
  const { headings, unnamed } = layout.value;
  const rows = await firstCells(table, layout.value, COUNTED_ROWS);
  const readings = withoutCounts(rows, layout.value);
  if (readings.length === 0)
    return (await openByBarcodes(table, options)) ?? fail({ kind: 'names_no_part', missing: ['partNumber'], headings });
  // A "code" without a manufacturer is a barcode where its cells are barcodes.
  const isUnnamed = unnamed.includes('supplier') && readings.every(({ gtin }) => gtin.length === 0);
  const byBarcodes = isUnnamed ? await openByBarcodes(table, options) : undefined;
  if (byBarcodes !== undefined) return byBarcodes;
  const reading = await chooseReading(index, rows, { headings, readings, unnamed });
  if (
    unnamed.includes('partNumber') &&
    reading.found === 0 &&
    !(await leadsSomewhere(index, rows, reading.columns, headings))
  )
    return (
      (await openWithoutHeading(table, index, options)) ??
      (await openByBarcodes(table, options)) ??
      fail({ kind: 'names_no_part', missing: unnamed, headings })
    );
  const numbers = namedIn(rows, reading.columns, headings).map(({ itemNumber }) => itemNumber);
  return succeed({ table, layout: layout.value, reading, numbersRun: areRunningNumbers(numbers) });
}

/** Whether a row without a manufacturer has a candidate. */
async function leadsSomewhere(
  index: ItemIndex,
  rows: readonly (readonly string[])[],
  columns: RowColumns,
  headings: readonly string[],
): Promise<boolean> {
  const named = namedIn(rows.slice(0, TRIED_ROWS), columns, headings);
  const readings = named.map((one) => ({ named: one }));
  const read = await readAgain(index, readings, await matchRows(index, named));
  const matches = await new MissExplainer(index).explain(read);
  return matches.some((match) => match.kind === 'names_no_part' && (match.candidates ?? []).length > 0);
}

/**
 * Opens a table without a heading if the index knows its parts; undefined if not, and if a person said how it is to be
 * read.
 */
async function openWithoutHeading(
  table: TableFile,
  index: ItemIndex,
  { chosen, skipRows }: FileOptions,
): Promise<Result<OpenFile, LayoutProblem> | undefined> {
  if (table.format === 'jsonl' || chosen.length > 0 || skipRows !== undefined) return undefined;
  const asRead = { ...layoutWithoutHeading(1), readings: [] };
  const rows = await firstCells(table, asRead, COUNTED_ROWS);
  const layout = layoutWithoutHeading(Math.max(0, ...rows.map(({ length }) => length)));
  const { headings, readings, unnamed } = layout;
  if (readings.length === 0) return undefined;
  const reading = await chooseReading(index, rows, { headings, readings, unnamed });
  const byNumber = readings.filter(({ supplier, gtin }) => supplier.length === 0 && gtin.length === 0);
  let columns = (reading.found ?? 0) > 0 ? reading.columns : undefined;
  for (const one of columns === undefined ? byNumber : [])
    if (columns === undefined && (await leadsSomewhere(index, rows, one, headings))) columns = one;
  // A first row of words alone is a heading that nobody knows: a person says what its columns are.
  const [first] = columns === undefined ? [] : namedIn(rows.slice(0, 1), columns, headings);
  if (columns === undefined || !/[0-9]/.test(first?.partNumber ?? first?.gtin ?? '')) return undefined;
  return succeed({ table, layout, reading: { ...reading, columns }, numbersRun: false });
}

/**
 * Opens a table by the barcodes in one of its columns, whatever its heading is; undefined if there are none, and if a
 * person said how it is to be read.
 */
async function openByBarcodes(
  table: TableFile,
  { chosen, skipRows }: FileOptions,
): Promise<Result<OpenFile, LayoutProblem> | undefined> {
  if (table.format === 'jsonl' || chosen.length > 0 || skipRows !== undefined) return undefined;
  const layout = await layoutByBarcodes(table);
  const [columns] = layout?.readings ?? [];
  if (layout === undefined || columns === undefined) return undefined;
  const reading = { columns, found: null, rows: 0, others: [] };
  return succeed({ table, layout, reading, numbersRun: false });
}

interface ChosenSheet {
  readonly table: TableFile;
  readonly layout: Result<FileLayout, LayoutProblem>;
}

/**
 * Of a workbook, the first visible sheet whose heading names parts is read, unless a person chose one; a cover sheet is
 * not.
 */
async function chooseSheet(file: CatalogFile, options: FileOptions): Promise<ChosenSheet> {
  const table = await file.openTable(options);
  const layout = await readLayout(table, options);
  const others = table.sheets.filter((name) => name !== table.sheet && !table.hiddenSheets.includes(name));
  const first: ChosenSheet = { table, layout };
  if (options.sheet !== undefined || others.length === 0) return first;
  const read = [first];
  for (const sheet of others.slice(0, MAX_SHEETS_READ - 1)) {
    const other = table.onSheet?.(sheet);
    if (other === undefined) break;
    read.push({ table: other, layout: await readLayout(other, options) });
  }
  const whole = read.find((one) => one.layout.ok && one.layout.value.unnamed.length === 0);
  return whole ?? read.find((one) => one.layout.ok) ?? first;
}

/** Leaves out readings in which a column that only counts the rows would be the part number. */
function withoutCounts(
  rows: readonly (readonly string[])[],
  { headings, readings }: FileLayout,
): readonly RowColumns[] {
  return readings.flatMap((columns) => {
    if (columns.isUnclear !== true) return [columns];
    const numbers = namedIn(rows, columns, headings).map(({ partNumber }) => partNumber);
    if (!areRunningNumbers(numbers)) return [columns];
    return columns.gtin.length > 0 ? [ownNumberReading(columns)] : [];
  });
}

/** Tries the meanings on the first rows, unless the headings state a single meaning. */
async function chooseReading(
  index: ItemIndex,
  rows: readonly (readonly string[])[],
  { headings, readings, unnamed }: Pick<FileLayout, 'headings' | 'readings' | 'unnamed'>,
): Promise<ChosenReading> {
  const [likeliest] = readings;
  if (likeliest === undefined) throw new RangeError('A file has at least one reading.');
  if (readings.length === 1 && !unnamed.includes('partNumber'))
    return { columns: likeliest, found: null, rows: 0, others: [] };
  const tried = rows.slice(0, TRIED_ROWS);
  const results: { readonly columns: RowColumns; readonly found: number }[] = [];
  for (const columns of readings) {
    const named = namedIn(tried, columns, headings).map((named) => ({ ...named, isNumberUnclear: columns.isUnclear }));
    const matches = await matchRows(index, named);
    results.push({ columns, found: matches.filter(({ kind }) => kind === 'found').length });
  }
  const best = results.reduce((a, b) => (b.found > a.found ? b : a));
  return { ...best, rows: tried.length, others: results.filter((one) => one !== best) };
}

function namedIn(
  rows: readonly (readonly string[])[],
  columns: RowColumns,
  headings: readonly string[],
): readonly NamedRow[] {
  return rows
    .map((cells) => readRow(cells, columns, headings))
    .flatMap((row) => (row.kind === 'part' ? [row.named] : []));
}

/** Returns the cells of the first readable rows. */
export async function firstCells(
  table: TableFile,
  layout: FileLayout,
  count: number,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const row of listRows(table, layout)) {
    if (row.kind === 'cells') rows.push(row.cells);
    if (rows.length >= count) break;
  }
  return rows;
}
