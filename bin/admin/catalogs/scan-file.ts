/** Reads a file once before it is imported: what is in it, byte for byte, and whether it is text in UTF-8 at all. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { OperatorError } from '../console/operator-error.ts';

export interface ScannedFile {
  readonly path: string;
  readonly bytes: number;
  readonly modifiedMs: number;
  /** Of all its bytes, hexadecimal. */
  readonly sha256: string;
  /** The first 64 kB. */
  readonly head: Buffer;
}

const HEAD_BYTES = 65_536;

/** @throws {OperatorError} when there is no such file, or it is not text in UTF-8; the sentence says what to do */
export async function scanFile(path: string): Promise<ScannedFile> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new OperatorError(`There is no file ${path}.`);
  const hash = createHash('sha256');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let head: Buffer | undefined;
  let line = 1;
  for await (const chunk of createReadStream(path, { highWaterMark: HEAD_BYTES }) as AsyncIterable<Buffer>) {
    if (head === undefined) refuseOtherFormats(path, chunk);
    head ??= chunk;
    hash.update(chunk);
    try {
      decoder.decode(chunk, { stream: true });
    } catch {
      throw notUtf8(path, line + lineOfFault(chunk));
    }
    line += countLineFeeds(chunk);
  }
  try {
    decoder.decode();
  } catch {
    throw notUtf8(path, line);
  }
  const { size: bytes, mtimeMs: modifiedMs } = found;
  return { path, bytes, modifiedMs, sha256: hash.digest('hex'), head: head ?? Buffer.alloc(0) };
}

/** Whether the file is what it was when it was scanned, as far as its size and time can say. */
export async function isUnchanged(file: ScannedFile): Promise<boolean> {
  const found = await stat(file.path).catch(() => undefined);
  return found?.size === file.bytes && found.mtimeMs === file.modifiedMs;
}

function refuseOtherFormats(path: string, head: Buffer): void {
  const starts = (...bytes: number[]): boolean => head.subarray(0, bytes.length).equals(Buffer.of(...bytes));
  if (starts(0xff, 0xfe) || starts(0xfe, 0xff)) {
    throw new OperatorError(`${path} is UTF-16. Save it as "CSV UTF-8" and import that.`);
  }
  if (starts(0x50, 0x4b, 0x03, 0x04) || starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new OperatorError(`${path} is a workbook or an archive. Export the sheet as "CSV UTF-8" and import that.`);
  }
  if (starts(0x1f, 0x8b)) throw new OperatorError(`${path} is compressed. Unpack it first.`);
  if (head.includes(0)) throw new OperatorError(`${path} holds zero bytes: it is no text file in UTF-8.`);
}

function notUtf8(path: string, line: number): OperatorError {
  return new OperatorError(`${path} is not UTF-8 (near line ${line}). Save it as "CSV UTF-8" and import that.`);
}

/** How many lines of the chunk come before the first that is not UTF-8. A character cut by the chunk's edge is not meant. */
function lineOfFault(chunk: Buffer): number {
  let lines = 0;
  for (let start = 0; ; lines += 1) {
    const feed = chunk.indexOf(0x0a, start);
    if (feed < 0 || !isUtf8(chunk.subarray(start, feed))) return lines;
    start = feed + 1;
  }
}

function countLineFeeds(chunk: Buffer): number {
  let count = 0;
  for (let feed = chunk.indexOf(0x0a); feed >= 0; feed = chunk.indexOf(0x0a, feed + 1)) count += 1;
  return count;
}
