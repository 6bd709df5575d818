/**
 * Reads the part that a row names: placeholders count as absent, a GTIN is used only if it is valid, and zeros that a spreadsheet
 * dropped are restored if the check digit confirms them. Empty rows, totals and repeated headings are skipped. Warnings quote nothing of the row.
 */
import { parseGtin, restoreGtinZeros } from '../../index/part-keys/gtin.ts';
import type { NamedRow } from './named-row.ts';
import type { RowColumns, RowField } from './recognize-columns.ts';

export type ReadRow =
  | { readonly kind: 'part'; readonly named: NamedRow; readonly warnings: readonly RowWarning[] }
  | { readonly kind: 'skipped'; readonly named: NamedRow; readonly why: 'empty' | 'total' | 'heading' };

/** Why a GTIN is not used, or how it was restored. */
export type RowWarning =
  | 'barcode_scientific'
  | 'barcode_wrong_check_digit'
  | 'barcode_wrong_length'
  | 'barcode_not_digits'
  | 'barcode_zeros_restored';

/** @param cells a row's cells, in the order of the headings */
export function readRow(cells: readonly string[], columns: RowColumns, headings: readonly string[] = []): ReadRow {
  const named = withoutPlaceholders(nameCells(cells, columns));
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return { kind: 'skipped', named, why: 'empty' };
  if (isHeadingAgain(cells, headings)) return { kind: 'skipped', named: BLANK, why: 'heading' };
  if (isTotal(filled, named)) return { kind: 'skipped', named: BLANK, why: 'total' };
  if (named.gtin === null) return { kind: 'part', named, warnings: [] };
  const { gtin, warning } = readGtin(named.gtin);
  return { kind: 'part', named: { ...named, gtin }, warnings: warning === undefined ? [] : [warning] };
}

/** Maps the cells of a row to fields: trimmed, with blank ones null. */
function nameCells(cells: readonly (string | undefined)[], columns: RowColumns): NamedRow {
  const cellOf = (field: RowField): string | null =>
    columns[field].map((place) => cells[place]?.trim() ?? '').find((cell) => cell !== '') ?? null;
  return {
    itemNumber: cellOf('itemNumber'),
    supplier: cellOf('supplier'),
    partNumber: cellOf('partNumber'),
    gtin: cellOf('gtin'),
  };
}

const BLANK: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** Texts that people write for a missing value, in five languages; compared without case, spaces and full stops. */
const PLACEHOLDERS: ReadonlySet<string> = new Set(
  (
    '- -- --- – — _ ? ?? ??? / . x xx xxx n/a na #n/a #nv #n/v #ref! #value! #wert! #name? #name #null! n.a. n/v nv n.v. nd n.d. ' +
    'tbd tba tbc todo none null nil nan unknown undefined unspecified notapplicable notavailable notspecified missing empty blank ' +
    'unbekannt keine keiner kein ka k.a. ohne offen entfällt entf leer aucun aucune sans inconnu néant ninguno ninguna sin desconocido ' +
    'nessuno nessuna sconosciuto senza'
  ).split(' '),
);
/** Texts that mean "any manufacturer". They are not placeholders elsewhere: `Any` may be a part number. */
const ANY_MANUFACTURER: ReadonlySet<string> = new Set(
  'any anyone various misc miscellaneous generic diverse divers diverses div beliebig standard norm egal varios vari vario varie qualsiasi cualquiera'.split(
    ' ',
  ),
);

function withoutPlaceholders(row: NamedRow): NamedRow {
  const clean = (cell: string | null, more?: ReadonlySet<string>): string | null => {
    const text = cell === null ? null : unwrapFormula(cell);
    if (text === null || text === '') return null;
    const word = text.toLowerCase().replace(/\s+/g, '');
    const plain = word.replace(/\.+$/, '').replace(/^\.+/, '');
    const isAbsent = PLACEHOLDERS.has(word) || PLACEHOLDERS.has(plain) || plain === '' || more?.has(plain) === true;
    return isAbsent ? null : text;
  };
  return {
    itemNumber: clean(row.itemNumber),
    supplier: clean(row.supplier, ANY_MANUFACTURER),
    partNumber: clean(row.partNumber),
    gtin: clean(row.gtin, ZEROS),
  };
}

const ZEROS: ReadonlySet<string> = new Set(['0', '00000000', '000000000000', '0000000000000', '00000000000000']);

/** Unwraps `="0123"` and `'0123`, which stop a spreadsheet from dropping zeros. */
function unwrapFormula(cell: string): string {
  const text = cell.trim();
  const formula = /^="([^"]*)"$/.exec(text);
  return (formula?.[1] ?? (text.startsWith("'") ? text.slice(1) : text)).trim();
}

/** Reads the GTIN of a cell, without the `.0` of a spreadsheet. Null with the reason if it is unusable. */
function readGtin(cell: string): { readonly gtin: string | null; readonly warning?: RowWarning } {
  const text = cell.replace(/[.,]0+$/, '');
  if (/^[0-9]+(?:[.,][0-9]+)?e\+?[0-9]+$/i.test(text.replace(/\s/g, '')))
    return { gtin: null, warning: 'barcode_scientific' };
  const read = parseGtin(text);
  if (read.ok) return { gtin: text };
  if (read.reason.kind === 'not_digits') return { gtin: null, warning: 'barcode_not_digits' };
  if (read.reason.kind === 'wrong_check_digit') return { gtin: null, warning: 'barcode_wrong_check_digit' };
  const restored = restoreGtinZeros(text);
  return restored === undefined
    ? { gtin: null, warning: 'barcode_wrong_length' }
    : { gtin: restored, warning: 'barcode_zeros_restored' };
}

const TOTAL_WORDS =
  /^(?:sub|grand\s?|zwischen|gesamt)?-?(?:total(?:e|es|i|s)?|sum(?:me|ma|a|me)?|gesamt(?:summe|betrag)?|somme|suma|somma|endsumme)\b/i;

/** Whether the row is a total: it has a word such as "sum", and its other cells are all numeric or do not name a part. */
function isTotal(filled: readonly string[], named: NamedRow): boolean {
  const others = filled.filter((cell) => !TOTAL_WORDS.test(cell.trim()));
  if (others.length === filled.length) return false;
  const namesPart = named.gtin !== null || (named.supplier !== null && named.partNumber !== null);
  return !namesPart || others.every((cell) => /^[\d\s.,'’€$£%+-]+$/.test(cell));
}

/** Whether the row repeats the heading, as at the top of each printed page. */
function isHeadingAgain(cells: readonly string[], headings: readonly string[]): boolean {
  const same = headings.filter(
    (heading, place) => heading.trim() !== '' && heading.trim() === cells[place]?.trim(),
  ).length;
  return same >= 2 && same === headings.filter((heading) => heading.trim() !== '').length;
}

export function describeSkipped(why: 'empty' | 'total' | 'heading' | 'nothing_named'): string {
  switch (why) {
    case 'empty':
      return 'empty row';
    case 'total':
      return 'a row of totals';
    case 'heading':
      return 'the heading once more';
    case 'nothing_named':
      return 'nothing in the columns that name a part';
  }
}

/** Returns one sentence for each warning. */
export function describeWarnings(warnings: readonly RowWarning[]): readonly string[] {
  return warnings.map((warning) => WARNING_TEXTS[warning]);
}

/** Returns the warnings about the GTIN in a row's reason, which stay true if the row is matched later. Null if there are none. */
export function warningsIn(reason: string | null): string | null {
  const kept = Object.values(WARNING_TEXTS).filter((text) => reason?.includes(text) === true);
  return kept.length === 0 ? null : kept.join(' ');
}

const WARNING_TEXTS: Readonly<Record<RowWarning, string>> = {
  barcode_scientific: 'The barcode was spoiled by a spreadsheet (scientific notation) and is not used.',
  barcode_wrong_check_digit: 'The barcode has a wrong check digit and is not used.',
  barcode_wrong_length: 'The barcode has a wrong number of digits and is not used.',
  barcode_not_digits: 'The barcode holds more than digits and is not used.',
  barcode_zeros_restored: 'The barcode’s leading zeros were restored.',
};
