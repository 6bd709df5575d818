/**
 * Rows as the text of a CSV file that a spreadsheet opens safely: a byte order mark, for its letters; lines that end as Windows ends them; and a cell
 * that it would run as a formula gets an apostrophe before it, which it shows as text (CWE-1236). Plain numbers stay as they are.
 */

/** What a CSV file begins with. */
export const CSV_BEGINNING = '\uFEFF';

export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** With the full-width signs that Excel takes for the narrow ones. */
const RUN_AS_FORMULA = /^[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

function csvCell(text: string): string {
  const safe = RUN_AS_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
