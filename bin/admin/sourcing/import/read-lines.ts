/**
 * Reads the lines of a file as bytes with their offsets, in memory that does not grow with the file or its longest
 * line. Strips a byte order mark and carriage returns before line feeds. It does not parse the lines.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);

interface FileLine {
  /** Counted from 1. */
  readonly number: number;
  /** Undefined when the line was skipped because it is longer than `maxLineBytes`. */
  readonly bytes: Buffer | undefined;
}

/** Consecutive whole lines and the place after them. */
export interface FileSlice {
  readonly lines: readonly FileLine[];
  readonly end: FilePlace;
}

/** A place between two lines at which reading can resume; the digest proves that everything before it is unchanged. */
export interface FilePlace {
  readonly offset: number;
  readonly line: number;
  /** SHA-256 of all bytes before `offset`, hexadecimal. */
  readonly prefixSha256: string;
}

interface ReadOptions {
  readonly maxLineBytes: number;
  readonly sliceLines: number;
  readonly sliceBytes: number;
}

/** @param from a place that an earlier read returned; its digest is checked by `isSamePrefix` */
export async function* readSlices(path: string, from: FilePlace, options: ReadOptions): AsyncGenerator<FileSlice> {
  const hash = await hashPrefix(path, from.offset);
  const reader = createLineReader(from, hash, options);
  for await (const chunk of createReadStream(path, { start: from.offset, highWaterMark: 1 << 18 })) {
    yield* reader.push(chunk as Buffer);
  }
  yield* reader.end();
}

export const FILE_START: FilePlace = { offset: 0, line: 0, prefixSha256: createHash('sha256').digest('hex') };

/** Whether the file is unchanged before `place`. */
export async function isSamePrefix(path: string, place: FilePlace): Promise<boolean> {
  return (await hashPrefix(path, place.offset)).digest('hex') === place.prefixSha256;
}

/** Returns a hash of the first `length` bytes that can be updated further. */
export async function hashPrefix(path: string, length: number): Promise<Hash> {
  const hash = createHash('sha256');
  if (length === 0) return hash;
  for await (const chunk of createReadStream(path, { end: length - 1 })) hash.update(chunk as Buffer);
  return hash;
}

interface LineReader {
  push(chunk: Buffer): FileSlice[];
  end(): FileSlice[];
}

function createLineReader(from: FilePlace, hash: Hash, options: ReadOptions): LineReader {
  let place = { offset: from.offset, line: from.line };
  let parts: Buffer[] = [];
  let partBytes = 0;
  let lines: FileLine[] = [];
  let sliceStart = from.offset;

  const hold = (part: Buffer): void => {
    hash.update(part);
    partBytes += part.length;
    // A line that is too long is still counted and hashed, but no longer kept.
    parts = partBytes <= options.maxLineBytes + 2 ? [...parts, part] : [];
  };
  const finishLine = (): FileSlice[] => {
    const whole = partBytes <= options.maxLineBytes + 2 ? bareLine(Buffer.concat(parts), place.line === 0) : undefined;
    place = { offset: place.offset + partBytes, line: place.line + 1 };
    lines.push({ number: place.line, bytes: whole && whole.length <= options.maxLineBytes ? whole : undefined });
    parts = [];
    partBytes = 0;
    const full = lines.length >= options.sliceLines || place.offset - sliceStart >= options.sliceBytes;
    return full ? [finishSlice()] : [];
  };
  const finishSlice = (): FileSlice => {
    const slice = { lines, end: { ...place, prefixSha256: hash.copy().digest('hex') } };
    lines = [];
    sliceStart = place.offset;
    return slice;
  };
  return {
    push: (chunk) => {
      const slices: FileSlice[] = [];
      let start = 0;
      for (let feed = chunk.indexOf(LINE_FEED); feed >= 0; feed = chunk.indexOf(LINE_FEED, start)) {
        hold(chunk.subarray(start, feed + 1));
        slices.push(...finishLine());
        start = feed + 1;
      }
      if (start < chunk.length) hold(chunk.subarray(start));
      return slices;
    },
    end: () => {
      const slices = partBytes > 0 ? finishLine() : [];
      return lines.length > 0 ? [...slices, finishSlice()] : slices;
    },
  };
}

/** The line without its line end and, when it is the first, without a byte order mark. */
function bareLine(line: Buffer, isFirst: boolean): Buffer {
  const start = isFirst && line.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  let end = line.length;
  if (end > start && line[end - 1] === LINE_FEED) end -= 1;
  if (end > start && line[end - 1] === CARRIAGE_RETURN) end -= 1;
  return line.subarray(start, end);
}
