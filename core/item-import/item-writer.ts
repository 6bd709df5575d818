/**
 * The port to the index of product records, seen by those who change it: the importer, the operator, research.
 * Any number of writers may run concurrently and may be killed anywhere; readers never see half of a record.
 */
import type { Result } from '../result.ts';
import type { ItemField } from '../items/item-fields.ts';
import type { ItemDraft, ItemRecord, ItemSection } from '../items/item-record.ts';
import type { KnownBy } from './known-item.ts';

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
   * Writes a new record unless one with its manufacturer and part number is there already: of any number of concurrent callers one inserts,
   * and the others get the record it wrote. The record must have a manufacturer and a part number.
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

/** For those who bring in what is said of parts without knowing which records they have. */
export interface ItemMerger {
  /**
   * Writes what is said of a part into the record that it belongs to (known-item.ts, merge-item.ts), or into a new one. Of any number of
   * concurrent callers one makes the record and the others change it; repeated after a crash it comes to the same.
   * @param draft has a manufacturer and a number, or a barcode
   */
  mergeItem(draft: ItemDraft, knownBy: KnownBy): Promise<Result<MergedWrite, WriteRefusal | IdentityRefusal>>;
}

/** For those who change one record by what it states. */
export interface ItemChanger {
  /**
   * Writes what `change` makes of the record, if the record is still the one that `change` was given: else it is read and changed again.
   * @param change pure: it may be called for every reading of the record
   * @returns undefined when there is no such record
   */
  changeItem<Problem>(
    itemId: string,
    change: (known: ItemRecord) => Result<ItemRecord, Problem>,
  ): Promise<Result<ChangedItem, WriteRefusal | Problem> | undefined>;
}

export interface ChangedItem {
  readonly outcome: WriteOutcome;
  readonly before: ItemRecord;
  readonly after: ItemRecord;
}

/** The barcode is that of another record, whose number is not the draft's. */
export interface IdentityRefusal {
  readonly kind: 'barcode_of_another';
  readonly itemId: string;
}

export interface MergedWrite {
  readonly outcome: WriteOutcome;
  readonly itemId: string;
  /** The fields in which the record had said something else. */
  readonly overwritten: readonly ItemField[];
}

export interface InsertedItem {
  /** False: `record` is the one that was there. */
  readonly inserted: boolean;
  readonly record: ItemRecord;
}
