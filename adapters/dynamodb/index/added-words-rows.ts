/**
 * The row with the abbreviations that operators have added. It is in the Accounts table, because it cannot be rebuilt
 * from files.
 */
import * as z from 'zod/mini';
import type { AddedWord, StoredWords } from '../../../core/index/words/administer-words.ts';
import type { Row, RowKey } from '../client/row-key.ts';

export const ADDED_WORDS_KEY: RowKey = { pk: 'WORDS', sk: 'ADDED' };

const addedWordsSchema = z.object({
  words: z.array(z.object({ short: z.string(), equivalent: z.string() })),
  revision: z.int().check(z.positive()),
});

/** @throws an internal error when the row does not contain words */
export function readAddedWordsRow(row: Row | undefined): StoredWords {
  return row === undefined ? { words: [], revision: 0 } : addedWordsSchema.parse(row);
}

export function writeAddedWordsRow(words: readonly AddedWord[], revision: number): Row {
  return { ...ADDED_WORDS_KEY, words: words.map(({ short, equivalent }) => ({ short, equivalent })), revision };
}
