/** The port to what operators have added to the abbreviations, as those see it who answer questions and who write records. */
import { NO_WORDS, type WordTable } from './word-table.ts';

export interface WordDirectory {
  /** What is remembered, without a read: nothing before the first reading. */
  remembered(): WordTable;
  /** From memory while it is a minute old at most, otherwise read; one round trip then, for all who ask meanwhile. */
  current(): Promise<WordTable>;
}

/** The abbreviations of this release, to which no operator adds. */
export const NO_ADDED_WORDS: WordDirectory = {
  remembered: () => NO_WORDS,
  current: () => Promise.resolve(NO_WORDS),
};
