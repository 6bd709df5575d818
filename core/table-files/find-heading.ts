/**
 * Finds the heading among the first rows of a table: files begin with a title, a project, a date. The heading is the first row
 * that names the most fields; a similar row further down is data.
 */
import { recogniseColumns, type ChosenColumn } from './recognize-columns.ts';

/** The most rows above the heading. */
export const MAX_ROWS_ABOVE_HEADING = 30;

/**
 * @param rows the first rows of the table, at most `MAX_ROWS_ABOVE_HEADING` and one
 * @returns the place of the heading, from 0; of the first row that is not blank when none names a field; undefined when all are blank
 */
export function findHeading(
  rows: readonly (readonly string[])[],
  chosen: readonly ChosenColumn[] = [],
): number | undefined {
  let best: { readonly place: number; readonly score: number } | undefined;
  rows.forEach((cells, place) => {
    const filled = cells.filter((cell) => cell.trim() !== '').length;
    if (filled === 0) return;
    const score =
      filled === 1 && rows.length > 1 ? Math.min(1, fieldsNamed(cells, chosen)) : fieldsNamed(cells, chosen);
    if (best === undefined || score > best.score) best = { place, score };
  });
  return best?.place;
}

/** How many different fields the cells name; columns that the person chose count double, for they are certain. */
function fieldsNamed(cells: readonly string[], chosen: readonly ChosenColumn[]): number {
  const named = chosen.filter(
    ({ column }) => !column.startsWith('#') && recogniseColumns(cells, [{ column, field: 'none' }]).ok,
  );
  const columns = recogniseColumns(cells, [], true);
  const fields = columns.ok ? Object.values(columns.value).filter((places) => places.length > 0).length : 0;
  return fields + 2 * named.length;
}
