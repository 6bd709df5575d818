/** The port through which search_items reads the lists of postings. */
import type { ItemPosition } from '../items/item-position.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { Quantities } from '../items/item-quantities.ts';
import type { ItemSection } from '../items/item-record.ts';
import type { Term } from './term.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { WordTable } from '../words/word-table.ts';

/** One item in the list of one term, with the signature of all its terms. */
export interface Posting {
  readonly position: ItemPosition;
  readonly signature: Uint8Array;
}

export interface PostingPage {
  /** In the order of their positions. */
  readonly postings: readonly Posting[];
  /** Whether the list ends with this page. */
  readonly isLast: boolean;
  /** Whether the index has more of this list than it shows; only lists of part numbers are cut. */
  readonly isCut?: boolean;
  /** The stored size of the page, which is what a read costs. */
  readonly bytes: number;
}

/** An item with the exact terms it is filed under, and the values that it states. */
export interface IndexedItem {
  readonly record: StoredItem;
  readonly quantities: Quantities;
  readonly terms: ReadonlySet<Term>;
}

export interface PostingIndex {
  /** The abbreviations that operators have added; at most a minute old after `readPostings`. From the cache. */
  words(): WordTable;

  /** The words that several items have; at most an hour old. Read only for a word without a list. */
  vocabulary(): Promise<Vocabulary>;

  /**
   * At most `limit` postings of a term after a position, from the start when there is none. One round trip. Brings `words`, and the index's
   * table of manufacturers, up to date beside it.
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
