/** The port through which searches and writers of items read the abbreviations that operators have added. */
import { NO_WORDS, type WordTable } from './word-table.ts';

export interface WordTableStore {
  /** The cached table, without a round trip; empty before the first read. */
  remembered(): WordTable;
  /** The cached table for a minute; then it is read in one round trip, shared by concurrent callers. */
  current(): Promise<WordTable>;
}

/** The abbreviations of this release, to which no operator adds. */
export const NO_ADDED_WORDS: WordTableStore = {
  remembered: () => NO_WORDS,
  current: () => Promise.resolve(NO_WORDS),
};
