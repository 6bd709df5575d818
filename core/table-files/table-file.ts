/**
 * The port to a file of rows in any format: a customer's parts list, an operator's product records.
 * The adapters (adapters/files) handle formats, encodings and compression.
 */

/** `number`: the row's number in a sheet, or the record's in a text file, from 1. A row without cells is blank. */
export type TableRow = { readonly number: number } & (
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  /** A JSON object. */
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, unknown>> }
  /** It cannot be read; `reason` quotes nothing of it. */
  | { readonly kind: 'broken'; readonly reason: string }
);

/** How to read a file that does not say so itself. */
export interface TableOptions {
  /** `xlsx` is always recognised. */
  readonly format?: 'csv' | 'jsonl' | undefined;
  readonly encoding?: string | undefined;
  /** Of a workbook, by name or by place from 1. */
  readonly sheet?: string | undefined;
  /** What the file was called, where its path is another; its ending distinguishes JSON Lines from CSV. */
  readonly name?: string | undefined;
  /** Aborted when reading has to end: rows() then throws a FileError. */
  readonly until?: AbortSignal | undefined;
}

export interface TextEncoding {
  /** As the Encoding Standard names it, in lower case: `utf-8`, `utf-16le`, `windows-1252`. */
  readonly name: string;
  /** How it was determined, for the message to the person. */
  readonly known: 'named' | 'byte_order_mark' | 'all_utf8' | 'guessed';
}

export interface TableFile {
  readonly format: 'csv' | 'xlsx' | 'jsonl';
  /** Null for a workbook. */
  readonly encoding: TextEncoding | null;
  /** Of a CSV. */
  readonly delimiter: string | null;
  /** For a workbook: the sheet to read, and all sheets. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  readonly isPacked: boolean;
  /** From the first row; may be called again. Throws when reading fails. */
  rows(): AsyncIterable<TableRow>;
}
