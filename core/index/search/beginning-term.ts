/**
 * Terms with `b:` match part numbers by prefix. No posting is stored under them: their list is a range of the ordered
 * part numbers, and an item has such a term if its part number begins with the prefix. A `~` at the end says that the
 * next character is not a digit.
 */
import { partKey, type PartKey } from '../part-keys/part-number.ts';
import type { NumberLike } from '../words/number-like.ts';
import { ANY, APART, ONE } from '../words/wildcard-marks.ts';
import type { Clause, Term } from './term.ts';

/** A longer list of part numbers is cut; the page's message says that the rest was not searched. */
export const MAX_BEGINNING_NUMBERS = 500;
const KIND = 'b:';
const NO_DIGIT = '~';

export interface Beginning {
  readonly part: PartKey;
  readonly endsDigits: boolean;
  /** What follows, if the number has a wildcard: TPS7*33. */
  readonly rest: RegExp | undefined;
}

const WILDCARD = new RegExp(`[${ANY}${ONE}]`, 'u');

export function beginningTerm({ beginning, endsDigits }: Pick<NumberLike, 'beginning' | 'endsDigits'>): Term {
  return `${KIND}${partKey(beginning)}${endsDigits ? NO_DIGIT : ''}` as Term;
}

/**
 * Returns the term of all part numbers that begin with a word, whatever follows: "TL07" finds the TL072, "ATtiny" every
 * ATtiny.
 */
export function openBeginning(word: string): Term {
  return beginningTerm({ beginning: word, endsDigits: false });
}

/** Returns undefined for a term of another kind. */
export function readBeginning(term: Term): Beginning | undefined {
  if (!term.startsWith(KIND)) return undefined;
  const endsDigits = term.endsWith(NO_DIGIT);
  const number = term.slice(KIND.length, endsDigits ? -1 : undefined);
  const wildcard = number.search(WILDCARD);
  if (wildcard === -1) return { part: number as PartKey, endsDigits, rest: undefined };
  return { part: number.slice(0, wildcard) as PartKey, endsDigits, rest: patternOf(number.slice(wildcard)) };
}

export function isBeginning(part: string, { part: start, endsDigits, rest }: Beginning): boolean {
  const after = part.slice(start.length);
  return part.startsWith(start) && !(endsDigits && /^\d/.test(after)) && rest?.test(after) !== false;
}

/** Letters may follow, digits not: TPS7*33 is a TPS73633DBV. */
function patternOf(rest: string): RegExp {
  const pattern = [...rest].map((character) => {
    if (character === ANY) return '.*';
    if (character === ONE) return '.';
    return character === APART ? String.raw`(?<!\d)` : character.replace(/[^\p{L}\p{N}]/u, String.raw`\$&`);
  });
  return new RegExp(`^${pattern.join('')}${/\d$/.test(rest) ? String.raw`(?!\d)` : ''}`, 'iu');
}

/** Whether an item with these terms has a term of the clause. */
export function hasOneOf(own: ReadonlySet<Term>, clause: Clause): boolean {
  return clause.some((term) => {
    const beginning = readBeginning(term);
    if (beginning === undefined) return own.has(term);
    return [...own].some((one) => one.startsWith('n:') && isBeginning(one.slice(2), beginning));
  });
}
