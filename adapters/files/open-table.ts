/**
 * Reads a file as rows: CSV in any usual encoding, an `.xlsx` workbook, JSON Lines, or a JSON document with an array;
 * text may be gzipped. Other files decide what the columns mean. Memory does not grow with the file (a workbook's
 * shared strings excepted, at most 64 MB).
 */
import type { TableFile, TableOptions, TableRow } from '../../core/catalogs/files/table-file.ts';
import { memberText } from '../../core/catalogs/files/prepared-file.ts';
import { cutLine, sniffCsv, type SniffedCsv } from './csv-format.ts';
import { MAX_RECORD_BYTES, readCsvRecords } from './csv-records.ts';
import { columnOf, findJsonRows } from './json-document.ts';
import { readJsonElements } from './json-elements.ts';
import { readJsonLines } from './json-lines.ts';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import { openText, readFileKind } from './open-text.ts';
import { openWorkbook, type OpenWorkbook } from './workbook.ts';

/** @throws {FileError} when the file does not exist or cannot be read as a table */
export async function openTable(path: string, options: TableOptions = {}): Promise<TableFile> {
  return (await readFileKind(path)) === 'zip' ? openSheet(path, options) : tableOfText(path, options);
}

async function openSheet(path: string, { sheet, until }: TableOptions): Promise<TableFile> {
  return tableOfSheet(await openWorkbook(path, sheet, until));
}

function tableOfSheet(workbook: OpenWorkbook): TableFile {
  return {
    format: 'xlsx',
    encoding: null,
    delimiter: null,
    sheet: workbook.sheet,
    sheets: workbook.sheets,
    hiddenSheets: workbook.hiddenSheets,
    isPacked: false,
    onSheet: (name) => tableOfSheet(workbook.onSheet(name)),
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
    const found = findJsonRows(head.toString('utf8'));
    if (found === undefined) return { ...shared, format, delimiter: null, rows: () => jsonRows(text()) };
    const { kind, path: members, headings } = found;
    if (kind === 'columns') return { ...shared, format: 'csv', delimiter: null, rows: () => columnRows(text()) };
    const elements = () =>
      kind === 'whole' ? joinLines(text()) : readJsonElements(text(), members, kind === 'values');
    if (kind === 'arrays')
      return { ...shared, format: 'csv', delimiter: null, rows: () => arrayRows(elements(), headings) };
    return { ...shared, format, delimiter: null, rows: () => jsonRows(asLines(elements())) };
  }
  const sniffed = sniffCsv(head);
  const delimiter = sniffed.columns === undefined ? sniffed.format.delimiter : null;
  return { ...shared, format, delimiter, rows: () => csvRows(text(), sniffed) };
}

async function* csvRows(
  text: AsyncIterable<Buffer>,
  { format, separatorLines, columns }: SniffedCsv,
): AsyncGenerator<TableRow> {
  let number = 0;
  for await (const record of readCsvRecords(text, format)) {
    number += 1;
    if (number <= separatorLines) continue;
    yield record.cells === null
      ? { number, kind: 'broken', reason: record.reason }
      : {
          number,
          kind: 'cells',
          cells: columns === undefined ? record.cells : cutLine(record.cells[0] ?? '', columns),
        };
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
  return /\.(?:jsonl?|ndjson)(?:\.gz)?$/i.test(name) ||
    /^\ufeff?\s*\{/.test(begin) ||
    /^\ufeff?\s*\[\s*[[{\]"]/.test(begin)
    ? 'jsonl'
    : 'csv';
}

/** Reads arrays of cells, the first of which is the heading, unless the headings are beside them. */
async function* arrayRows(elements: AsyncIterable<Buffer>, headings?: readonly string[]): AsyncGenerator<TableRow> {
  let number = 0;
  if (headings !== undefined) yield { number: (number += 1), kind: 'cells', cells: headings };
  for await (const element of elements) {
    number += 1;
    const cells = readArray(element);
    yield cells === undefined
      ? { number, kind: 'broken', reason: 'the element is not a JSON array' }
      : { number, kind: 'cells', cells };
  }
}

/** A document of columns is read whole, so it may not be as long as others. */
const MAX_COLUMNS_BYTES = 2_000_000;

async function* columnRows(text: AsyncIterable<Buffer>): AsyncGenerator<TableRow> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of text) {
    bytes += part.length;
    if (bytes > MAX_COLUMNS_BYTES)
      throw new FileError('The file has one array for each column and more than 2 MB: write one object for each row.');
    parts.push(part);
  }
  const columns = Object.entries(parseObject(Buffer.concat(parts).toString('utf8'))).flatMap(([name, value]) => {
    const cells = columnOf(value);
    return cells === undefined ? [] : [{ name, cells }];
  });
  const rows = columns.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  yield { number: 1, kind: 'cells', cells: columns.map(({ name }) => name) };
  for (let row = 0; row < rows; row += 1)
    yield { number: row + 2, kind: 'cells', cells: columns.map(({ cells }) => memberText(cells[row])) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // It is said below.
  }
  throw new FileError('The file is no valid JSON: it is cut off or damaged.');
}

function readArray(element: Buffer): readonly string[] | undefined {
  if (element.length > MAX_RECORD_BYTES) return undefined;
  try {
    const value: unknown = JSON.parse(element.toString('utf8'));
    return Array.isArray(value) ? value.map(memberText) : typeof value === 'string' ? [value] : undefined;
  } catch {
    return undefined;
  }
}

/** Yields a document of one object as one line; one that is too long for a record is cut, and then is no JSON. */
async function* joinLines(text: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of text) {
    if (bytes > MAX_RECORD_BYTES) break;
    bytes += part.length;
    parts.push(part);
  }
  yield Buffer.from(
    Buffer.concat(parts)
      .toString('utf8')
      .replace(/[\r\n]+/g, ' '),
  );
}

async function* asLines(elements: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const element of elements) {
    yield element;
    yield LINE_END;
  }
}

const LINE_END = Buffer.from('\n');
