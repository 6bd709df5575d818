/** Lists an account's catalogs for list_my_catalogs, newest first and in pages (docs/reference/behavior.md#catalog). */
import { totalRows, type Catalog, type RowCounts } from './catalog.ts';
import type { CatalogReader } from './catalog-store.ts';
import { timeText, timeTextOrNull } from '../../time.ts';

const DEFAULT_CATALOGS = 20;

/** A type, not an interface, because tools return it as plain JSON. */
export type ShownCatalog = {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly created_at: string;
  readonly completed_at: string | null;
  /** The total, and the count of every outcome. */
  readonly rows: { readonly total: number } & RowCounts;
};

export interface CatalogPage {
  readonly catalogs: readonly Catalog[];
  /** The sequence number of the last returned catalog if there are older ones; null otherwise. */
  readonly nextCursor: number | null;
}

/** @param page.cursor returns only catalogs older than this sequence number; 0 starts at the newest */
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
  const page = found.slice(0, limit);
  return {
    catalogs: page,
    nextCursor: found.length > limit ? (page.at(-1)?.sequence ?? null) : null,
  };
}

export function showCatalog(catalog: Catalog): ShownCatalog {
  const { catalogId, name, status, createdAtMs, completedAtMs, counts } = catalog;
  return {
    id: catalogId,
    name,
    // The same word as the outcome of rows.
    status: status === 'failed' ? 'error' : status,
    created_at: timeText(createdAtMs),
    completed_at: timeTextOrNull(completedAtMs),
    rows: { total: totalRows(counts), ...counts },
  };
}
