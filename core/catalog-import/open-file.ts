/** A parts list, opened: its heading found, and the meaning of its columns chosen by what the index knows. Nothing is imported yet. */
import type { TableFile } from '../table-files/table-file.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import { chooseReading, type ChosenReading } from './choose-reading.ts';
import { readLayout, type LayoutError, type LayoutOptions, type ListLayout } from '../table-files/file-layout.ts';
import { listRows } from '../table-files/prepared-file.ts';
import { readRow } from '../table-files/read-row.ts';
import type { RowColumns } from '../table-files/recognize-columns.ts';
import { countRowsOnly } from '../table-files/running-numbers.ts';

/** Rows whose own numbers show whether the column only counts them. */
const COUNTED_ROWS = 100;

export interface OpenList {
  readonly table: TableFile;
  readonly layout: ListLayout;
  readonly reading: ChosenReading;
  /** The customer's own numbers only count the rows. */
  readonly numbersRun: boolean;
}

export async function openList(
  table: TableFile,
  products: ProductIndex,
  options: LayoutOptions,
): Promise<Result<OpenList, LayoutError>> {
  const layout = await readLayout(table, options);
  if (!layout.ok) return layout;
  const { headings, unnamed, readings } = layout.value;
  const rows = await firstCells(table, layout.value, COUNTED_ROWS);
  const reading = await chooseReading(products, rows, readings, unnamed.length > 0);
  if (unnamed.length > 0 && reading.found === 0) return fail({ kind: 'names_no_part', missing: unnamed, headings });
  const numbersRun = countRowsOnly(ownNumbers(rows, reading.columns, headings));
  return succeed({ table, layout: layout.value, reading, numbersRun });
}

function ownNumbers(
  rows: readonly (readonly string[])[],
  columns: RowColumns,
  headings: readonly string[],
): readonly (string | null)[] {
  return rows
    .map((cells) => readRow(cells, columns, headings))
    .flatMap((row) => (row.kind === 'part' ? [row.named.itemNumber] : []));
}

/** The cells of the first rows that can be read. */
export async function firstCells(
  table: TableFile,
  layout: ListLayout,
  count: number,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  if (count === 0) return rows;
  for await (const row of listRows(table, layout)) {
    if (row.kind === 'cells') rows.push(row.cells);
    if (rows.length >= count) break;
  }
  return rows;
}
