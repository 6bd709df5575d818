/**
 * Writes the message about parts that are no longer, or not yet, in normal production
 * (docs/reference/tools.md#get_item). It covers the items that the answer shows and bills, for any requested fields
 * (decision 0091). A missing state is unknown and never counts as active.
 */
import type { LifecycleStatus } from '../../index/items/item-facts.ts';
import { describeState } from '../../index/items/describe-state.ts';
import { isPartShown } from '../../index/items/item-selection.ts';
import type { ItemLifecycle, StoredItem } from '../../index/items/item-lifecycle.ts';

/** An item that the answer shows, and its place in the answer. */
export interface PlacedItem {
  readonly place: number;
  readonly item: StoredItem;
}

/** The order in which a message lists the states. */
const ORDER: readonly LifecycleStatus[] = ['obsolete', 'last_time_buy', 'nrnd', 'preview', 'active'];

/**
 * Returns one sentence for an item with a known state other than active.
 * @param minConfidence 0 to 100; a state below it is unknown
 */
export function stateMessage(item: StoredItem, nowMs: number, minConfidence = 0): string | undefined {
  const lifecycle = knownState(item, minConfidence);
  if (lifecycle === undefined || lifecycle.status === 'active') return undefined;
  const state = `This part ${describeState(lifecycle, nowMs)}`;
  if (lifecycle.status === 'preview') return `${state}.`;
  const call = JSON.stringify({ item_id: item.id, fields: ['attributes'] });
  return `${state}; attributes.replacements, where a source states any, come with get_item ${call}.`;
}

/**
 * Returns one sentence about several items: how many states are known, and which parts are not active. Undefined if no
 * state is known.
 * @param placeName the name of the places, such as `input_index`
 */
export function listStateMessage(
  items: readonly PlacedItem[],
  {
    placeName,
    nowMs,
    minConfidence = 0,
  }: { readonly placeName: string; readonly nowMs: number; readonly minConfidence?: number | undefined },
): string | undefined {
  const groups = new Map<string, { readonly lifecycle: ItemLifecycle; readonly places: number[] }>();
  for (const { place, item } of items) {
    const lifecycle = knownState(item, minConfidence);
    if (lifecycle === undefined) continue;
    const key = `${ORDER.indexOf(lifecycle.status)} ${lifecycle.date ?? ''}`;
    const group = groups.get(key) ?? { lifecycle, places: [] };
    group.places.push(place);
    groups.set(key, group);
  }
  const known = [...groups.values()].reduce((sum, { places }) => sum + places.length, 0);
  if (known === 0) return undefined;
  const states = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, { lifecycle, places }]) => {
      const count = `${places.length} ${describeState(lifecycle, nowMs, places.length > 1)}`;
      return lifecycle.status === 'active' ? count : `${count} (${placeName} ${places.join(', ')})`;
    });
  const unknown = items.length - known;
  const rest = unknown === 0 ? '' : `; of the other ${unknown} the state is unknown, which does not mean active`;
  return `States are known for ${known} of ${items.length}: ${states.join(', ')}${rest}.`;
}

/** Returns {@link listStateMessage} if a known state is not active; otherwise undefined. */
export function inactiveStateMessage(
  items: readonly PlacedItem[],
  options: Parameters<typeof listStateMessage>[1],
): string | undefined {
  const isInactive = ({ item: { lifecycle } }: PlacedItem) => lifecycle !== undefined && lifecycle.status !== 'active';
  return items.some(isInactive) ? listStateMessage(items, options) : undefined;
}

function knownState(item: StoredItem, minConfidence: number): ItemLifecycle | undefined {
  return isPartShown(item, 'lifecycle', minConfidence) ? item.lifecycle : undefined;
}
