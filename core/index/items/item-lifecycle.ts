/**
 * Derives a part's lifecycle state from an item's `attributes.lifecycle`. Status and decisive date are copied into the
 * item's CORE row and its key rows, so that look-ups and searches know them without reading the section. An unstated
 * state is absent; it never means active.
 */
import * as z from 'zod/mini';
import { LIFECYCLE_STATUSES } from './item-facts.ts';
import type { ItemRecord } from './item-record.ts';

const day = z.iso.date();
const lifecycleSchema = z.object({ status: z.enum(LIFECYCLE_STATUSES), date: z.optional(day) });

export type ItemLifecycle = z.infer<typeof lifecycleSchema>;

/** An item as read from the index, which includes its state even if `attributes` was not read. */
export type StoredItem = ItemRecord & { readonly lifecycle?: ItemLifecycle };

// Not z.catch: it keeps all tools of zod in every bundle.
const statedSchema = z.object({
  status: z.enum(LIFECYCLE_STATUSES),
  last_buy: z.optional(z.unknown()),
  last_ship: z.optional(z.unknown()),
});

/** Returns the state in an item's attributes, or undefined. The date is the last one that matters to a buyer. */
export function lifecycleOf({ attributes }: Pick<ItemRecord, 'attributes'>): ItemLifecycle | undefined {
  const stated = statedSchema.safeParse(attributes?.['lifecycle']).data;
  if (stated === undefined) return undefined;
  const { status } = stated;
  const [lastBuy, lastShip] = [stated.last_buy, stated.last_ship].map((value) => day.safeParse(value).data);
  const date = status === 'last_time_buy' ? lastBuy : status === 'obsolete' ? (lastShip ?? lastBuy) : undefined;
  return { status, ...(date !== undefined && { date }) };
}

/** Replaces the item's copied state with the one in its attributes. */
export function withLifecycle({ lifecycle: _before, ...item }: StoredItem): StoredItem {
  const lifecycle = lifecycleOf(item);
  return { ...item, ...(lifecycle !== undefined && { lifecycle }) };
}

/** Reads a copied state from storage; returns undefined for anything else. */
export function readLifecycle(stored: unknown): ItemLifecycle | undefined {
  return lifecycleSchema.safeParse(stored).data;
}
