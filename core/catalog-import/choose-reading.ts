/**
 * Which of the possible meanings of a list's columns is right: each is tried on the first rows, and the one under which most rows are
 * found in the index is taken. Where none finds more than the likeliest, the likeliest stands.
 */
import type { ProductIndex } from '../items/product-index.ts';
import { matchRows } from './match-rows.ts';
import { readRow } from '../table-files/read-row.ts';
import type { RowColumns } from '../table-files/recognize-columns.ts';

/** Rows that are tried with each meaning. */
const TRIED_ROWS = 50;

export interface TriedReading {
  readonly columns: RowColumns;
  /** Rows found in the index; null when there was nothing to choose from and nothing was tried. */
  readonly found: number | null;
}

export interface ChosenReading extends TriedReading {
  /** Rows that were tried. */
  readonly rows: number;
  /** The other meanings, with what each would have found. */
  readonly others: readonly TriedReading[];
}

/**
 * @param rows the first rows of the list, as cells
 * @param readings the likeliest first, at least one
 * @param isGuess try even a single reading: it is not what the headings say
 */
export async function chooseReading(
  products: ProductIndex,
  rows: readonly (readonly string[])[],
  readings: readonly RowColumns[],
  isGuess = false,
): Promise<ChosenReading> {
  const [likeliest] = readings;
  if (likeliest === undefined) throw new RangeError('A list has at least one reading.');
  const tried = rows.slice(0, TRIED_ROWS);
  if (readings.length === 1 && !isGuess) return { columns: likeliest, found: null, rows: 0, others: [] };
  const results: TriedReading[] = [];
  for (const columns of readings) results.push({ columns, found: await countFound(products, tried, columns) });
  const best = results.reduce((a, b) => ((b.found ?? 0) > (a.found ?? 0) ? b : a));
  return { ...best, rows: tried.length, others: results.filter((one) => one !== best) };
}

async function countFound(
  products: ProductIndex,
  rows: readonly (readonly string[])[],
  columns: RowColumns,
): Promise<number> {
  const named = rows.flatMap((cells) => {
    const row = readRow(cells, columns);
    return row.kind === 'part' ? [row.named] : [];
  });
  return (await matchRows(products, named)).filter(({ kind }) => kind === 'found').length;
}
