/**
 * The port through which imports, operators and research change the index of items, and what a write answers.
 * Any number of writers may run concurrently and be killed at any point; readers never see a half-written item.
 */
import type { Result } from '../../result.ts';
import type { ItemField } from '../../index/items/item-fields.ts';
import type { ItemRecord, ItemSection } from '../../index/items/item-record.ts';

/** The reason an item cannot be stored. */
export type WriteRefusal =
  | { readonly kind: 'too_many_terms'; readonly count: number; readonly limit: number }
  | {
      readonly kind: 'section_too_large';
      readonly section: ItemSection;
      readonly bytes: number;
      readonly limit: number;
    }
  | { readonly kind: 'record_too_large'; readonly bytes: number; readonly limit: number };

/** The effect of a write on the item. */
export type WriteResult = 'created' | 'changed' | 'unchanged';

export interface ItemWriter {
  /**
   * Creates the item, or replaces the one with its id. Once this resolves, the item can be found by all its keys and
   * terms.
   */
  writeItem(item: ItemRecord): Promise<Result<WriteResult, WriteRefusal>>;

  /** Deletes the item with its keys and postings. Returns false if there was none. */
  deleteItem(itemId: string): Promise<boolean>;

  /**
   * Writes a new item unless one with its manufacturer and part number exists. Of any number of concurrent callers, one
   * inserts the item and the others get it. The item must have a manufacturer and a part number.
   * @param options.allowSimilar inserts the item even if another has a similar part number; only an identical one
   * prevents it
   */
  insertItem(
    item: ItemRecord,
    options?: { readonly allowSimilar: boolean },
  ): Promise<Result<InsertedItem, WriteRefusal>>;

  /**
   * Rewrites all postings and keys of the item, and finishes an interrupted write.
   * Returns false if there is no such item.
   */
  repairItem(itemId: string): Promise<boolean>;
}

export interface ChangedItem {
  readonly outcome: WriteResult;
  readonly before: ItemRecord;
  readonly after: ItemRecord;
}

/** The GTIN belongs to another item, with a different part number. */
export interface IdentityRefusal {
  readonly kind: 'barcode_of_another';
  readonly itemId: string;
}

export interface MergedWrite {
  readonly outcome: WriteResult;
  readonly itemId: string;
  /** The fields that had another value. */
  readonly overwritten: readonly ItemField[];
}

export interface InsertedItem {
  /** False if `record` existed before. */
  readonly inserted: boolean;
  readonly item: ItemRecord;
}
