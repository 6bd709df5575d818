/**
 * Writes and reads the prepared form of a file, which does not depend on the file's format: JSON Lines in UTF-8. The
 * first line contains the headings and the meaning of the columns. Each further line is one row: an array of cells in
 * the order of the headings, or `{"broken": reason}`. Every line ends at a known byte, so that an import can resume
 * after any row, even on another machine, without opening the original again.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { TableFile, TableRow } from './table-file.ts';
import type { CatalogFile } from './catalog-file.ts';
import type { FileLayout } from './file-layout.ts';
import { flatMembers, nameOf } from './flat-members.ts';
import type { RowColumns } from './recognize-columns.ts';

/** The most bytes of a row's cells as JSON, which are stored with the row and written by an export. */
const MAX_CELLS_BYTES = 4_096;
const MAX_CELL_CHARACTERS = 1_000;

export type PreparedRow =
  { readonly kind: 'cells'; readonly cells: readonly string[] } | { readonly kind: 'broken'; readonly reason: string };

/** One row of a prepared file. Reading can resume at `endBytes`, where its line ends. */
export type SourceRow = { readonly endBytes: number } & PreparedRow;

/** The headings of a prepared file and the meaning of its columns. */
export interface CatalogColumns {
  readonly headings: readonly string[];
  readonly columns: RowColumns;
  /** Whether the customer's item numbers only count the rows (running-numbers.ts). */
  readonly numbersRun: boolean;
}

export interface PreparedFile {
  readonly bytes: number;
  /** Hexadecimal SHA-256 of all bytes: the same file, read the same way, has the same hash. */
  readonly sha256: string;
}

/** @throws {FileError} if the table cannot be read to its end */
export async function writePreparedFile(
  file: CatalogFile,
  table: TableFile,
  layout: FileLayout,
  meaning: Pick<CatalogColumns, 'columns' | 'numbersRun'>,
): Promise<PreparedFile> {
  const hash = createHash('sha256');
  const encoder = new TextEncoder();
  let bytes = 0;
  const keep = (line: string): Uint8Array => {
    const encoded = encoder.encode(line);
    hash.update(encoded);
    bytes += encoded.length;
    return encoded;
  };
  const { headings } = layout;
  const content = async function* (): AsyncGenerator<Uint8Array> {
    yield keep(`${JSON.stringify({ headings, ...meaning } satisfies CatalogColumns)}\n`);
    for await (const row of listRows(table, layout)) yield keep(`${JSON.stringify(preparedForm(row))}\n`);
  };
  await file.writePrepared(content());
  return { bytes, sha256: hash.digest('hex') };
}

/** Returns the rows after the heading, in their prepared form. */
export async function* listRows(table: TableFile, layout: FileLayout): AsyncGenerator<PreparedRow> {
  let number = 0;
  for await (const row of table.rows()) {
    number += 1;
    if (number > layout.rowsBefore) yield prepareRow(row, layout.headings);
  }
}

function preparedForm(row: PreparedRow): readonly string[] | { readonly broken: string } {
  return row.kind === 'cells' ? row.cells : { broken: row.reason };
}

function prepareRow(row: TableRow, headings: readonly string[]): PreparedRow {
  switch (row.kind) {
    case 'broken':
      return row;
    case 'cells':
      return { kind: 'cells', cells: shorten(row.cells) };
    case 'members': {
      const members = flatMembers(row.members);
      const cells = headings.map((name) => (Object.hasOwn(members, name) ? memberText(members[name]) : ''));
      return { kind: 'cells', cells: shorten(cells) };
    }
  }
}

/**
 * Returns the values of an array in one cell, the name of an object, and other objects as JSON, so that nothing is
 * lost.
 */
export function memberText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value) ?? '';
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map((one: unknown) => memberText(one)).join('; ');
  return nameOf(value) ?? JSON.stringify(value);
}

/** Drops blank cells at the end, cuts long cells, and drops the cells that no longer fit. */
function shorten(cells: readonly string[]): readonly string[] {
  const fitting: string[] = [];
  let bytes = 2;
  const last = cells.findLastIndex((cell) => cell.trim() !== '');
  for (const cell of cells.slice(0, last + 1)) {
    const cut = cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed();
    bytes += Buffer.byteLength(JSON.stringify(cut)) + 1;
    if (bytes > MAX_CELLS_BYTES) break;
    fitting.push(cut);
  }
  return fitting;
}

const place = z.int().check(z.nonnegative());
const places = z.array(place);
const columnsSchema = z.object({
  headings: z.array(z.string()),
  columns: z.object({
    itemNumber: places,
    supplier: places,
    partNumber: places,
    gtin: places,
    alternates: z.optional(z.array(z.object({ supplier: z.nullable(place), partNumber: place }))),
    isUnclear: z.optional(z.boolean()),
    everySupplier: z.optional(z.string()),
  }),
  numbersRun: z._default(z.boolean(), false),
});
const rowSchema = z.union([z.array(z.string()), z.object({ broken: z.string() })]);

/** @throws if the prepared form is missing or invalid */
export async function readFileColumns(file: CatalogFile): Promise<CatalogColumns> {
  for await (const { text } of readLines(file, 0)) return columnsSchema.parse(JSON.parse(text));
  throw new Error('The prepared file is empty.');
}

/**
 * Returns the rows after byte `from`, which is 0 or the end of a row.
 * @throws if the prepared form is missing or invalid
 */
export async function* readFileRows(file: CatalogFile, from: number): AsyncGenerator<SourceRow> {
  let isFirstLine = from === 0;
  for await (const { text, endBytes } of readLines(file, from)) {
    if (!isFirstLine) yield { ...readRow(text), endBytes };
    isFirstLine = false;
  }
}

function readRow(line: string): PreparedRow {
  const row = rowSchema.parse(JSON.parse(line));
  return 'broken' in row ? { kind: 'broken', reason: row.broken } : { kind: 'cells', cells: row };
}

const LINE_FEED = 0x0a;

/** Ignores text after the last line feed, because the prepared form ends with one. */
async function* readLines(
  file: CatalogFile,
  from: number,
): AsyncGenerator<{ readonly text: string; readonly endBytes: number }> {
  const decoder = new TextDecoder();
  let parts: Uint8Array[] = [];
  let endBytes = from;
  for await (const chunk of file.readPrepared(from)) {
    let start = 0;
    for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
      parts.push(chunk.subarray(start, feed));
      endBytes += parts.reduce((sum, { length }) => sum + length, 1);
      yield { text: decoder.decode(joined(parts)), endBytes };
      parts = [];
      start = feed + 1;
    }
    if (start < chunk.length) parts.push(chunk.subarray(start));
  }
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const [first] = parts;
  if (parts.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
