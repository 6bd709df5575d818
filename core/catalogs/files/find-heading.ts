/**
 * Finds the heading among the first rows of a table, which may begin with a title, a project or a date. The heading is
 * the first row that names the most fields; a similar row further down is data. file-layout.ts decides whether it has
 * two rows.
 */
import { isHeadingCell } from './heading-words.ts';
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

/** The share of cells of the lower row that must be words of headings: data never is. */
const KNOWN_SHARE = 2 / 3;
const MAX_CHARACTERS = 60;
/** Wider tables have one row of headings. */
const MAX_COLUMNS = 300;

/**
 * Joins a heading of two rows, as workbooks with merged cells have: "Manufacturer" over "Name" and "Part number". A
 * group counts for the columns beside it that have no group of their own.
 * @returns one heading for each column; undefined if the lower row may be data
 */
export function joinHeadings(upper: readonly string[], lower: readonly string[]): readonly string[] | undefined {
  if (lower.length > MAX_COLUMNS) return undefined;
  const filled = lower.map((cell) => cell.trim()).filter((cell) => cell !== '');
  const known = filled.filter((cell) => cell.length <= MAX_CHARACTERS && isHeadingCell(cell));
  if (filled.length < 2 || known.length < KNOWN_SHARE * filled.length) return undefined;
  let group = '';
  return Array.from({ length: Math.max(upper.length, lower.length) }, (_, place) => {
    const [above, below] = [upper[place]?.trim() ?? '', lower[place]?.trim() ?? ''];
    // A column without a lower cell ends its group: "Pos" is not of the columns beside it.
    if (above !== '' || below === '') group = below === '' ? '' : above;
    if (below === '') return above;
    return group === '' || group.toLowerCase() === below.toLowerCase() ? below : `${group} ${below}`;
  });
}
