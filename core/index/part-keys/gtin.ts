/**
 * Normalizes GTIN-8, UPC-A, EAN-13 and GTIN-14 in any written form to 14 digits (GS1 General Specifications 7.9) and
 * verifies the check digit. It does not check whether an item has the GTIN.
 */
import { normalizeText } from '../../normalize-text.ts';
import { cutEnds } from './part-number.ts';
import { fail, succeed, type Result } from '../../result.ts';

declare const gtinBrand: unique symbol;
/** Fourteen digits with a valid check digit. */
export type Gtin14 = string & { readonly [gtinBrand]: true };

export type GtinProblem =
  | { readonly kind: 'not_digits' }
  | { readonly kind: 'wrong_length'; readonly digitCount: number }
  | { readonly kind: 'wrong_check_digit'; readonly expected: number; readonly actual: number };

const GTIN_LENGTHS = [8, 12, 13, 14];
const DIGITS = /^[0-9]+$/;

/** Reads a GTIN, ignoring spaces and hyphens between the digits. */
export function parseGtin(text: string): Result<Gtin14, GtinProblem> {
  const digits = DIGITS.test(text) ? text : cutEnds(normalizeText(text, 'NFKC')).replace(/[\s\p{Pd}]/gu, '');
  if (!DIGITS.test(digits)) return fail({ kind: 'not_digits' });
  if (!GTIN_LENGTHS.includes(digits.length)) return fail({ kind: 'wrong_length', digitCount: digits.length });
  const padded = digits.padStart(14, '0');
  const expected = checkDigit(padded.slice(0, 13));
  const actual = Number(padded[13]);
  if (actual !== expected) return fail({ kind: 'wrong_check_digit', expected, actual });
  return succeed(padded as Gtin14);
}

/**
 * Returns the shortest valid GTIN that ends with the digits, because spreadsheets drop leading zeros. Fewer than six
 * digits are left alone: by chance, one in ten would be valid.
 */
export function restoreGtinZeros(text: string): string | undefined {
  const digits = text.replace(/[\s\p{Pd}]/gu, '');
  if (digits.length < 6 || digits.length > 13) return undefined;
  return GTIN_LENGTHS.filter((length) => length > digits.length)
    .map((length) => digits.padStart(length, '0'))
    .find((padded) => parseGtin(padded).ok);
}

/** Returns the digit that makes the weighted sum a multiple of ten, with weights 3 and 1 in turn from the left. */
function checkDigit(thirteenDigits: string): number {
  let sum = 0;
  for (let place = 0; place < thirteenDigits.length; place += 1)
    sum += Number(thirteenDigits[place]) * (place % 2 === 0 ? 3 : 1);
  return (10 - (sum % 10)) % 10;
}
