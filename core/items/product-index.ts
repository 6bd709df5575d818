/**
 * The port to the index of product records, seen by those who read it.
 * One contract suite (test/adapters/dynamodb/items/product-index.contract.test.ts) tests every implementation.
 */
import type { StoredItem } from './item-lifecycle.ts';
import type { ItemRecord, ItemSection } from './item-record.ts';
import type { MakerTable } from '../manufacturers/manufacturer-table.ts';
import type { MakerKey } from '../part-keys/manufacturer-name.ts';
import type { PartKey } from '../part-keys/part-number.ts';
import type { Gtin14 } from '../part-keys/gtin.ts';

/** What a record is filed under, besides its id. */
export type FiledKey = { readonly by: 'part'; readonly part: PartKey } | { readonly by: 'gtin'; readonly gtin: Gtin14 };

/** What the index is asked for. `maker` only narrows the reading where very many items share a number; it filters nothing. */
export type IndexKey = FiledKey & ({ readonly by: 'gtin' } | { readonly by: 'part'; readonly maker: MakerKey });

/** What an entry says of its record: enough to choose among the items of one number. */
export type EntryIdentity = Pick<ItemRecord, 'mpn' | 'manufacturer' | 'brand' | 'confidence'>;

/** The parts of a record that are large, and how large: kB of their JSON, rounded up. A part that is not named is small. */
export type LargeParts = Readonly<Partial<Record<'core' | ItemSection, number>>>;

/** One item filed under a key. */
export interface KeyEntry {
  readonly itemId: string;
  readonly identity: EntryIdentity;
  /** The record without its sections, where the entry carries a copy of it. */
  readonly record: StoredItem | undefined;
  readonly large: LargeParts;
}

/** A number of the index that is written like another one, and who makes it. */
export type NumberAlike = Pick<ItemRecord, 'manufacturer' | 'brand'> & { readonly number: string };

/** `around`: the numbers on both sides, those before first; `both`: as many of each; `longer`: those that begin with it. */
export type NumberReach = 'around' | 'both' | 'longer';

export interface ProductIndex {
  /**
   * Every item filed under each key, in the order of `keys`; an empty list where there are none. One round trip for up to 100 keys,
   * a second one where more than 200 items share a key. Brings `makers` up to date beside it.
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
   * Numbers whose look-alike form stands next to the asked one's, in the order of their forms; what they have in common with it is for the caller to
   * say. Each number may come several times, once for each item. Some dozens at most, in one round trip; half a read unit for `around`, twice that for
   * `both`.
   */
  readNumbersAlike(number: string, reach: NumberReach): Promise<readonly NumberAlike[]>;

  /** What names of makers mean, operators' spellings among them; a minute old at most after `readKeys`. No round trip. */
  makers(): Promise<MakerTable>;
}
