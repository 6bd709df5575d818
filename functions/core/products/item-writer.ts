/**
 * The port to the index of product records, seen by those who change it: the importer, the operator, research.
 * Any number of writers may run at once and may be killed anywhere; readers never see half of a record.
 */
import type { Result } from '../result.ts';
import type { ItemRecord, ItemSection } from './item-record.ts';

/** Why a record cannot be stored. */
export type WriteRefusal =
  | { readonly kind: 'too_many_terms'; readonly count: number; readonly limit: number }
  | {
      readonly kind: 'section_too_large';
      readonly section: ItemSection;
      readonly bytes: number;
      readonly limit: number;
    }
  | { readonly kind: 'record_too_large'; readonly bytes: number; readonly limit: number };

/** What a write did to the record with the id. */
export type WriteOutcome = 'created' | 'changed' | 'unchanged';

export interface ItemWriter {
  /** Writes the record, new or in place of the one with its id. When it resolves, everything it is found by is in place. */
  writeItem(record: ItemRecord): Promise<Result<WriteOutcome, WriteRefusal>>;

  /** Deletes the record and everything it is found by; false when there was none. */
  deleteItem(itemId: string): Promise<boolean>;

  /**
   * Writes a new record unless one with its maker and part number is there already: of any number of callers at once one inserts,
   * and the others get the record it wrote. The record must have a maker and a part number.
   * @param options.besideAlike a record whose number only looks alike is not in the way: only the very number is
   */
  insertItem(
    record: ItemRecord,
    options?: { readonly besideAlike: boolean },
  ): Promise<Result<InsertedItem, WriteRefusal>>;

  /**
   * Writes the record's postings and keys again, even those that look right, and finishes a write that was cut off.
   * False when there is no such record.
   */
  repairItem(itemId: string): Promise<boolean>;
}

export interface InsertedItem {
  /** False: `record` is the one that was there. */
  readonly inserted: boolean;
  readonly record: ItemRecord;
}
