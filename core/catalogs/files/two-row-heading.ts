/**
 * Reads a heading of two rows, as workbooks with merged cells have: "Manufacturer" over "Name" and "Part number". A
 * group counts for the columns beside it that have no group of their own. Whether the two rows are used is decided by
 * file-layout.ts.
 */
import { isHeadingCell } from './heading-words.ts';

/** The share of cells of the lower row that must be words of headings: data never is. */
const KNOWN_SHARE = 2 / 3;
const MAX_CHARACTERS = 60;
/** Wider tables have one row of headings. */
const MAX_COLUMNS = 300;

/** Returns one heading for each column; undefined if the lower row may be data. */
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
