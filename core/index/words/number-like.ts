/**
 * Recognizes words of a query that are part numbers or prefixes of one. In the measured data, part numbers contain
 * letters, and almost all have at least three digits. Other words with letters and digits (IP67, DDR4, M4x10, RS485)
 * have one or two, or are indexed as words.
 */
import { ANY, ONE } from './wildcard-marks.ts';
import { caseWords, gluedPackage, gluedQuantity } from './word-forms.ts';

const MIN_LENGTH = 4;
const MIN_DIGITS = 2;
/** Only part numbers have this many digits. If the index does not have the part number, no item without it is meant. */
const SURE_DIGITS = 3;
const DIGITS = /\p{N}/gu;
/** Cases such as SOT23 and TO220 are numbered like parts. */
const CASE = /^(?:t?sot|sod|to|do|sc)\d+[a-z]{0,2}$/;
const DIMENSION = /\dx\d/;
/** A nominal width, pressure or wire gauge, and a value whose unit is left out: DN25, AWG24, 100n. */
const NOMINAL = /^(?:dn|pn|awg|cat)\d+a?$|^\d+[numkpr]$/;
/** USB2.0 is a name with a version. */
const VERSION = /^[a-z]{3,}\d\.\d$/;
/** Placeholders for the rest of a part number. */
const PLACEHOLDER = /(?<=[\p{L}\p{N}]{4})x{2,}$/u;

export interface NumberLike {
  /** The prefix of the part number. */
  readonly beginning: string;
  /** Whether the digits must end there: LM35, with two digits, does not match LM358. */
  readonly endsDigits: boolean;
  /** Whether the word can only be a part number. */
  readonly isSure: boolean;
}

const WILDCARD = new RegExp(`[${ANY}${ONE}]`, 'u');
const MIN_BEFORE_WILDCARD = 3;

/** @param word folded, without hyphens */
export function numberLike(word: string): NumberLike | undefined {
  const wildcard = word.search(WILDCARD);
  if (wildcard >= MIN_BEFORE_WILDCARD) return { beginning: word, endsDigits: false, isSure: true };
  const beginning = word.replace(PLACEHOLDER, '');
  const digits = beginning.match(DIGITS)?.length ?? 0;
  if ([...beginning].length < MIN_LENGTH || digits < MIN_DIGITS || !/\p{L}/u.test(beginning)) return undefined;
  if (
    VERSION.test(word) ||
    DIMENSION.test(word) ||
    NOMINAL.test(word) ||
    CASE.test(word) ||
    (/^\p{N}/u.test(word) && word.includes('.'))
  )
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
