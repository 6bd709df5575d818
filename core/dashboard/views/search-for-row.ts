/**
 * Searches the index for the part of a row: by words, part number, GTIN or item id. It returns manufacturer, part number and id of at most
 * five parts. Before it reads anything, it takes a row of the period's allowance and adds an audit line without the query.
 */
import type { AuditLine } from '../../billing/plans/audit-line.ts';
import type { CatalogStore } from '../../catalogs/rows/catalog-store.ts';
import type { RowAllowance } from '../../catalogs/rows/row-allowance.ts';
import { itemIdSchema } from '../../identifiers.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { findParts } from '../../index/lookup/find-parts.ts';
import { readPart } from '../../index/lookup/read-part.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { beginCurrentSearch, type SearchIndex } from '../../index/search/begin-current-search.ts';
import { finishSearch } from '../../index/search/search-items.ts';
import { termsOfSearch } from '../../index/search/search-terms.ts';

const MOST_PARTS = 5;

export interface PartChoice {
  readonly item_id: string;
  readonly manufacturer: string | null;
  readonly part_number: string | null;
}

export interface RowSearch {
  readonly accountId: string;
  readonly query: string;
  readonly allowance: RowAllowance;
  readonly audit: AuditLine;
}

export type RowSearchError =
  /** The query contains nothing to search for; no row was taken. */
  { readonly kind: 'empty_query' } | { readonly kind: 'allowance_used' };

export async function searchForRow(
  {
    catalogs,
    products,
  }: { readonly catalogs: Pick<CatalogStore, 'takeRow'>; readonly products: ItemIndex & SearchIndex },
  { accountId, query, allowance, audit }: RowSearch,
): Promise<Result<readonly PartChoice[], RowSearchError>> {
  const isId = itemIdSchema.safeParse(query).success;
  if (!isId && termsOfSearch({ query }).words.length === 0) return fail({ kind: 'empty_query' });
  if (!(await catalogs.takeRow(accountId, allowance, audit))) return fail({ kind: 'allowance_used' });
  const items = isId ? [...(await products.readItems([query], [])).values()] : await search(products, query);
  return succeed(items.slice(0, MOST_PARTS).map(choiceOf));
}

async function search(products: ItemIndex & SearchIndex, query: string): Promise<readonly ItemRecord[]> {
  const barcode = readPart({ gtin: query });
  const [byBarcode] = barcode.ok ? await findParts(products, [barcode.value], []) : [];
  if (byBarcode !== undefined && byBarcode.found !== null) return [byBarcode.found];
  const limits = { limit: MOST_PARTS, partialLimit: MOST_PARTS };
  const started = await beginCurrentSearch(products, { query }, { ...limits, after: undefined, sections: [] });
  const { found } = await finishSearch(products, started);
  return found.map(({ record: item }) => item);
}

function choiceOf({ id, manufacturer, brand, mpn }: ItemRecord): PartChoice {
  return { item_id: id, manufacturer: manufacturer ?? brand, part_number: mpn };
}
