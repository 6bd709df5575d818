/**
 * The file of product records as JSON Lines in UTF-8 on disk, whatever it came as: packed by gzip, in UTF-16, in an encoding that the
 * operator names, or over standard input. A file that only seems to be in another encoding is not guessed at: of records, lines that are
 * no UTF-8 are refused one by one.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openText, readFileKind, type OpenText } from '../../../functions/adapters/files/open-text.ts';
import { FileError } from '../../../functions/core/files/file-error.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { withInputFile } from './spool-input.ts';

/** @throws {OperatorError} when there is no such file, or it holds no JSON Lines */
export async function withRecordsFile<T>(
  file: string,
  encoding: string | undefined,
  use: (path: string) => Promise<T>,
): Promise<T> {
  return withInputFile(file, async (readable) => {
    try {
      const text = await openRecords(readable, encoding);
      if (!text.isPacked && text.encoding.name === 'utf-8') return await use(readable);
      return await withDecoded(text, use);
    } catch (error) {
      if (error instanceof FileError) throw new OperatorError(`${printable(file)}: ${error.message}`);
      throw error;
    }
  });
}

async function openRecords(file: string, encoding: string | undefined): Promise<OpenText> {
  if ((await readFileKind(file)) === 'zip') {
    throw new FileError('Records are imported as JSON Lines, one record a line; the file is an archive or a workbook.');
  }
  const text = await openText(file, encoding);
  const isGuess = text.encoding.known === 'guessed' && !text.encoding.name.startsWith('utf-16');
  return isGuess ? openText(file, 'utf-8') : text;
}

async function withDecoded<T>({ text }: OpenText, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'product-data-records-'));
  try {
    const decoded = path.join(folder, 'records.jsonl');
    await pipeline(Readable.from(text()), createWriteStream(decoded, { mode: 0o600 }));
    return await use(decoded);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
