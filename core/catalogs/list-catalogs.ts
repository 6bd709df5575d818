/** An account's catalogs as list_my_catalogs shows them: newest first, a page at a time (docs/reference/behavior.md#catalog). */
import { totalRows, type Catalog, type RowCounts } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';
import { timeText, timeTextOrNull } from '../time.ts';

const DEFAULT_CATALOGS = 20;

/** A type, not an interface, because tools pass it on as plain JSON. */
export type ShownCatalog = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly completed_at: string | null;
  /** `total`, and a count for every outcome. */
  readonly rows: { readonly total: number } & RowCounts;
};

export interface CatalogPage {
  readonly catalogs: readonly Catalog[];
  /** The number of the last catalog shown when there are older ones. */
  readonly nextCursor: number | null;
}

/** @param page.cursor only older catalogs than the one with this number; 0 is not a catalog's, and starts at the newest */
export async function listCatalogs(
  store: CatalogReader,
  accountId: string,
  {
    limit = DEFAULT_CATALOGS,
    cursor = 0,
  }: { readonly limit?: number | undefined; readonly cursor?: number | undefined },
): Promise<CatalogPage> {
  const before = cursor === 0 ? Number.MAX_SAFE_INTEGER : cursor;
  const found = await store.listCatalogs(accountId, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    catalogs: shown,
    nextCursor: found.length > limit ? (shown.at(-1)?.sequence ?? null) : null,
  };
}

export function showCatalog(catalog: Catalog): ShownCatalog {
  const { catalogId, name, status, createdAtMs, completedAtMs, counts } = catalog;
  return {
    id: catalogId,
    name,
    // Rows use this word.
    status: status === 'failed' ? 'error' : status,
    created_at: timeText(createdAtMs),
    completed_at: timeTextOrNull(completedAtMs),
    rows: { total: totalRows(counts), ...counts },
  };
}
