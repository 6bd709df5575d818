/**
 * A parts list in one form, whatever file it came in: one line of JSON per row, an array of cells in the order of the headings, or
 * `{"broken": reason}`. Lines end at bytes, so an import resumes behind any row without reading the file again.
 */
import * as z from 'zod';
import type { TableFile, TableRow } from '../files/table-file.ts';
import type { ListLayout } from './list-layout.ts';

/** A row's cells, all together, in bytes of JSON: what is stored with the row and written by an export. */
const MAX_CELLS_BYTES = 4_096;
const MAX_CELL_CHARACTERS = 1_000;

export type PreparedRow =
  { readonly kind: 'cells'; readonly cells: readonly string[] } | { readonly kind: 'broken'; readonly reason: string };

/** The lines of the list, each with its line feed. */
export async function* prepareLines(table: TableFile, layout: ListLayout): AsyncGenerator<string> {
  let number = 0;
  for await (const row of table.rows()) {
    number += 1;
    if (number > layout.rowsBefore) yield `${JSON.stringify(prepareRow(row, layout.headings))}\n`;
  }
}

function prepareRow(row: TableRow, headings: readonly string[]): readonly string[] | { readonly broken: string } {
  switch (row.kind) {
    case 'broken':
      return { broken: row.reason };
    case 'cells':
      return shorten(row.cells);
    case 'members': {
      const cells = headings.map((name) => (Object.hasOwn(row.members, name) ? memberText(row.members[name]) : ''));
      return cells.includes(undefined)
        ? { broken: 'a member of the object is neither text nor number' }
        : shorten(cells as readonly string[]);
    }
  }
}

/** Undefined for what is no cell: objects and lists. */
function memberText(value: unknown): string | undefined {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** Without blank cells at the end; long cells are cut, and what does not fit any more is left out. */
function shorten(cells: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let bytes = 2;
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  for (const cell of cells.slice(0, last + 1)) {
    const cut = cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed();
    bytes += new TextEncoder().encode(JSON.stringify(cut)).length + 1;
    if (bytes > MAX_CELLS_BYTES) break;
    kept.push(cut);
  }
  return kept;
}

const lineSchema = z.union([z.array(z.string()), z.object({ broken: z.string() })]);

/** @param line one line that `prepareLines` wrote. @throws when it is another */
export function readPreparedLine(line: string): PreparedRow {
  const row = lineSchema.parse(JSON.parse(line));
  return 'broken' in row ? { kind: 'broken', reason: row.broken } : { kind: 'cells', cells: row };
}
