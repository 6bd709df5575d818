/**
 * Words that say what kind of company it is or where it sells, not which one: "Murata Electronics Europe" is Murata. Two names that
 * differ by these alone are one manufacturer's. Words that distinguish companies in public lists (devices, instruments, micro, solutions,
 * labs, systems, integrated, power, logic) are not among them.
 */
import { dropLegalForms } from '../part-keys/manufacturer-name.ts';
import { readWordSets } from '../read-table.ts';
import { TRADE_WORDS as PACKED } from './packed-trade-words.ts';

const wordsOf = readWordSets(PACKED);
const TRADE_WORDS = wordsOf('trade');
/** Only before a trade word: "of America", "North America". */
const BEFORE_TRADE_WORDS = wordsOf('before');
const MIN_LETTERS = 3;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/gu;

/** What is left of a name's words without trade words, joined; undefined when too little is left to identify a manufacturer. */
export function withoutTradeWords(words: readonly string[]): string | undefined {
  const left = words.filter((word, place) => !isTradeWord(words, word, place));
  // "Acme Inc. USA": the legal form ends the name only now.
  const name = dropLegalForms(left).join('');
  return (name.match(LETTER_OR_DIGIT)?.length ?? 0) >= MIN_LETTERS ? name : undefined;
}

function isTradeWord(words: readonly string[], word: string, place: number): boolean {
  return TRADE_WORDS.has(word) || (BEFORE_TRADE_WORDS.has(word) && TRADE_WORDS.has(words[place + 1] ?? ''));
}
