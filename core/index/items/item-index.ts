/**
 * The port for reading the product index.
 * One contract suite (test/adapters/dynamodb/index/item-index.contract.test.ts) tests every implementation.
 */
import type { StoredItem } from './item-lifecycle.ts';
import type { ItemRecord, ItemSection } from './item-record.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import type { SeenList } from './seen-list.ts';
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { PartKey } from '../part-keys/part-number.ts';
import type { Gtin14 } from '../part-keys/gtin.ts';

/** A key that an item is stored under, in addition to its id. */
export type FiledKey = { readonly by: 'part'; readonly part: PartKey } | { readonly by: 'gtin'; readonly gtin: Gtin14 };

/**
 * A key to read. `manufacturerKey` only narrows the read if very many items share a part number; it does not filter.
 */
export type IndexKey = FiledKey &
  ({ readonly by: 'gtin' } | { readonly by: 'part'; readonly manufacturerKey: ManufacturerKey });

/** The fields of an item in its key entries, enough to choose among the items of one part number. */
export type EntryIdentity = Pick<ItemRecord, 'mpn' | 'manufacturer' | 'brand' | 'confidence'>;

/** The large sections of an item with their size in kB of JSON, rounded up; small sections are absent. */
export type LargeParts = Readonly<Partial<Record<'core' | ItemSection, number>>>;

/** One item stored under a key. */
export interface KeyEntry {
  readonly itemId: string;
  readonly identity: EntryIdentity;
  /** The item without its sections, if the entry has a copy. */
  readonly item: StoredItem | undefined;
  readonly large: LargeParts;
}

/** A part number of the index with a similar spelling, and its manufacturer. */
export type NumberAlike = Pick<ItemRecord, 'manufacturer' | 'brand'> & { readonly number: string };

/** What one import has read of the lists of part numbers. */
export type SeenNumbers = SeenList<NumberAlike>;

/**
 * `around`: part numbers on both sides, earlier ones first; `both`: equally many of each; `longer`: part numbers that
 * begin with the requested one.
 */
export type NumberReach = 'around' | 'both' | 'longer';

export interface ItemIndex {
  /**
   * Returns the entries of each key, in the order of `keys`; the list is empty if there are none. Takes one round trip
   * for up to 100 keys, and a second one if more than 200 items share a key. Refreshes `manufacturers` in parallel.
   */
  readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]>;

  /**
   * Returns the items with the requested sections; other sections are null. An id without an item (unknown, deleted,
   * announced but not yet written) is absent from the map. Usually takes one round trip. An item that is being
   * rewritten is read again, consistently, at most three times; if it never settles, this throws.
   * @param options.consistent sees every finished write; costs twice as much
   */
  readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    options?: { readonly consistent: boolean },
  ): Promise<ReadonlyMap<string, StoredItem>>;

  /**
   * Returns part numbers with look-alike forms next to the requested one's, sorted by form. The caller decides which of
   * them are similar. A part number appears once for each item that has it. Returns a few dozen at most, in one round
   * trip, for half a read unit with `around` and one with `both`.
   * @param seen `both` reads only what it lacks, and takes a second round trip if another read
   * opens the same list
   */
  readNumbersAlike(number: string, reach: NumberReach, seen?: SeenNumbers): Promise<readonly NumberAlike[]>;

  /**
   * Returns the manufacturer table with operators' aliases, at most a minute old after `readKeys`. Takes no round trip.
   */
  manufacturers(): Promise<ManufacturerTable>;
}
