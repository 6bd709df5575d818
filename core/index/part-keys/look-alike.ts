/**
 * Decides whether two different part numbers look alike: O and 0, I, l and 1, letters of other alphabets, and an `x`
 * that manufacturers write for any character (STM32F103C8Tx). Used only for candidates, never for a match.
 */
import { partKey } from './part-number.ts';

declare const lookAlikeBrand: unique symbol;
/** Equal for part numbers that look alike; `*` means any character. */
type LookAlikeForm = string & { readonly [lookAlikeBrand]: true };

export const ANY_CHARACTER = '*';

/** Uppercase Cyrillic and Greek letters, and Latin ones that look like digits. */
const LOOKS_LIKE: Readonly<Record<string, string>> = {
  А: 'A', В: 'B', С: 'C', Е: 'E', Н: 'H', І: '1', Ј: 'J', К: 'K', М: 'M', О: '0', Р: 'P', Ѕ: 'S', Т: 'T', Х: 'X', У: 'Y', Ԛ: 'Q', Ԝ: 'W',
  Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: '1', Κ: 'K', Μ: 'M', Ν: 'N', Ο: '0', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X',
  O: '0', I: '1', L: '1',
}; // prettier-ignore

export function lookAlikeForm(text: string): LookAlikeForm {
  const key = partKey(markAny(text));
  return [...key].map((character) => LOOKS_LIKE[character] ?? character).join('') as LookAlikeForm;
}

/**
 * If all other letters are uppercase, each `x` means any character. Otherwise only a final `x` after an uppercase
 * letter or digit does: ATxmega is a name.
 */
function markAny(text: string): string {
  const isAmongCapitals = !/\p{Ll}/u.test(text.replaceAll('x', ''));
  if (isAmongCapitals) return text.replaceAll('x', ANY_CHARACTER);
  return text.replace(/(?<=[\p{Lu}\p{N}])x+(?=\s*$)/u, (any) => ANY_CHARACTER.repeat(any.length));
}

/**
 * Returns whether one form equals the other, or is a prefix of it if `isWhole` is false; `*` matches every character.
 */
export function looksLike(form: string, other: string, isWhole = true): boolean {
  if (isWhole ? form.length !== other.length : form.length > other.length) return false;
  // Nearly all differ early, so that no list of characters is made.
  for (let place = 0; place < form.length; place += 1) {
    const [own, theirs] = [form[place], other[place]];
    if (own !== theirs && own !== ANY_CHARACTER && theirs !== ANY_CHARACTER) return false;
  }
  return true;
}
