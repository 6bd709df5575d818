/**
 * Which words of a query are meant as part numbers, or as the beginning of one. Among the real parts measured, numbers begin with a letter or hold
 * letters, and all but a few have three digits; other words that mix the two (IP67, DDR4, M4x10, RS485) have one or two, or are filed as words.
 */
import { caseWords, gluedPackage, gluedQuantity } from './word-forms.ts';

const MIN_LENGTH = 4;
const MIN_DIGITS = 2;
/** Only part numbers have this many digits: if the index does not have the number, no item without it is meant. */
const SURE_DIGITS = 3;
const DIGITS = /\p{N}/gu;
/** SOT23, TO220: cases are numbered like parts. */
const CASE = /^(?:t?sot|sod|to|do|sc)\d+[a-z]{0,2}$/;
const DIMENSION = /\dx\d/;
/** USB2.0 is a name with a version. */
const VERSION = /^[a-z]{3,}\d\.\d$/;
/** Placeholders for the rest of a number. */
const PLACEHOLDER = /(?<=[\p{L}\p{N}]{4})x{2,}$/u;

export interface NumberLike {
  /** The prefix of the part number. */
  readonly beginning: string;
  /** LM35 is not the beginning of LM358: two digits end where the number's digits end. */
  readonly endsDigits: boolean;
  /** Whether only part numbers look like it. */
  readonly isSure: boolean;
}

/** @param word folded, without hyphens */
export function numberLike(word: string): NumberLike | undefined {
  const beginning = word.replace(PLACEHOLDER, '');
  const digits = beginning.match(DIGITS)?.length ?? 0;
  if ([...beginning].length < MIN_LENGTH || digits < MIN_DIGITS || !/\p{L}/u.test(beginning)) return undefined;
  if (VERSION.test(word) || DIMENSION.test(word) || CASE.test(word) || (/^\p{N}/u.test(word) && word.includes('.')))
    return undefined;
  if (gluedQuantity(word) !== undefined || gluedPackage(word) !== undefined || caseWords(word).length > 0)
    return undefined;
  const isCut = beginning !== word;
  return {
    beginning,
    endsDigits: !isCut && digits < SURE_DIGITS && /\p{N}$/u.test(beginning),
    isSure: digits >= SURE_DIGITS,
  };
}
