/**
 * Decides whether two part numbers are the same (docs/reference/behavior.md#finding-a-part): by key, which ignores
 * case, spaces, hyphens and underscores, or verbatim, which ignores only case and outer space. Quotation marks and
 * commas at the ends are removed, because they belong to a list. Dots, slashes, `+` and `#` always count: 1.5SMC68CA is
 * not 1.5SMC6.8CA.
 */
import { createHash } from 'node:crypto';
import { normalizeText } from '../../normalize-text.ts';
import { boundKey, untilStable } from './key-text.ts';

declare const partKeyBrand: unique symbol;
export type PartKey = string & { readonly [partKeyBrand]: true };

declare const numberKeyBrand: unique symbol;
/**
 * Distinguishes part numbers that share a part key: 32 hexadecimal digits, equal for two spellings that are verbatim
 * equal.
 */
export type NumberKey = string & { readonly [numberKeyBrand]: true };

/** Spaces, hyphens of every kind, underscores and invisible characters. */
const IGNORED = /[\s_\p{Pd}\u2212\p{Cc}\p{Cf}]/gu;

/** A part number that consists of hyphens keeps them; only blank text has an empty key. Idempotent. */
export function partKey(text: string): PartKey {
  const bare = untilStable(text, (current) => cutEnds(upperCase(current).replace(IGNORED, '')));
  return boundUpper(bare === '' ? upperCase(text).trim() : bare) as PartKey;
}

/** Characters that files and people add around a part number. */
const AT_ENDS: ReadonlySet<string> = new Set('"\'`´“”„‟‘’‚‛«»‹›′″＂＇,;，、 \t\r\n\u00a0');

/** Removes quotation marks, commas and spaces at the ends; a text that consists of them stays. */
export function cutEnds(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && AT_ENDS.has(text.charAt(start))) start += 1;
  while (end > start && AT_ENDS.has(text.charAt(end - 1))) end -= 1;
  return start === end ? text : text.slice(start, end);
}

/** Returns whether the text contains a letter or a digit. */
export function namesPart(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(partKey(text));
}

/** Returns whether both are the same part number, ignoring case and outer space. */
export function sameVerbatim(a: string, b: string): boolean {
  return verbatimForm(a) === verbatimForm(b);
}

/** Returns a form that is equal for verbatim equal part numbers, for grouping. */
export function verbatimForm(text: string): string {
  return normalizeText(text.trim(), 'NFC').toUpperCase();
}

/** Returns a hash of the verbatim part number, for storage keys. */
export function numberKey(text: string): NumberKey {
  return createHash('sha256')
    .update(verbatimForm(cutEnds(text)))
    .digest('hex')
    .slice(0, 32) as NumberKey;
}

function upperCase(text: string): string {
  return normalizeText(normalizeText(text, 'NFKC').toUpperCase(), 'NFKC');
}

function boundUpper(key: string): string {
  return boundKey(key).toUpperCase();
}
