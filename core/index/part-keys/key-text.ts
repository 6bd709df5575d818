/**
 * Folds text for storage keys, so that spellings people consider equal are equal, and limits its length.
 * manufacturer-name.ts and part-number.ts add their own rules.
 */
import { createHash } from 'node:crypto';
import { normalizeText } from '../../normalize-text.ts';

/**
 * The maximum UTF-8 bytes of a manufacturer key or a part key. A sort key (at most 1,024 bytes) contains both.
 * Normalization can make compatibility forms eighteen times longer, so the length of the input does not limit the key.
 */
const KEY_LIMIT_BYTES = 400;

/** Returns the key, or its SHA-256 in hexadecimal if it is too long. */
export function boundKey(key: string): string {
  return Buffer.byteLength(key) <= KEY_LIMIT_BYTES ? key : createHash('sha256').update(key).digest('hex');
}

/** Letters that Unicode does not decompose and people replace with plain ones. */
const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i',
}; // prettier-ignore
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTER_FOLDS).join('')}]`, 'gu');
/** Only in these alphabets are marks accents; elsewhere (か and が, Thai and Indic vowels) they distinguish letters. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Normalizes compatibility forms, lowercases and removes accents. Idempotent. */
export function foldText(text: string): string {
  // Most text needs no folding, and compiling the patterns below adds milliseconds to a cold start.
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return untilStable(text, (current) =>
    normalizeText(
      normalizeText(current, 'NFKD')
        .toLowerCase()
        .replace(ACCENTED, '$1')
        .replace(FOLDED_LETTER, (letter) => LETTER_FOLDS[letter] ?? letter),
      'NFKC',
    ),
  );
}

/**
 * Applies `step` until nothing changes, because normalizing, lowercasing and cutting can each create work for the
 * others.
 */
export function untilStable(text: string, step: (current: string) => string): string {
  let current = text;
  // Real text settles in two rounds; the bound guarantees termination.
  for (let round = 0; round < 8; round += 1) {
    const next = step(current);
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * Returns whether two texts are equal, or become equal by one character that is left out, added or changed, or by two
 * neighbours that are swapped.
 */
export function differInOne(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    (rest.slice(0, 2) === [...otherRest.slice(0, 2)].toReversed().join('') && rest.slice(2) === otherRest.slice(2))
  );
}
