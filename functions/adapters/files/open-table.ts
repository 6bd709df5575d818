/**
 * A file as rows: CSV in any usual encoding, an `.xlsx` workbook, or JSON Lines, each also packed by gzip. This is the one place
 * where files of others are opened, for customers' lists and for product records alike. What the columns mean is left to others.
 * Memory does not grow with the file (a workbook's shared strings excepted, at most 64 MB).
 */
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { TableFile, TableOptions, TableRow } from '../../core/files/table-file.ts';
import { sniffCsv, type SniffedCsv } from './csv-format.ts';
import { readCsvRecords } from './csv-records.ts';
import { FileError } from '../../core/files/file-error.ts';
import { readJsonLines } from './json-lines.ts';
import { decodeToUtf8, detectEncoding, namedEncoding } from './text-encoding.ts';
import { readGzip } from './unpack.ts';
import { openWorkbook } from './workbook.ts';

const HEAD_BYTES = 65_536;

/** @throws {FileError} when there is no such file, or it is no table that can be read */
export async function openTable(path: string, options: TableOptions = {}): Promise<TableFile> {
  const head = await readHead(path);
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new FileError(
      'The file is a workbook of an old Excel (.xls), or protected by a password. Save it as .xlsx without one.',
    );
  }
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return openSheet(path, options);
  if (startsWith(head, 0x25, 0x50, 0x44, 0x46)) {
    throw new FileError('The file is a PDF: a list cannot be read from it. Export the list as CSV or .xlsx.');
  }
  return openText(path, { ...options, isPacked: startsWith(head, 0x1f, 0x8b) });
}

async function openSheet(path: string, { sheet }: TableOptions): Promise<TableFile> {
  const workbook = await openWorkbook(path, sheet);
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: workbook.sheet,
    sheets: workbook.sheets,
    isPacked: false,
    async *rows() {
      for await (const { number, cells } of workbook.rows()) yield { number, kind: 'cells', cells };
    },
  };
}

async function openText(path: string, options: TableOptions & { readonly isPacked: boolean }): Promise<TableFile> {
  const { isPacked } = options;
  const bytes = (): AsyncIterable<Buffer> =>
    isPacked ? readGzip(path) : createReadStream(path, { highWaterMark: HEAD_BYTES });
  const encoding = options.encoding === undefined ? await detectEncoding(bytes()) : namedEncoding(options.encoding);
  const text = (): AsyncIterable<Buffer> => decodeToUtf8(bytes(), encoding);
  const head = await firstBytes(text());
  if (isPacked && startsWith(head, 0x50, 0x4b, 0x03, 0x04)) {
    throw new FileError('The file is a workbook packed by gzip. Unpack it first.');
  }
  const format = options.format ?? guessFormat(options.name ?? path, head);
  const shared = { encoding, sheet: null, sheets: [], isPacked };
  if (format === 'jsonl') return { ...shared, format, delimiter: null, rows: () => jsonRows(text()) };
  const sniffed = sniffCsv(head);
  return { ...shared, format, delimiter: sniffed.format.delimiter, rows: () => csvRows(text(), sniffed) };
}

async function* csvRows(text: AsyncIterable<Buffer>, { format, separatorLines }: SniffedCsv): AsyncGenerator<TableRow> {
  let number = 0;
  for await (const record of readCsvRecords(text, format)) {
    number += 1;
    if (number <= separatorLines) continue;
    yield record.cells === null
      ? { number, kind: 'broken', reason: record.reason }
      : { number, kind: 'cells', cells: record.cells };
  }
}

async function* jsonRows(text: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  let number = 0;
  for await (const line of readJsonLines(text)) {
    number += 1;
    yield line.kind === 'blank' ? { number, kind: 'cells', cells: [] } : { number, ...line };
  }
}

function guessFormat(name: string, head: Buffer): 'csv' | 'jsonl' {
  return /\.(?:jsonl|ndjson)(?:\.gz)?$/i.test(name) || /^\s*\{/.test(head.toString('utf8', 0, 256)) ? 'jsonl' : 'csv';
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

function startsWith(head: Buffer, ...bytes: number[]): boolean {
  return head.subarray(0, bytes.length).equals(Buffer.of(...bytes));
}
