/**
 * When two part numbers are the same (design.md section 4): by key, which forgives case, spaces, hyphens and underscores,
 * or verbatim, which forgives case and outer space alone. Dots, slashes, `+` and `#` always count:
 * 1.5SMC68CA is not 1.5SMC6.8CA.
 */
import { boundKey, untilStable } from './key-text.ts';

declare const partKeyBrand: unique symbol;
export type PartKey = string & { readonly [partKeyBrand]: true };

/** Spaces, hyphens of every kind, underscores, and what cannot be seen. */
const IGNORED = /[\s_\p{Pd}\u2212\p{Cc}\p{Cf}]/gu;

/** The key of a part number. A number of nothing but hyphens keeps them; only blank text has an empty key. Idempotent. */
export function partKey(text: string): PartKey {
  const bare = untilStable(text, (current) => upperCase(current).replace(IGNORED, ''));
  return boundUpper(bare === '' ? upperCase(text).trim() : bare) as PartKey;
}

/** Whether both write the same number, case and outer space apart. */
export function sameVerbatim(a: string, b: string): boolean {
  return verbatimForm(a) === verbatimForm(b);
}

/** What is equal for two writings of the same number; to group by. */
export function verbatimForm(text: string): string {
  return text.trim().normalize('NFC').toUpperCase();
}

function upperCase(text: string): string {
  return text.normalize('NFKC').toUpperCase().normalize('NFKC');
}

function boundUpper(key: string): string {
  return boundKey(key).toUpperCase();
}
