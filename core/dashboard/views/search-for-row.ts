/**
 * Searches the index for the part of a row: by words, part number, GTIN or item id. It returns at most five parts, with
 * title, confidence and state. A search that finds something takes a row of the period's allowance and adds an audit
 * line without the query; one that finds nothing is free.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { CatalogStore } from '../../catalogs/rows/catalog-store.ts';
import type { RowAllowance } from '../../catalogs/rows/row-allowance.ts';
import { itemIdSchema } from '../../identifiers.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { findParts } from '../../index/lookup/find-parts.ts';
import { readPart } from '../../index/lookup/read-part.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { beginCurrentSearch, type SearchIndex } from '../../index/corrections/begin-current-search.ts';
import { finishSearch } from '../../index/search/finish-search.ts';
import { termsOfSearch } from '../../index/search/search-terms.ts';

const MAX_PARTS = 5;

interface RowSearch {
  readonly accountId: string;
  readonly query: string;
  readonly allowance: RowAllowance;
  readonly audit: AuditLine;
}

type RowSearchRefusal =
  /** The query contains nothing to search for. */
  { readonly kind: 'empty_query' } | { readonly kind: 'allowance_used' };

interface FoundForRow {
  readonly items: readonly StoredItem[];
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}

export async function searchForRow(
  { catalogs, index }: { readonly catalogs: Pick<CatalogStore, 'takeRow'>; readonly index: ItemIndex & SearchIndex },
  { accountId, query, allowance, audit }: RowSearch,
): Promise<Result<FoundForRow, RowSearchRefusal>> {
  const isId = itemIdSchema.safeParse(query).success;
  if (!isId && termsOfSearch({ query }).words.length === 0) return fail({ kind: 'empty_query' });
  const items = isId ? [...(await index.readItems([query], [])).values()] : await findForRow(index, query);
  if (items.length === 0) return succeed({ items, hasMore: false });
  // The answer leaves only after the row is taken.
  if (!(await catalogs.takeRow(accountId, allowance, audit))) return fail({ kind: 'allowance_used' });
  return succeed({ items: items.slice(0, MAX_PARTS), hasMore: items.length > MAX_PARTS });
}

/** Returns the part of a barcode, or the first matches of the words, best first: one more than are shown. */
export async function findForRow(index: ItemIndex & SearchIndex, query: string): Promise<readonly StoredItem[]> {
  const barcode = readPart({ gtin: query });
  const [byBarcode] = barcode.ok ? await findParts(index, [barcode.value], []) : [];
  if (byBarcode !== undefined && byBarcode.found !== null) return [byBarcode.found];
  const most = MAX_PARTS + 1;
  const limits = { limit: most, partialLimit: most };
  const started = await beginCurrentSearch(index, { query }, { ...limits, after: undefined, sections: [] });
  const { found } = await finishSearch(index, started);
  return found.map(({ item }) => item);
}
