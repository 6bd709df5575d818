/** Port: the abbreviations that operators have added, for searches and for writers of items. */
import { NO_WORDS, type WordTable } from './word-table.ts';

export interface WordTableStore {
  /** Returns the cached table without a round trip; it is empty before the first read. */
  cached(): WordTable;
  /**
   * Returns the cached table if it is at most a minute old. Otherwise reads it in one round trip, which concurrent
   * callers share.
   */
  current(): Promise<WordTable>;
}

/** Only the abbreviations of this release. */
export const NO_ADDED_WORDS: WordTableStore = {
  cached: () => NO_WORDS,
  current: () => Promise.resolve(NO_WORDS),
};
