/**
 * Rows as the text of a CSV file that a spreadsheet opens safely: with a byte order mark for non-ASCII characters and Windows line ends. A cell
 * that would run as a formula gets a leading apostrophe and is shown as text (CWE-1236). Plain numbers stay unchanged.
 */

/** What a CSV file begins with. */
export const CSV_BEGINNING = '\uFEFF';

/** What may separate the cells of a file that is given back; another separator would not be taken for one. */
const SEPARATORS: readonly string[] = [',', ';', '\t', '|'];

/** The separator that the customer's own file has, where it is a usual one; else the comma. */
export function separatorOf({ delimiter }: { readonly delimiter: string | null }): string {
  return delimiter !== null && SEPARATORS.includes(delimiter) ? delimiter : ',';
}

export function csvLine(cells: readonly string[], separator = ','): string {
  return `${cells.map(csvCell).join(separator)}\r\n`;
}

/** Includes the full-width signs that Excel treats like the narrow ones. */
const RUN_AS_FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

function csvCell(text: string): string {
  const safe = RUN_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
