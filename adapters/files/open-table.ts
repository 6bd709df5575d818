/**
 * Reads a file as rows: CSV in any usual encoding, an `.xlsx` workbook, JSON Lines, or a JSON document with an array; text may be gzipped. Other files decide what the columns mean.
 * Memory does not grow with the file (a workbook's shared strings excepted, at most 64 MB).
 */
import type { TableFile, TableOptions, TableRow } from '../../core/catalogs/files/table-file.ts';
import { sniffCsv, type SniffedCsv } from './csv-format.ts';
import { readCsvRecords } from './csv-records.ts';
import { readJsonElements } from './json-elements.ts';
import { readJsonLines } from './json-lines.ts';
import { openText, readFileKind } from './open-text.ts';
import { openWorkbook } from './workbook.ts';

/** @throws {FileError} when the file does not exist or cannot be read as a table */
export async function openTable(path: string, options: TableOptions = {}): Promise<TableFile> {
  return (await readFileKind(path)) === 'zip' ? openSheet(path, options) : tableOfText(path, options);
}

async function openSheet(path: string, { sheet, until }: TableOptions): Promise<TableFile> {
  const workbook = await openWorkbook(path, sheet, until);
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: workbook.sheet,
    sheets: workbook.sheets,
    hiddenSheets: workbook.hiddenSheets,
    isPacked: false,
    async *rows() {
      for await (const { number, cells } of workbook.rows()) yield { number, kind: 'cells', cells };
    },
  };
}

async function tableOfText(path: string, options: TableOptions): Promise<TableFile> {
  const { encoding, isPacked, head, text } = await openText(path, options.encoding, options.until);
  const format = options.format ?? guessFormat(options.name ?? path, head);
  const shared = { encoding, sheet: null, sheets: [], hiddenSheets: [], isPacked };
  if (format === 'jsonl') {
    const array = arrayIn(head);
    const lines = array === undefined ? text : () => asLines(readJsonElements(text(), array.member));
    return { ...shared, format, delimiter: null, rows: () => jsonRows(lines()) };
  }
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
  const begin = head.toString('utf8', 0, 256);
  return /\.(?:jsonl?|ndjson)(?:\.gz)?$/i.test(name) || /^\s*\{/.test(begin) || /^\s*\[\s*[{\]]/.test(begin)
    ? 'jsonl'
    : 'csv';
}

/** The first member of a document that holds an array of objects; a document of one line that is whole is a line. */
const ARRAY_MEMBER = /^\s*\{(?:[^{}[\]]*[,{\s])?\s*"((?:[^"\\]|\\.){1,200})"\s*:\s*\[\s*\{/;

/** Returns where the objects are if the text is one JSON document and not a line for each object. */
function arrayIn(head: Buffer): { readonly member: string | undefined } | undefined {
  const begin = head.toString('utf8', 0, 16_384);
  if (/^\s*\[\s*[{\]]/.test(begin)) return { member: undefined };
  const member = ARRAY_MEMBER.exec(begin)?.[1];
  if (member === undefined) return undefined;
  // A line of JSON Lines may hold an array of objects; then another object follows, or the line names more.
  const [line = ''] = begin.trimStart().split('\n');
  return isObjectOfMore(line) ? undefined : { member };
}

function isObjectOfMore(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && Object.values(value).some((one) => typeof one === 'string');
  } catch {
    return false;
  }
}

async function* asLines(elements: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const element of elements) {
    yield element;
    yield LINE_END;
  }
}

const LINE_END = Buffer.from('\n');
