/**
 * Writes CSV that spreadsheets open safely, with a byte order mark for non-ASCII characters and Windows line endings. A
 * cell that would run as a formula gets a leading apostrophe and is shown as text (CWE-1236). Plain numbers stay
 * unchanged.
 */

/** The byte order mark at the start of every CSV file. */
export const CSV_BEGINNING = '\uFEFF';

/** The separators that spreadsheets recognize. */
const SEPARATORS: readonly string[] = [',', ';', '\t', '|'];

/** Returns the separator of the customer's file if it is a usual one; otherwise the comma. */
export function separatorOf({ delimiter }: { readonly delimiter: string | null }): string {
  return delimiter !== null && SEPARATORS.includes(delimiter) ? delimiter : ',';
}

export function csvLine(cells: readonly string[], separator = ','): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

/** Includes the full-width signs, which Excel treats like the ASCII ones. */
const RUN_AS_FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

function csvCell(text: string): string {
  const safe = RUN_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
