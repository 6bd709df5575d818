/**
 * Whether a part is still made, as a record's `attributes.lifecycle` states it. Status and decisive date are copied into the record's CORE row and
 * into its key rows, so that a look-up or a search knows them without reading the section. What is not stated is absent: silence never means active.
 */
import * as z from 'zod';
import { LIFECYCLE_STATUSES } from './item-facts.ts';
import type { ItemRecord } from './item-record.ts';

const lifecycleSchema = z.object({ status: z.enum(LIFECYCLE_STATUSES), date: z.iso.date().optional() });

export type ItemLifecycle = z.infer<typeof lifecycleSchema>;

/** An item as the index reads it: with its state even if `attributes` was not read. */
export type StoredItem = ItemRecord & { readonly lifecycle?: ItemLifecycle };

const statedSchema = z.object({
  status: z.enum(LIFECYCLE_STATUSES),
  last_buy: z.iso.date().optional().catch(undefined),
  last_ship: z.iso.date().optional().catch(undefined),
});

/** The state in an item's attributes; undefined if they state none. The date is the last one that matters to a buyer. */
export function lifecycleOf({ attributes }: Pick<ItemRecord, 'attributes'>): ItemLifecycle | undefined {
  const stated = statedSchema.safeParse(attributes?.['lifecycle']).data;
  if (stated === undefined) return undefined;
  const { status, last_buy: lastBuy, last_ship: lastShip } = stated;
  const date = status === 'last_time_buy' ? lastBuy : status === 'obsolete' ? (lastShip ?? lastBuy) : undefined;
  return { status, ...(date !== undefined && { date }) };
}

/** The item with the state that its attributes state, replacing any earlier one. */
export function withLifecycle({ lifecycle: _before, ...record }: StoredItem): StoredItem {
  const lifecycle = lifecycleOf(record);
  return { ...record, ...(lifecycle !== undefined && { lifecycle }) };
}

/** A copied state as it is stored; undefined for anything else. */
export function readLifecycle(stored: unknown): ItemLifecycle | undefined {
  return lifecycleSchema.safeParse(stored).data;
}
