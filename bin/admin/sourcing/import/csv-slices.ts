/**
 * Reads a UTF-8 CSV file in slices that end at a record, so that an import can resume after each. Only one slice is in
 * memory.
 */
import type { Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { readCsvRecords, type CsvFormat, type CsvRecord } from '../../../../adapters/files/csv-records.ts';
import { hashPrefix, type FilePlace } from './read-lines.ts';

const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

interface CsvRow {
  /** Number of the CSV record in the file, from 1. */
  readonly number: number;
  readonly record: CsvRecord;
}

export interface CsvSlice {
  readonly rows: readonly CsvRow[];
  readonly end: FilePlace;
}

interface CsvSliceOptions {
  readonly format: CsvFormat;
  readonly sliceRows: number;
  readonly sliceBytes: number;
}

/** @param from a place that an earlier read returned; its digest is checked by `isSamePrefix` */
export async function* readCsvSlices(
  path: string,
  from: FilePlace,
  { format, sliceRows, sliceBytes }: CsvSliceOptions,
): AsyncGenerator<CsvSlice> {
  const start = from.offset === 0 ? await markLength(path) : from.offset;
  const digest = new TrailingDigest(await hashPrefix(path, start), start);
  let rows: CsvRow[] = [];
  let [number, sliceStart, offset] = [from.line, start, start];
  const slice = (): CsvSlice => {
    const end = { offset, line: number, prefixSha256: digest.upTo(offset) };
    const whole = { rows, end };
    [rows, sliceStart] = [[], offset];
    return whole;
  };
  for await (const record of readCsvRecords(digest.watch(createReadStream(path, { start })), format)) {
    number += 1;
    offset = start + record.end;
    rows.push({ number, record });
    if (rows.length >= sliceRows || offset - sliceStart >= sliceBytes) yield slice();
  }
  if (rows.length > 0) yield slice();
}

async function markLength(path: string): Promise<number> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0);
    return buffer.subarray(0, bytesRead).equals(BYTE_ORDER_MARK) ? 3 : 0;
  } finally {
    await file.close();
  }
}

/** Digests a file up to a requested offset, and buffers the bytes read beyond it. */
class TrailingDigest {
  readonly #hash: Hash;
  #at: number;
  #held: Buffer[] = [];

  constructor(hash: Hash, at: number) {
    this.#hash = hash;
    this.#at = at;
  }

  async *watch(chunks: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.#held.push(chunk as Buffer);
      yield chunk as Buffer;
    }
  }

  /** Returns the digest of all bytes before `offset`, which must have been read. */
  upTo(offset: number): string {
    while (this.#at < offset) {
      const chunk = this.#held.shift();
      if (chunk === undefined) throw new Error('A place in a file was asked for before it was read');
      const part = chunk.subarray(0, offset - this.#at);
      this.#hash.update(part);
      this.#at += part.length;
      if (part.length < chunk.length) this.#held.unshift(chunk.subarray(part.length));
    }
    return this.#hash.copy().digest('hex');
  }
}
