/** A prepared list on disk: written once from whatever file came in, then read from any byte behind a row. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { SourceRow } from '../../core/catalogs/import-catalog.ts';
import type { ListLayout } from '../../core/catalogs/list-layout.ts';
import { prepareLines, readPreparedLine } from '../../core/catalogs/prepared-list.ts';
import type { TableFile } from '../../core/files/table-file.ts';

export interface PreparedFile {
  readonly path: string;
  readonly bytes: number;
  /** Of all its bytes, hexadecimal: the same list gives the same. */
  readonly sha256: string;
}

/** @throws {FileError} when the table cannot be read to its end */
export async function writePreparedFile(table: TableFile, layout: ListLayout, path: string): Promise<PreparedFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  const lines = async function* (): AsyncGenerator<Buffer> {
    for await (const line of prepareLines(table, layout)) {
      const encoded = Buffer.from(line, 'utf8');
      hash.update(encoded);
      bytes += encoded.length;
      yield encoded;
    }
  };
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: 0o600 }));
  return { path, bytes, sha256: hash.digest('hex') };
}

const LINE_FEED = 0x0a;

/** The rows behind byte `from`: 0, or where a row ends. */
export async function* readPreparedFile(path: string, from: number): AsyncGenerator<SourceRow> {
  let pending: Buffer = Buffer.alloc(0);
  let at = from;
  for await (const chunk of createReadStream(path, { start: from, highWaterMark: 65_536 }) as AsyncIterable<Buffer>) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    let start = 0;
    for (let feed = pending.indexOf(LINE_FEED); feed >= 0; feed = pending.indexOf(LINE_FEED, start)) {
      const line = pending.toString('utf8', start, feed);
      at += feed + 1 - start;
      start = feed + 1;
      yield { ...readPreparedLine(line), endBytes: at };
    }
    pending = pending.subarray(start);
  }
}
