/**
 * Text on its way into a storage key: folded to what people mean, never longer than a key may be.
 * What a manufacturer or a part number adds to that is decided in manufacturer-name.ts and part-number.ts.
 */
import { createHash } from 'node:crypto';
import { normalizeText } from '../normalize-text.ts';

/**
 * The most UTF-8 bytes of a manufacturer key or a part key. Both are together in sort keys (at most 1,024 bytes),
 * and compatibility forms can grow eighteenfold when they are normalised, so the length of the input does not bound them.
 */
const KEY_LIMIT_BYTES = 400;

/** The key itself, or its SHA-256 in hexadecimal when it is too long. */
export function boundKey(key: string): string {
  return Buffer.byteLength(key) <= KEY_LIMIT_BYTES ? key : createHash('sha256').update(key).digest('hex');
}

/** Letters without a Unicode decomposition that people type without their strokes. */
const LETTER_FOLDS: Readonly<Record<string, string>> = {
  ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ı: 'i',
}; // prettier-ignore
const FOLDED_LETTER = new RegExp(`[${Object.keys(LETTER_FOLDS).join('')}]`, 'gu');
/** Marks are accents only in these alphabets; elsewhere (か and が, Thai and Indic vowels) they distinguish letters. */
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}])\p{Mn}+/gu;

const ASCII_ONLY = /^[\x20-\x7e]*$/;

/** Normalizes compatibility forms, lower-cases and removes accents. Idempotent. */
export function foldText(text: string): string {
  // Most text has nothing to fold, and compiling the patterns below takes milliseconds of a cold start.
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

/** Applies `step` until nothing changes: normalizing, lower-casing and cutting can each create work for the others. */
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
