/**
 * Decides what a row shows of its item, and how it changes when research finds one. A row that was imported while the
 * account could not be billed shows the item's id, with manufacturer and part number as the row wrote them, because
 * more would be a free look-up; all other rows show the item in every state of the account.
 */
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import { warningsIn } from '../files/row-warnings.ts';
import type { CatalogRow, RowOutcome } from './catalog.ts';
import type { MatchedItem, RowChange } from './catalog-store.ts';

/** Returns undefined if the row has no item, or if the item is not in the index. */
export function itemOfRow(
  { itemId, isUnpaid, supplier, partNumber }: Pick<CatalogRow, 'itemId' | 'isUnpaid' | 'supplier' | 'partNumber'>,
  items: ReadonlyMap<string, StoredItem>,
): StoredItem | undefined {
  const item = itemId === null ? undefined : items.get(itemId);
  if (item === undefined || isUnpaid !== true) return item;
  const { lifecycle: _state, ...fields } = item;
  const nothing = Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as unknown as StoredItem;
  return { ...nothing, id: item.id, manufacturer: supplier, mpn: partNumber };
}

/** Returns the change of a row to another outcome; with an item, why it had none is no longer said. */
export function changeToOutcome(row: CatalogRow, outcome: RowOutcome, item: MatchedItem | null): RowChange {
  const change = { row, outcome, itemId: item?.id ?? null, itemUpdatedAt: item?.updated_at ?? null };
  if (outcome === 'not_found') return change;
  return { ...change, also: { reason: warningsIn(row.reason), candidates: [], matchedBy: 'research' } };
}
