/**
 * Computes the position of an item in every list of postings: highest confidence first, then by id
 * (docs/reference/search.md#pages). Because all lists share this order, a search can walk one of them for all.
 */
import type { ItemRecord } from './item-record.ts';

/** `<100 − rank, three digits>#<item id>`, which sorts as text. */
export type ItemPosition = `${string}#itm_${string}`;

/** Positions before the first item and after the last. */
export const START = '' as ItemPosition;
export const END = '~' as ItemPosition;

export function positionOf(item: Pick<ItemRecord, 'id' | 'confidence'>): ItemPosition {
  return `${String(100 - rankOf(item.confidence)).padStart(3, '0')}#${item.id}` as ItemPosition;
}

export function itemIdAt(position: ItemPosition): string {
  return position.slice(4);
}

/** Returns the item's confidence as an integer; an item without one is last. */
function rankOf(confidence: number | null): number {
  return Math.floor(confidence ?? 0);
}
