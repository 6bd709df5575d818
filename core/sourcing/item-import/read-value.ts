/** Converts cells and members into the kinds of values that fields have. */
import { parseGtin, restoreGtinZeros } from '../../index/part-keys/gtin.ts';

/** One row of a foreign file. */
export type SourceRow =
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, unknown>> };

/** Collects the problems of a row; only the first is reported. */
export interface Reading {
  readonly problems: RowProblem[];
}

export type RowProblem =
  | { readonly kind: 'not_a_number'; readonly field: string }
  | {
      readonly kind: 'unknown_unit';
      readonly field: string;
      readonly unit: string;
      readonly nearest: readonly string[];
    }
  | { readonly kind: 'units_differ'; readonly field: string }
  | { readonly kind: 'not_in_table'; readonly field: string; readonly table: string };

/** Returns the text, or a list's entries joined by commas; null if there is none or it is blank. */
export function textOf(value: unknown): string | null {
  const text = Array.isArray(value) ? value.flatMap((entry) => wordOf(entry)).join(', ') : (wordOf(value)[0] ?? '');
  return text.trim() === '' ? null : text.trim();
}

/** Returns each entry of a list, or the single text. */
export function textsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((entry) => textOf(entry) ?? []);
}

function wordOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : [];
}

/**
 * Returns undefined unless it is a number. The other decimal sign, a space or an apostrophe may separate groups of
 * three digits.
 */
export function numberOf(text: string, decimal: '.' | ','): number | undefined {
  const group = decimal === '.' ? ',' : '.';
  const bare = text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/g, '');
  const whole = isGrouped(bare, group, decimal) ? bare.replaceAll(group, '') : bare;
  const plain = decimal === ',' ? whole.replace(',', '.') : whole;
  return /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,3})?$/i.test(plain) ? Number(plain) : undefined;
}

function isGrouped(text: string, group: string, decimal: string): boolean {
  const [whole = '', ...rest] = text.replace(/^[+-]/, '').split(decimal);
  const [first = '', ...groups] = whole.split(group);
  return (
    rest.length <= 1 && groups.length > 0 && /^\d{1,3}$/.test(first) && groups.every((digits) => /^\d{3}$/.test(digits))
  );
}

/**
 * Restores the leading zeros of a GTIN that a spreadsheet removed.
 * @param lenient returns null for an invalid GTIN; otherwise it stays, to be refused
 */
export function gtinOf(text: string, lenient: boolean): string | null {
  if (parseGtin(text).ok) return text;
  return restoreGtinZeros(text) ?? (lenient ? null : text);
}
