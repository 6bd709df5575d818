/**
 * Lists a catalog's rows for get_catalog_items (docs/reference/behavior.md#catalog-row), in the order of the file, each
 * with a summary of its item from the current index. The summary is never billed; a row shows none if its item was
 * deleted.
 */
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { ItemRecord } from '../../index/items/item-record.ts';
import type { ItemIndex } from '../../index/items/item-index.ts';
import { candidateOf, type Candidate } from '../../index/lookup/candidate.ts';
import { fail, succeed, type Result } from '../../result.ts';
import type { CatalogKey, CatalogRow, RowCandidate, RowOutcome } from './catalog.ts';
import { isReplacementId } from './catalog-id.ts';
import type { CatalogReader } from './catalog-store.ts';
import { itemOfRow } from './item-of-row.ts';
import { rowMessage, type RowAdvice } from './row-message.ts';

const DEFAULT_ROWS = 50;

/** A type, not an interface, because tools return it as plain JSON. */
type ShownRow = {
  readonly row: number;
  readonly outcome: RowOutcome;
  readonly your_item_number: string | null;
  readonly supplier: string | null;
  readonly supplier_part_number: string | null;
  readonly item: ItemSummary | null;
  /** The GTIN in the row; absent if it has none. */
  readonly gtin?: string;
  readonly message?: string;
  readonly candidates?: readonly Candidate[];
};

type ItemSummary = Pick<ItemRecord, 'id' | 'manufacturer' | 'mpn' | 'title' | 'gtin' | 'confidence'>;

export interface ShownRowPage {
  readonly rows: readonly ShownRow[];
  /** The number of the last returned row if there are more; null otherwise. */
  readonly nextCursor: number | null;
}

export interface RowQuery {
  /** An empty list does not filter, like an absent one. */
  readonly outcomes?: readonly RowOutcome[] | undefined;
  readonly limit?: number | undefined;
  /** Returns only rows after this row number. */
  readonly cursor?: number | undefined;
  /** The facts that messages state about missing parts and lifecycle states. */
  readonly advice: RowAdvice;
}

export async function listCatalogRows(
  ports: { readonly catalogs: CatalogReader; readonly index: ItemIndex },
  key: CatalogKey,
  { outcomes, limit = DEFAULT_ROWS, cursor = 0, advice }: RowQuery,
): Promise<Result<ShownRowPage, { readonly kind: 'no_such_catalog' }>> {
  if (isReplacementId(key.catalogId)) return fail({ kind: 'no_such_catalog' });
  const wanted = { outcomes, after: cursor, limit: limit + 1 };
  // The rows are read in parallel with the catalog's own row, on the assumption that they were never replaced.
  for (let rowsIn = key.catalogId; ;) {
    const [catalog, found] = await Promise.all([
      ports.catalogs.findCatalog(key),
      ports.catalogs.readRows({ ...key, rowsIn }, wanted),
    ]);
    if (catalog === undefined) return fail({ kind: 'no_such_catalog' });
    const page = found.slice(0, limit);
    const [items, now] = await Promise.all([readItemsOf(ports.index, page), ports.catalogs.findCatalog(key)]);
    if (now === undefined) return fail({ kind: 'no_such_catalog' });
    // If the catalog has the same rows before and after the read, none was missing.
    if (catalog.rowsIn === rowsIn && now.rowsIn === rowsIn)
      return succeed({
        rows: page.map((row) => showRow(row, items, advice)),
        nextCursor: found.length > limit ? (page.at(-1)?.row ?? null) : null,
      });
    rowsIn = now.rowsIn;
  }
}

async function readItemsOf(index: ItemIndex, rows: readonly CatalogRow[]): Promise<ReadonlyMap<string, StoredItem>> {
  const itemIds = new Set(rows.flatMap(({ itemId }) => itemId ?? []));
  return itemIds.size === 0 ? new Map() : index.readItems([...itemIds], []);
}

function showRow(row: CatalogRow, items: ReadonlyMap<string, StoredItem>, advice: RowAdvice): ShownRow {
  const item = itemOfRow(row, items);
  const message = rowMessage(row, advice, item);
  return {
    row: row.row,
    outcome: row.outcome,
    your_item_number: row.itemNumber,
    supplier: row.supplier,
    supplier_part_number: row.partNumber,
    item: item === undefined ? null : summarise(item),
    ...(row.gtin !== null && { gtin: row.gtin }),
    ...(message !== undefined && { message }),
    ...(advice.mayNameParts && row.candidates.length > 0 && { candidates: row.candidates.map(shownCandidate) }),
  };
}

function shownCandidate({ manufacturer, partNumber }: RowCandidate): Candidate {
  return candidateOf(manufacturer, partNumber);
}

function summarise({ id, manufacturer, mpn, title, gtin, confidence }: ItemRecord): ItemSummary {
  return { id, manufacturer, mpn, title, gtin, confidence };
}
