/**
 * Port: a file of rows in any format, uploaded by a customer or imported by an operator.
 * The adapters (adapters/files) handle formats, encodings and compression.
 */

/** `number`: the row's number in a sheet or text file, from 1. A row without cells is blank. */
export type TableRow = { readonly number: number } & (
  | { readonly kind: 'cells'; readonly cells: readonly string[] }
  /** A JSON object. */
  | { readonly kind: 'members'; readonly members: Readonly<Record<string, unknown>> }
  /** The row cannot be read; `reason` quotes nothing of it. */
  | { readonly kind: 'broken'; readonly reason: string }
);

/** How to read a file if its content does not show that. */
export interface TableOptions {
  /** `xlsx` is always recognized. */
  readonly format?: 'csv' | 'jsonl' | undefined;
  readonly encoding?: string | undefined;
  /** The sheet of a workbook, by name or by position from 1. */
  readonly sheet?: string | undefined;
  /** The file's original name, if its path differs; its extension distinguishes JSON Lines from CSV. */
  readonly name?: string | undefined;
  /** Aborted when reading must end; rows() then throws a FileError. */
  readonly until?: AbortSignal | undefined;
}

export interface TextEncoding {
  /** The name in the Encoding Standard, in lower case: `utf-8`, `utf-16le`, `windows-1252`. */
  readonly name: string;
  /** How it was determined, for the message to the person. */
  readonly known: 'named' | 'byte_order_mark' | 'all_utf8' | 'guessed';
}

export interface TableFile {
  readonly format: 'csv' | 'xlsx' | 'jsonl';
  /** Null for a workbook. */
  readonly encoding: TextEncoding | null;
  /** Null unless the file is a CSV. */
  readonly delimiter: string | null;
  /** For a workbook: the sheet that is read, and all sheets. */
  readonly sheet: string | null;
  readonly sheets: readonly string[];
  /** The names of `sheets` that a spreadsheet program does not show. */
  readonly hiddenSheets: readonly string[];
  readonly isPacked: boolean;
  /** Reads from the first row; may be called again. Throws if reading fails. */
  rows(): AsyncIterable<TableRow>;
  /** Returns another sheet of a workbook, without opening the file again. */
  onSheet?(name: string): TableFile;
}
