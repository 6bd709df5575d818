/**
 * Finds the cells of a sheet that are merged over several rows, and repeats their text in each of these rows. A sheet
 * names them behind its rows, so its bytes are searched once before they are read; the XML of the rows is parsed once.
 * A cell merged over several columns stays in the first.
 */
import type { SheetRow } from './workbook-sheet.ts';

export interface MergedColumn {
  /** From 0. */
  readonly column: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/** More merged cells than a list of parts has; the others stay as they are. */
const MAX_MERGED = 100_000;
const MERGED = /<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})"/g;
/** Longer than one element, which may be divided between two chunks. */
const OVERLAP = 200;
/** The most columns that are merged over one row. */
const MAX_OPEN = 200;
/** The rows that a title or note at the head of a sheet is merged over are no data. */
const MAX_ROWS_OF_ONE = 50_000;

/** @returns the merged columns in the order of their first rows */
export async function readMergedColumns(chunks: AsyncIterable<Buffer>): Promise<readonly MergedColumn[]> {
  const merged = new Map<string, MergedColumn>();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + chunk.toString('latin1');
    rest = text.slice(-OVERLAP);
    if (!text.includes('mergeCell ')) continue;
    for (const [reference, letters = '', first, , last] of text.matchAll(MERGED)) {
      const [firstRow, lastRow] = [Number(first), Number(last)];
      if (lastRow <= firstRow || lastRow - firstRow > MAX_ROWS_OF_ONE || merged.size >= MAX_MERGED) continue;
      merged.set(reference, { column: columnOf(letters), firstRow, lastRow });
    }
  }
  return [...merged.values()].sort((a, b) => a.firstRow - b.firstRow);
}

/** Repeats each merged text in the rows that it covers and that have cells of their own. */
export async function* fillMerged(
  rows: AsyncIterable<SheetRow>,
  merged: readonly MergedColumn[],
): AsyncGenerator<SheetRow> {
  let next = 0;
  let open: (MergedColumn & { readonly text: string })[] = [];
  for await (const row of rows) {
    open = open.filter(({ lastRow }) => lastRow >= row.number);
    let begin = merged[next];
    for (; begin !== undefined && begin.firstRow <= row.number; begin = merged[(next += 1)]) {
      const text = begin.firstRow === row.number ? (row.cells[begin.column] ?? '') : '';
      if (text !== '' && open.length < MAX_OPEN) open.push({ ...begin, text });
    }
    yield { number: row.number, cells: filled(row, open) };
  }
}

function filled(
  { number, cells }: SheetRow,
  open: readonly (MergedColumn & { readonly text: string })[],
): readonly string[] {
  const missing = open.filter(({ column, firstRow }) => firstRow < number && (cells[column] ?? '') === '');
  if (missing.length === 0) return cells;
  const all = [...cells];
  for (const { column, text } of missing) {
    while (all.length < column) all.push('');
    all[column] = text;
  }
  return all;
}

function columnOf(letters: string): number {
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
