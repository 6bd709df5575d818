/**
 * Detects the encoding of a text file: by its byte order mark; as UTF-8 if all bytes are valid UTF-8; otherwise with
 * chardet. A person can name the encoding instead. The output is UTF-8 without a byte order mark.
 */
import chardet from 'chardet';
import type { TextEncoding } from '../../core/catalogs/files/table-file.ts';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import { isHeadingCell } from '../../core/catalogs/files/heading-words.ts';

const BYTE_ORDER_MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The sample for chardet: lines with non-ASCII bytes, since only these distinguish encodings. */
const SAMPLE_BYTES = 1 << 16;
/** chardet's confidence (0 to 100) from which a non-western encoding is accepted. */
const SURE = 50;

/**
 * Returns the encoding with this name, in any spelling that the Encoding Standard knows.
 * @throws {FileError} for an unknown one
 */
export function namedEncoding(name: string): TextEncoding {
  try {
    return { name: new TextDecoder(name).encoding, known: 'named' };
  } catch {
    throw new FileError('There is no such encoding. Name one as utf-8, utf-16le, windows-1252 or iso-8859-2.');
  }
}

/** Reads the whole text once. @throws {FileError} when it is not text */
export async function detectEncoding(bytes: AsyncIterable<Buffer>): Promise<TextEncoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const sample = new Sample();
  let isUtf8 = true;
  let head: Buffer | undefined;
  for await (const chunk of bytes) {
    if (head === undefined) {
      head = chunk;
      const marked = BYTE_ORDER_MARKS.find(([, mark]) => chunk.subarray(0, mark.length).equals(Buffer.from(mark)));
      if (marked !== undefined) return { name: marked[0], known: 'byte_order_mark' };
      const wide = wideWithoutMark(chunk);
      if (wide !== undefined) return { name: wide, known: 'guessed' };
    }
    if (chunk.includes(0)) throw new FileError('The file holds zero bytes: it is neither a text file nor a workbook.');
    isUtf8 &&= decodes(utf8, chunk);
    if (isUtf8) continue;
    sample.add(chunk);
    if (sample.isFull) break;
  }
  if (isUtf8 && finishes(utf8)) return { name: 'utf-8', known: 'all_utf8' };
  return { name: guess(sample.isEmpty ? (head ?? Buffer.alloc(0)) : sample.bytes), known: 'guessed' };
}

/**
 * Yields the text as UTF-8, chunk by chunk. If a person named `utf-8`, invalid bytes are passed on and decode to U+FFFD
 * later.
 */
export async function* decodeToUtf8(bytes: AsyncIterable<Buffer>, { name }: TextEncoding): AsyncGenerator<Buffer> {
  if (name === 'utf-8') {
    let isFirst = true;
    for await (const chunk of bytes) {
      yield isFirst && chunk.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)) ? chunk.subarray(3) : chunk;
      isFirst = false;
    }
    return;
  }
  const decoder = new TextDecoder(name);
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8');
  yield Buffer.from(decoder.decode(), 'utf8');
}

/** Detects UTF-16 without a byte order mark: in western text every second byte is zero. */
function wideWithoutMark(head: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const pairs = Math.min(head.length >> 1, 2_000);
  if (pairs < 4) return undefined;
  const zeros = [0, 0];
  for (let place = 0; place < 2 * pairs; place += 1) if (head[place] === 0) zeros[place % 2]! += 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > pairs / 2 && even < pairs / 10) return 'utf-16le';
  if (even > pairs / 2 && odd < pairs / 10) return 'utf-16be';
  return undefined;
}

function decodes(decoder: InstanceType<typeof TextDecoder>, chunk: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function finishes(decoder: InstanceType<typeof TextDecoder>): boolean {
  try {
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns chardet's best answer that can be decoded. Latin-1 is read as windows-1252, which contains all of it (the
 * Encoding Standard does the same), and wins ties and doubtful cases: parts lists that are not in Unicode are nearly
 * always western.
 */
function guess(sample: Buffer): string {
  const judged = chardet.analyse(sample).filter(({ name }) => name !== 'UTF-8' && isDecodable(name));
  const best = judged[0];
  const western = judged.find(({ name }) => name === 'ISO-8859-1' || name === 'windows-1252');
  const isSure = best !== undefined && best.confidence >= SURE && best.confidence > (western?.confidence ?? 0);
  return byHeadings(sample, isSure ? new TextDecoder(best.name).encoding : 'windows-1252');
}

/** Encodings of spreadsheets of which chardet is unsure, or too sure, for a short list. */
const OTHERS = ['windows-1251', 'windows-1250', 'windows-1254', 'koi8-r', 'shift_jis', 'gb18030', 'big5', 'euc-kr'];
const LINES_OF_HEADING = 10;

/**
 * Returns the encoding in which the most cells are words of headings; the likely one unless another has at least two
 * more.
 */
function byHeadings(sample: Buffer, likely: string): string {
  const head = sample.subarray(0, SAMPLE_BYTES >> 4);
  const before = headingCells(head, likely);
  const found = OTHERS.map((name) => ({ name, cells: headingCells(head, name) }));
  const best = found.reduce((a, b) => (b.cells > a.cells ? b : a));
  return best.cells >= before + 2 ? best.name : likely;
}

function headingCells(head: Buffer, encoding: string): number {
  const lines = new TextDecoder(encoding)
    .decode(head)
    .split(/\r\n|\n|\r/)
    .slice(0, LINES_OF_HEADING);
  const counts = lines.map(
    (line) =>
      line.split(/[;,\t|]/).filter((cell) => /[\u0080-\uffff]/.test(cell) && isHeadingCell(cell.replaceAll('"', '')))
        .length,
  );
  return Math.max(0, ...counts);
}

function isDecodable(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

/** Lines that contain non-ASCII bytes, up to the sample's size. */
class Sample {
  readonly #lines: Buffer[] = [];
  #size = 0;

  add(chunk: Buffer): void {
    for (let start = 0; start < chunk.length && !this.isFull;) {
      const feed = chunk.indexOf(0x0a, start);
      const end = feed < 0 ? chunk.length : feed + 1;
      const line = chunk.subarray(start, Math.min(end, start + SAMPLE_BYTES));
      if (line.some((byte) => byte >= 0x80)) {
        this.#lines.push(Buffer.from(line));
        this.#size += line.length;
      }
      start = end;
    }
  }

  get isFull(): boolean {
    return this.#size >= SAMPLE_BYTES;
  }

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#lines);
  }
}
