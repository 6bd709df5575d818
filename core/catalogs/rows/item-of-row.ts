/**
 * Decides what a row shows of its item. A row that was imported while the account could not be billed shows the item's
 * id, with manufacturer and part number as the row wrote them, because more would be a free look-up; all other rows
 * show the item in every state of the account.
 */
import type { StoredItem } from '../../index/items/item-lifecycle.ts';
import type { CatalogRow } from './catalog.ts';

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
