/**
 * Reads a text file of any encoding, gzipped or not, as UTF-8. All outside files are opened here: customers'
 * files and item records alike. Other files decide what the text means.
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import type { TextEncoding } from '../../core/catalogs/files/table-file.ts';
import { decodeToUtf8, detectEncoding, namedEncoding } from './text-encoding.ts';
import { limitTime, readGzip } from './unpack.ts';

const HEAD_BYTES = 65_536;

export interface OpenText {
  readonly encoding: TextEncoding;
  readonly isPacked: boolean;
  /** The first 64 kB of the text, or a little more. */
  readonly head: Buffer;
  /**
   * UTF-8 without a byte order mark, from the beginning; may be called repeatedly. Throws {FileError} when reading
   * fails.
   */
  readonly text: () => AsyncIterable<Buffer>;
}

/**
 * @param encodingName as a person writes it; detected when absent
 * @param until aborted when reading has to end
 * @throws {FileError} when the file does not exist or is not text
 */
export async function openText(path: string, encodingName?: string, until?: AbortSignal): Promise<OpenText> {
  const isPacked = (await readFileKind(path)) === 'gzip';
  const bytes = (): AsyncIterable<Buffer> =>
    limitTime(isPacked ? readGzip(path) : createReadStream(path, { highWaterMark: HEAD_BYTES }), until);
  const encoding = encodingName === undefined ? await detectEncoding(bytes()) : namedEncoding(encodingName);
  const text = (): AsyncIterable<Buffer> => decodeToUtf8(bytes(), encoding);
  const head = await firstBytes(text());
  if (isPacked && startsWith(head, ZIP)) throw new FileError('The file is a workbook packed by gzip. Unpack it first.');
  return { encoding, isPacked, head, text };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The kind of a file by its first bytes. @throws {FileError} for kinds that cannot be read */
export async function readFileKind(path: string): Promise<'zip' | 'gzip' | 'text'> {
  const head = await readHead(path);
  if (startsWith(head, [0xd0, 0xcf, 0x11, 0xe0])) {
    throw new FileError(
      'The file is a workbook of an old Excel (.xls), or protected by a password. Save it as .xlsx without one.',
    );
  }
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46])) {
    throw new FileError('The file is a PDF: a list cannot be read from it. Export the list as CSV or .xlsx.');
  }
  if (startsWith(head, ZIP)) return 'zip';
  return startsWith(head, [0x1f, 0x8b]) ? 'gzip' : 'text';
}

async function readHead(path: string): Promise<Buffer> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() !== true) throw new FileError('There is no such file.');
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function firstBytes(text: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of text) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks);
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return head.subarray(0, bytes.length).equals(Buffer.from(bytes));
}
