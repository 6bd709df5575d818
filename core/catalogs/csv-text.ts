/**
 * Rows as the text of a CSV file that a spreadsheet opens safely: with a byte order mark for non-ASCII characters and Windows line ends. A cell
 * that would run as a formula gets a leading apostrophe and is shown as text (CWE-1236). Plain numbers stay unchanged.
 */

/** What a CSV file begins with. */
export const CSV_BEGINNING = '\uFEFF';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** Includes the full-width signs that Excel treats like the narrow ones. */
const RUN_AS_FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

function csvCell(text: string): string {
  const safe = RUN_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
