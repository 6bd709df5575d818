/** The rows of a list as an import would store them, those that name a part again told apart; nothing is stored. */
import type { ProductIndex } from '../products/product-index.ts';
import type { CatalogRow } from './catalog.ts';
import { decideRows, namedParts, readSourceRow } from './decide-rows.ts';
import { FirstRows } from './first-rows.ts';
import { matchRows } from './match-rows.ts';
import { MissHints } from './miss-hints.ts';
import type { ListColumns } from './prepared-list.ts';

export async function previewRows(
  products: ProductIndex,
  rows: readonly (readonly string[])[],
  list: ListColumns,
): Promise<readonly CatalogRow[]> {
  const read = rows.map((cells) => readSourceRow({ kind: 'cells', cells }, list));
  const matches = await new MissHints(products).explain(await matchRows(products, namedParts(read)));
  return decideRows(read, matches, 0, new FirstRows());
}
