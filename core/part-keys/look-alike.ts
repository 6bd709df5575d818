/**
 * When two part numbers look alike though they are not the same: O and 0, I, l and 1, letters of other alphabets, and an `x` by which a manufacturer writes
 * that any character may be there (STM32F103C8Tx). For candidates alone: nothing is ever found by it.
 */
import { partKey } from './part-number.ts';

declare const lookAlikeBrand: unique symbol;
/** Equal for part numbers that look alike; `*` is any character. */
export type LookAlikeForm = string & { readonly [lookAlikeBrand]: true };

export const ANY_CHARACTER = '*';

/** Capitals of the Cyrillic and the Greek alphabet, and the Latin ones that look like digits. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: '1', Ј: 'J', К: 'K', М: 'M', О: '0', Р: 'P', Ѕ: 'S', Т: 'T', Х: 'X', У: 'Y', Ԛ: 'Q', Ԝ: 'W',
  Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: '1', Κ: 'K', Μ: 'M', Ν: 'N', Ο: '0', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X',
  O: '0', I: '1', L: '1',
}; // prettier-ignore

export function lookAlikeForm(text: string): LookAlikeForm {
  const key = partKey(markAny(text));
  return [...key].map((character) => LOOKS_LIKE[character] ?? character).join('') as LookAlikeForm;
}

/** A small `x` among capitals is any character; among small letters only at the end, behind a capital or a digit: ATxmega is a name. */
function markAny(text: string): string {
  const isAmongCapitals = !/\p{Ll}/u.test(text.replaceAll('x', ''));
  if (isAmongCapitals) return text.replaceAll('x', ANY_CHARACTER);
  return text.replace(/(?<=[\p{Lu}\p{N}])x+(?=\s*$)/u, (any) => ANY_CHARACTER.repeat(any.length));
}

/** Whether one form is the other, or its beginning where `isWhole` is false; any character fits every other. */
export function looksLike(form: string, other: string, isWhole = true): boolean {
  if (isWhole ? form.length !== other.length : form.length > other.length) return false;
  return [...form].every(
    (character, place) => character === other[place] || character === ANY_CHARACTER || other[place] === ANY_CHARACTER,
  );
}
