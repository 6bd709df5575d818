/** The port to the lists of postings, seen by search_items. */
import type { ItemPosition } from '../items/item-position.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { Quantities } from '../items/item-quantities.ts';
import type { ItemSection } from '../items/item-record.ts';
import type { Term } from './term.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { WordTable } from '../words/word-table.ts';

/** One record in the list of one term, with the signature of all of its terms. */
export interface Posting {
  readonly position: ItemPosition;
  readonly signature: Uint8Array;
}

export interface PostingPage {
  /** In the order of their positions. */
  readonly postings: readonly Posting[];
  /** Whether the list ends with this page. */
  readonly isLast: boolean;
  /** Whether the index has more in this list than it shows: only lists of numbers are cut. */
  readonly isCut?: boolean;
  /** What the page weighs where it is stored, which is what reading it costs. */
  readonly bytes: number;
}

/** A record with the very terms it is filed under, and the values that it states. */
export interface IndexedItem {
  readonly record: StoredItem;
  readonly quantities: Quantities;
  readonly terms: ReadonlySet<Term>;
}

export interface PostingIndex {
  /** What operators have added to the abbreviations; a minute old at most after `readPostings`. From memory. */
  words(): WordTable;

  /** The words that several records hold; an hour old at most. Read only for a word that no list has. */
  vocabulary(): Promise<Vocabulary>;

  /**
   * At most `limit` postings of a term after a position, from the start when there is none. One round trip. Brings `words`, and the index's
   * table of makers, up to date beside it.
   * A term of all numbers with one beginning is read whole, whatever the limit (beginning-term.ts).
   * A page may be short without being the last. Postings may be stale, and one just written may be missing.
   */
  readPostings(term: Term, after: ItemPosition | undefined, limit: number): Promise<PostingPage>;

  /** Records and terms of the same moment; otherwise as `ProductIndex.readItems`. */
  readIndexedItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, IndexedItem>>;
}
