/**
 * Removes words that describe a company's trade or region but do not identify it: "Murata Electronics Europe" is
 * Murata. Names that differ only in these words belong to the same manufacturer. Words that distinguish companies in
 * public lists (devices, instruments, micro, solutions, labs, systems, integrated, power, logic) are not removed.
 */
import { dropLegalForms } from '../part-keys/manufacturer-name.ts';
import { readWordSets } from '../../read-table.ts';
import { TRADE_WORDS as PACKED } from './packed-trade-words.ts';

const wordsOf = readWordSets(PACKED);
const TRADE_WORDS = wordsOf('trade');
/** These count only before a trade word: "of America", "North America". */
const BEFORE_TRADE_WORDS = wordsOf('before');
const MIN_LETTERS = 3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;

/** Returns the name without trade words, joined, or undefined if too little is left to identify a manufacturer. */
export function withoutTradeWords(words: readonly string[]): string | undefined {
  const left = words.filter((word, place) => !isTradeWord(words, word, place));
  // In "Acme Inc. USA" the legal form is last only now.
  const name = dropLegalForms(left).join('');
  return (name.match(LETTER_OR_DIGIT)?.length ?? 0) >= MIN_LETTERS ? name : undefined;
}

function isTradeWord(words: readonly string[], word: string, place: number): boolean {
  return TRADE_WORDS.has(word) || (BEFORE_TRADE_WORDS.has(word) && TRADE_WORDS.has(words[place + 1] ?? ''));
}
