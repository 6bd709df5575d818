/** Port: reads the lists of postings for search_items. */
import type { ItemPosition } from '../items/item-position.ts';
import type { StoredItem } from '../items/item-lifecycle.ts';
import type { Quantities } from '../items/item-quantities.ts';
import type { ItemSection } from '../items/item-record.ts';
import type { Term } from './term.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { WordTable } from '../words/word-table.ts';

/** One item in the list of one term, with the signature of all terms of the item. */
export interface Posting {
  readonly position: ItemPosition;
  readonly signature: Uint8Array;
}

export interface PostingPage {
  /** Ordered by position. */
  readonly postings: readonly Posting[];
  /** Whether the list ends with this page. */
  readonly isLast: boolean;
  /** Whether the stored list is longer than the index returns; only lists of part numbers are cut. */
  readonly isCut?: boolean;
  /** The stored size of the page, which determines what the read costs. */
  readonly bytes: number;
}

/** An item with the exact terms that it is indexed under, and the values that it states. */
export interface IndexedItem {
  readonly item: StoredItem;
  readonly quantities: Quantities;
  readonly terms: ReadonlySet<Term>;
}

export interface PostingIndex {
  /** Returns the cached abbreviations that operators have added; they are at most a minute old after `readPostings`. */
  words(): WordTable;

  /** Returns the words that items have, at most an hour old. Needed only for a word without a list. */
  vocabulary(): Promise<Vocabulary>;

  /**
   * Returns at most `limit` postings of a term after a position, or from the start if there is none. One round trip,
   * which also refreshes `words` and the index's table of manufacturers. A `b:` term (beginning-term.ts) is read
   * completely, regardless of the limit. A page may be short without being the last. Postings may be stale, and one
   * that was just written may be missing.
   */
  readPostings(term: Term, after: ItemPosition | undefined, limit: number): Promise<PostingPage>;

  /** Reads items and their terms from the same moment; otherwise the same as `ItemIndex.readItems`. */
  readIndexedItems(
    itemIds: readonly string[],
    sections: readonly ItemSection[],
  ): Promise<ReadonlyMap<string, IndexedItem>>;
}
