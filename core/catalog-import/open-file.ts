/** A parts list, opened: its heading found, and the meaning of its columns chosen by what the index knows. Nothing is imported yet. */
import type { TableFile } from '../table-files/table-file.ts';
import type { ProductIndex } from '../items/product-index.ts';
import { fail, succeed, type Result } from '../result.ts';
import { chooseReading, TRIED_ROWS, type ChosenReading } from './choose-reading.ts';
import { readLayout, type LayoutError, type LayoutOptions, type ListLayout } from '../table-files/file-layout.ts';
import { listRows } from '../table-files/prepared-file.ts';

export interface OpenList {
  readonly table: TableFile;
  readonly layout: ListLayout;
  readonly reading: ChosenReading;
}

export async function openList(
  table: TableFile,
  products: ProductIndex,
  options: LayoutOptions,
): Promise<Result<OpenList, LayoutError>> {
  const layout = await readLayout(table, options);
  if (!layout.ok) return layout;
  const { headings, unnamed, readings } = layout.value;
  const rows = await firstCells(table, layout.value, TRIED_ROWS);
  const reading = await chooseReading(products, rows, readings, unnamed.length > 0);
  if (unnamed.length > 0 && reading.found === 0) return fail({ kind: 'names_no_part', missing: unnamed, headings });
  return succeed({ table, layout: layout.value, reading });
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
