/**
 * The port through which the product index is read.
 * One contract suite (test/adapters/dynamodb/items/product-index.contract.test.ts) tests every implementation.
 */
import type { StoredItem } from './item-lifecycle.ts';
import type { ItemRecord, ItemSection } from './item-record.ts';
import type { ManufacturerTable } from '../manufacturers/manufacturer-table.ts';
import type { ManufacturerKey } from '../part-keys/manufacturer-name.ts';
import type { PartKey } from '../part-keys/part-number.ts';
import type { Gtin14 } from '../part-keys/gtin.ts';

/** What an item is filed under, in addition to its id. */
export type FiledKey = { readonly by: 'part'; readonly part: PartKey } | { readonly by: 'gtin'; readonly gtin: Gtin14 };

/** A question to the index. `manufacturer` only narrows the read when very many items share a part number; it does not filter. */
export type IndexKey = FiledKey &
  ({ readonly by: 'gtin' } | { readonly by: 'part'; readonly manufacturerKey: ManufacturerKey });

/** What an entry says about its item: enough to choose among the items of one part number. */
export type EntryIdentity = Pick<ItemRecord, 'mpn' | 'manufacturer' | 'brand' | 'confidence'>;

/** The large sections of an item with their size in kB of JSON, rounded up. Other sections are small. */
export type LargeParts = Readonly<Partial<Record<'core' | ItemSection, number>>>;

/** One item filed under a key. */
export interface KeyEntry {
  readonly itemId: string;
  readonly identity: EntryIdentity;
  /** The item without its sections, if the entry holds a copy. */
  readonly record: StoredItem | undefined;
  readonly large: LargeParts;
}

/** A part number of the index with a similar spelling, and its manufacturer. */
export type NumberAlike = Pick<ItemRecord, 'manufacturer' | 'brand'> & { readonly number: string };

/** `around`: the part numbers on both sides, earlier ones first; `both`: equally many of each; `longer`: those that begin with it. */
export type NumberReach = 'around' | 'both' | 'longer';

export interface ProductIndex {
  /**
   * Every item filed under each key, in the order of `keys`; an empty list where there are none. One round trip for up to 100 keys,
   * a second one where more than 200 items share a key. Refreshes `manufacturers` in parallel.
   */
  readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]>;

  /**
   * The records with the asked-for sections; a section that was not asked for is null. An id without a record (unknown, deleted,
   * announced but not yet written) is absent from the map. One round trip usually; a record that is being rewritten is read
   * again, consistently, at most three times. Throws when it never settles.
   * @param options.consistent sees every finished write; costs twice as much
   */
  readItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
    options?: { readonly consistent: boolean },
  ): Promise<ReadonlyMap<string, StoredItem>>;

  /**
   * Numbers whose look-alike form is next to the asked one's, in the order of their forms; what they have in common with it is for the caller to
   * say. Each number may come several times, once for each item. Some dozens at most, in one round trip; half a read unit for `around`, twice that for
   * `both`.
   */
  readNumbersAlike(number: string, reach: NumberReach): Promise<readonly NumberAlike[]>;

  /** The meaning of manufacturers' names, operators' aliases included; at most a minute old after `readKeys`. No round trip. */
  manufacturers(): Promise<ManufacturerTable>;
}
