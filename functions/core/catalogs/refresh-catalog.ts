/**
 * Looks the rows of a finished catalog up again: a part found by now is a `cache_hit`, one whose item is newer than it was,
 * or another item, is `refreshed`, one that is gone is `not_found`. Errors, duplicates and blank rows stay what they are.
 * May be killed and repeated: a row that was looked at again is only changed by what has happened since.
 */
import type { ProductIndex } from '../products/product-index.ts';
import type { CatalogKey, CatalogRow, RowOutcome } from './catalog.ts';
import type { CatalogStore, MatchedItem, RowChange } from './catalog-store.ts';
import { matchRows, type RowMatch } from './match-rows.ts';

const LOOKED_AGAIN: readonly RowOutcome[] = ['cache_hit', 'enriched', 'refreshed', 'not_found'];
const PAGE_ROWS = 50;

export interface CatalogRefresh {
  readonly key: CatalogKey;
  readonly stop: AbortSignal;
  /** After every page: the last row looked at, and how many rows were changed so far. */
  onProgress(row: number, changed: number): void;
}

/** @returns how many rows were changed */
export async function refreshCatalog(
  ports: { readonly catalogs: CatalogStore; readonly products: ProductIndex },
  run: CatalogRefresh,
): Promise<number> {
  const { key, stop } = run;
  let changed = 0;
  for (let after = 0; !stop.aborted;) {
    const rows = await ports.catalogs.readRows(key, { outcomes: LOOKED_AGAIN, after, limit: PAGE_ROWS });
    const last = rows.at(-1);
    if (last === undefined) break;
    const matches = await matchRows(ports.products, rows);
    const changes = rows.flatMap((row, index) => decideChange(row, matches[index]) ?? []);
    if (changes.length > 0) changed += await ports.catalogs.changeRows(key, changes);
    after = last.row;
    run.onProgress(after, changed);
  }
  return changed;
}

/** Undefined when the row says what it said before. */
function decideChange(row: CatalogRow, match: RowMatch | undefined): RowChange | undefined {
  if (match?.kind === 'found') {
    const { id: itemId, updated_at: itemUpdatedAt } = match.item;
    if (row.outcome === 'not_found') return { row, outcome: 'cache_hit', itemId, itemUpdatedAt };
    return isNews(row, match.item) ? { row, outcome: 'refreshed', itemId, itemUpdatedAt } : undefined;
  }
  if (match?.kind !== 'missing' || row.outcome === 'not_found') return undefined;
  return { row, outcome: 'not_found', itemId: null, itemUpdatedAt: null };
}

/** Another item, or the same one with a later `updated_at`. Times are compared as times: records write them with any offset. */
function isNews(row: CatalogRow, item: MatchedItem): boolean {
  if (item.id !== row.itemId) return true;
  if (item.updated_at === null) return false;
  return row.itemUpdatedAt === null || Date.parse(item.updated_at) > Date.parse(row.itemUpdatedAt);
}
