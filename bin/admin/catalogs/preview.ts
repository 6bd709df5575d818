/** `catalogs import --preview`: the first rows as they are understood and the first hundred as they would match. Nothing is stored. */
import type { CatalogRow } from '../../../functions/core/catalogs/catalog.ts';
import { countRows } from '../../../functions/core/catalogs/catalog.ts';
import { previewRows } from '../../../functions/core/catalogs/preview-rows.ts';
import { firstCells, type OpenList } from '../../../functions/core/catalogs/open-list.ts';
import type { ProductIndex } from '../../../functions/core/products/product-index.ts';
import { describeList, usedColumns } from './list-words.ts';

const UNDERSTOOD_ROWS = 10;
const MATCHED_ROWS = 100;

export interface ListPreview {
  readonly understood: readonly string[];
  readonly columns: ReturnType<typeof usedColumns>;
  readonly rows: readonly CatalogRow[];
  /** How the first hundred rows would come out. */
  readonly outcomes: Readonly<Record<string, number>>;
}

export async function previewList(products: ProductIndex, list: OpenList): Promise<ListPreview> {
  const { layout, reading } = list;
  const cells = await firstCells(list.table, layout, MATCHED_ROWS);
  const rows = await previewRows(products, cells, { columns: reading.columns, headings: layout.headings });
  const counts = Object.entries(countRows(rows)).filter(([, count]) => count > 0);
  return {
    understood: describeList(list),
    columns: usedColumns(reading.columns, layout.headings),
    rows: rows.slice(0, UNDERSTOOD_ROWS),
    outcomes: Object.fromEntries(counts),
  };
}
