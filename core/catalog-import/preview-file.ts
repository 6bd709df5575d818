/** A list as an import would store it: the first rows as they are understood, and how the first hundred would come out. Nothing is stored. */
import type { ProductIndex } from '../items/product-index.ts';
import { countRows, type CatalogRow, type RowOutcome } from '../catalogs/catalog.ts';
import { decideRows, namedParts, readSourceRow } from './decide-rows.ts';
import { FirstRows } from './first-rows.ts';
import { matchRows } from './match-rows.ts';
import { MissHints } from './miss-hints.ts';
import { firstCells, type OpenList } from './open-file.ts';

const UNDERSTOOD_ROWS = 10;
const MATCHED_ROWS = 100;

export interface ListPreview {
  readonly rows: readonly CatalogRow[];
  /** How many of the first hundred rows would have each outcome; those that none has are left out. */
  readonly outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
}

export async function previewList(products: ProductIndex, { table, layout, reading }: OpenList): Promise<ListPreview> {
  const list = { columns: reading.columns, headings: layout.headings };
  const cells = await firstCells(table, layout, MATCHED_ROWS);
  const read = cells.map((row) => readSourceRow({ kind: 'cells', cells: row }, list));
  const matches = await new MissHints(products).explain(await matchRows(products, namedParts(read)));
  const rows = decideRows(read, matches, 0, new FirstRows());
  const counts = Object.entries(countRows(rows)).filter(([, count]) => count > 0);
  return { rows: rows.slice(0, UNDERSTOOD_ROWS), outcomes: Object.fromEntries(counts) };
}
