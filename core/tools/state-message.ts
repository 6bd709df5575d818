/**
 * What an answer says of parts that are no longer, or not yet, made as a matter of course (docs/reference/tools.md#get_item). It is said of records that the answer
 * shows and bills, for any requested fields (decision 0091). A state that is not stated is unknown: it is never counted as active.
 */
import type { LifecycleStatus } from '../items/item-facts.ts';
import { describeState } from '../items/describe-state.ts';
import { isPartShown } from '../items/item-selection.ts';
import type { ItemLifecycle, StoredItem } from '../items/item-lifecycle.ts';

/** A record that the answer shows, and how the answer names its place. */
export interface PlacedRecord {
  readonly place: number;
  readonly record: StoredItem;
}

/** In the order in which a list shows them. */
const ORDER: readonly LifecycleStatus[] = ['obsolete', 'last_time_buy', 'nrnd', 'preview', 'active'];

/** One sentence for a record whose state is known and is not active. @param minConfidence 0 to 100; a state below it is not known */
export function stateMessage(record: StoredItem, nowMs: number, minConfidence = 0): string | undefined {
  const lifecycle = knownState(record, minConfidence);
  if (lifecycle === undefined || lifecycle.status === 'active') return undefined;
  const said = `This part ${describeState(lifecycle, nowMs)}`;
  if (lifecycle.status === 'preview') return `${said}.`;
  const call = JSON.stringify({ item_id: record.id, fields: ['attributes'] });
  return `${said}; attributes.replacements, where a source states any, come with get_item ${call}.`;
}

/**
 * One sentence for a list: how many states are known, and which parts are not active. Undefined where no state is known.
 * @param placeName what the places are, as `input_index`
 */
export function listStateMessage(
  records: readonly PlacedRecord[],
  {
    placeName,
    nowMs,
    minConfidence = 0,
  }: { readonly placeName: string; readonly nowMs: number; readonly minConfidence?: number | undefined },
): string | undefined {
  const groups = new Map<string, { readonly lifecycle: ItemLifecycle; readonly places: number[] }>();
  for (const { place, record } of records) {
    const lifecycle = knownState(record, minConfidence);
    if (lifecycle === undefined) continue;
    const key = `${ORDER.indexOf(lifecycle.status)} ${lifecycle.date ?? ''}`;
    const group = groups.get(key) ?? { lifecycle, places: [] };
    group.places.push(place);
    groups.set(key, group);
  }
  const known = [...groups.values()].reduce((sum, { places }) => sum + places.length, 0);
  if (known === 0) return undefined;
  const told = [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, { lifecycle, places }]) => {
      const count = `${places.length} ${describeState(lifecycle, nowMs, places.length > 1)}`;
      return lifecycle.status === 'active' ? count : `${count} (${placeName} ${places.join(', ')})`;
    });
  const unknown = records.length - known;
  const rest = unknown === 0 ? '' : `; of the other ${unknown} the state is unknown, which does not mean active`;
  return `States are known for ${known} of ${records.length}: ${told.join(', ')}${rest}.`;
}

/** As {@link listStateMessage}, where one of the records is known to be not active; else undefined. */
export function inactiveStateMessage(
  records: readonly PlacedRecord[],
  options: Parameters<typeof listStateMessage>[1],
): string | undefined {
  const isInactive = ({ record: { lifecycle } }: PlacedRecord) =>
    lifecycle !== undefined && lifecycle.status !== 'active';
  return records.some(isInactive) ? listStateMessage(records, options) : undefined;
}

function knownState(record: StoredItem, minConfidence: number): ItemLifecycle | undefined {
  return isPartShown(record, 'lifecycle', minConfidence) ? record.lifecycle : undefined;
}
