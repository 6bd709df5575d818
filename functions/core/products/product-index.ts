/**
 * The port to the index of product records, seen by those who read it.
 * One contract suite (test/adapters/dynamodb/product-index.contract.ts) holds for every implementation.
 */
import type { ItemRecord, ItemSection } from './item-record.ts';
import type { MakerKey } from './manufacturer-name.ts';
import type { PartKey } from './part-number.ts';
import type { Gtin14 } from './gtin.ts';

/** What a record can be found by, besides its id. */
export type IndexKey =
  | { readonly by: 'part'; readonly maker: MakerKey; readonly part: PartKey }
  | { readonly by: 'gtin'; readonly gtin: Gtin14 };

/** One item filed under a key, with the number as its record writes it. At most 50 under one key. */
export interface KeyEntry {
  readonly itemId: string;
  readonly verbatim: string;
}

export interface ProductIndex {
  /**
   * The entries filed under each key, in the order of `keys`; an empty list where there are none. One round trip for
   * up to 100 keys. The entries may be stale: whoever believes one reads the record and compares.
   */
  readKeys(keys: readonly IndexKey[]): Promise<readonly (readonly KeyEntry[])[]>;

  /**
   * The records with the asked-for sections; a section that was not asked for is null. An id without a record (unknown, deleted,
   * claimed but not yet written) is absent from the map. One round trip as a rule; a record that is being rewritten is read
   * again, consistently, at most three times. Throws when it never settles.
   */
  readItems(itemIds: readonly string[], sections: readonly ItemSection[]): Promise<ReadonlyMap<string, ItemRecord>>;
}
