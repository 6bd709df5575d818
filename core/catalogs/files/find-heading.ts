/**
 * Finds the heading among the first rows of a table, which may begin with a title, a project or a date. The heading is
 * the first row that names the most fields; a similar row further down is data.
 */
import { recognizeColumns, ROW_FIELDS, type ChosenColumn } from './recognize-columns.ts';

/** The most rows above the heading. */
export const MAX_ROWS_ABOVE_HEADING = 30;

/** What a heading of one cell counts: more than none, and less than a field of a wider one. */
const ONE_CELL = 0.5;

/**
 * @param rows the first rows of the table, at most `MAX_ROWS_ABOVE_HEADING` + 1
 * @returns the index of the heading; of the first row that is not blank if none names a field; undefined if all are
 * blank
 */
export function findHeading(
  rows: readonly (readonly string[])[],
  chosen: readonly ChosenColumn[] = [],
): number | undefined {
  let best: { readonly place: number; readonly score: number } | undefined;
  rows.forEach((cells, place) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (filled === 0) return;
    // "Partlist" alone is a title, if a row of several cells names as much.
    const most = filled === 1 && rows.length > 1 ? ONE_CELL : Infinity;
    const score = Math.min(most, fieldsNamed(cells, chosen));
    if (best === undefined || score > best.score) best = { place, score };
  });
  return best?.place;
}

/**
 * Counts the different fields that the cells name. Columns that the person chose count double, because they are
 * certain.
 */
function fieldsNamed(cells: readonly string[], chosen: readonly ChosenColumn[]): number {
  const named = chosen.filter(
    ({ column }) => !column.startsWith('#') && recognizeColumns(cells, [{ column, field: 'none' }]).ok,
  );
  const columns = recognizeColumns(cells, [], true);
  const fields = columns.ok ? ROW_FIELDS.filter((field) => columns.value[field].length > 0).length : 0;
  return fields + 2 * named.length;
}
