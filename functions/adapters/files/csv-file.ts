/**
 * Rows as a CSV file that a spreadsheet opens safely: UTF-8 with a byte order mark, and a cell that a spreadsheet would run as a formula
 * gets an apostrophe before it (CWE-1236), as csv-stringify does it.
 */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';

const FORMAT = { bom: true, escape_formulas: true, record_delimiter: 'windows' } as const;

/** @param out a path, or `-` for standard output */
export async function writeCsvFile(rows: AsyncIterable<readonly string[]>, out: string): Promise<void> {
  if (out === '-') await pipeline(Readable.from(rows), stringify(FORMAT), process.stdout, { end: false });
  else await pipeline(Readable.from(rows), stringify(FORMAT), createWriteStream(out, { mode: 0o600 }));
}
