/**
 * Opens a file of items as slices of records: JSON Lines in the service's format, or CSV, a workbook, JSON Lines or a
 * JSON document with a mapping. Uncompressed UTF-8 files are read in place; others are first converted into a temporary
 * file.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import { sniffCsv } from '../../../../adapters/files/csv-format.ts';
import type { CsvFormat } from '../../../../adapters/files/csv-records.ts';
import { readJsonElements } from '../../../../adapters/files/json-elements.ts';
import { openTable } from '../../../../adapters/files/open-table.ts';
import { openText, readFileKind, type OpenText } from '../../../../adapters/files/open-text.ts';
import { FileError } from '../../../../core/catalogs/files/file-error.ts';
import type { TableRow } from '../../../../core/catalogs/files/table-file.ts';
import {
  compileMapping,
  type FileColumns,
  type LookupTable,
  type RowReader,
} from '../../../../core/sourcing/item-import/compile-mapping.ts';
import { findHeadingOf, guessMapping } from '../../../../core/sourcing/item-import/guess-mapping.ts';
import type { RecordMapping } from '../../../../core/sourcing/item-import/record-mapping.ts';
import type { SourceRow } from '../../../../core/sourcing/item-import/read-value.ts';
import { MAX_LINE_BYTES, parseItemLine, parseJsonLine } from '../../../../core/sourcing/item-import/item-line.ts';
import { OperatorError } from '../../console/operator-error.ts';
import { printable } from '../../console/printable.ts';
import { readCsvSlices, type CsvSlice } from './csv-slices.ts';
import { describeMappingProblems } from './mapping-labels.ts';
import { FILE_START, readSlices, type FilePlace, type FileSlice } from './read-lines.ts';
import type { ReadRecord, RecordSlice } from './record-slice.ts';
import { withInputFile } from './spool-input.ts';

const SLICE = { maxLineBytes: MAX_LINE_BYTES, sliceLines: 250, sliceBytes: 8_000_000 };
/** Number of objects read to find the member names, and of rows read to find the heading. */
const SAMPLE_OBJECTS = 250;
const SAMPLE_ROWS = 31;
const MAX_MEMBERS = 2_000;

export const RECORD_FORMATS = ['csv', 'jsonl', 'json'] as const;
type RecordFormat = (typeof RECORD_FORMATS)[number];

/** How to read a file where that is not detected. */
export interface RecordsReading {
  readonly mapping: RecordMapping | undefined;
  readonly tables: ReadonlyMap<string, LookupTable>;
  readonly format?: RecordFormat | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
}

export interface OpenRecords {
  /** A UTF-8 file on disk, in which offsets and progress are counted. */
  readonly path: string;
  /**
   * Identifies the mapping, so that checkpoints of different mappings differ; empty for lines in the service's format.
   */
  readonly reading: string;
  /** Sentences that say how the file was read. */
  readonly understood: readonly string[];
  slices(from: FilePlace): AsyncIterable<RecordSlice>;
}

/** @throws {OperatorError} when the file cannot be read or the mapping does not fit it */
export async function withRecords<T>(
  file: string,
  reading: RecordsReading,
  use: (records: OpenRecords) => Promise<T>,
): Promise<T> {
  return withInputFile(file, async (readable) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'product-data-records-'));
    try {
      return await use(await openRecords(file, readable, reading, path.join(folder, 'records')));
    } catch (error) {
      if (error instanceof FileError) throw new OperatorError(`${printable(file)}: ${error.message}`);
      throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function openRecords(name: string, file: string, reading: RecordsReading, spare: string): Promise<OpenRecords> {
  if ((await readFileKind(file)) === 'zip') return workbookRecords(file, reading, spare);
  const text = await openRecordText(file, reading.encoding);
  switch (reading.format ?? guessFormat(name, text.head, reading.mapping)) {
    case 'csv':
      return csvRecords(await onDisk(file, text, spare), text.head, reading);
    case 'json':
      await pipeline(
        Readable.from(elementLines(text, reading.mapping?.records)),
        createWriteStream(spare, { mode: 0o600 }),
      );
      return lineRecords(spare, reading.mapping, reading);
    case 'jsonl':
      return lineRecords(await onDisk(file, text, spare), reading.mapping, reading);
  }
}

/**
 * Reads a file of JSON as UTF-8 unless it is UTF-16 or an encoding was given, so that lines with invalid bytes are
 * refused one by one.
 */
async function openRecordText(file: string, encoding: string | undefined): Promise<OpenText> {
  const text = await openText(file, encoding);
  const isGuess = text.encoding.known === 'guessed' && !text.encoding.name.startsWith('utf-16');
  const looksLikeCsv = !/^\s*[[{]/.test(text.head.toString('utf8', 0, 256));
  return isGuess && !looksLikeCsv ? openText(file, 'utf-8') : text;
}

async function onDisk(file: string, { isPacked, encoding, text }: OpenText, spare: string): Promise<string> {
  if (!isPacked && encoding.name === 'utf-8') return file;
  await pipeline(Readable.from(text()), createWriteStream(spare, { mode: 0o600 }));
  return spare;
}

function guessFormat(name: string, head: Buffer, mapping: RecordMapping | undefined): RecordFormat {
  const bare = name.toLowerCase().replace(/\.gz$/, '');
  if (/\.(?:jsonl|ndjson)$/.test(bare)) return 'jsonl';
  if (/\.(?:csv|tsv|txt)$/.test(bare)) return 'csv';
  const text = head.toString('utf8').trimStart();
  if (text.startsWith('[')) return 'json';
  if (text.startsWith('{')) return isJsonLines(text, mapping) ? 'jsonl' : 'json';
  return mapping === undefined ? 'jsonl' : 'csv';
}

/** Whether the first line is a complete object; a document that has its records in a member may also be one line. */
function isJsonLines(text: string, mapping: RecordMapping | undefined): boolean {
  const [line = '', ...more] = text.split('\n', 2);
  try {
    const first = JSON.parse(line) as object;
    return mapping?.records === undefined || !Object.hasOwn(first, mapping.records);
  } catch {
    // A line longer than the sample is JSON Lines; an object that continues on the next line is a document.
    return more.length === 0 && mapping?.records === undefined;
  }
}

async function* elementLines({ text }: OpenText, member: string | undefined): AsyncGenerator<Buffer | string> {
  for await (const element of readJsonElements(text(), member)) {
    yield element;
    yield '\n';
  }
}

async function lineRecords(
  file: string,
  mapping: RecordMapping | undefined,
  { tables }: RecordsReading,
): Promise<OpenRecords> {
  if (mapping === undefined)
    return { path: file, reading: '', understood: [], slices: (from) => lineSlices(file, from, readOwnLine) };
  const columns = { kind: 'members', names: await memberNames(file) } as const;
  const read = compiled(mapping, columns, tables);
  return {
    path: file,
    reading: readingKey(mapping),
    understood: [],
    slices: (from) => lineSlices(file, from, (bytes) => readObjectLine(bytes, read)),
  };
}

async function memberNames(file: string): Promise<readonly string[]> {
  const names = new Set<string>();
  for await (const { lines } of readSlices(file, FILE_START, { ...SLICE, sliceLines: SAMPLE_OBJECTS })) {
    for (const { bytes } of lines) {
      const json = bytes && parseJsonLine(bytes);
      if (json?.ok !== true || typeof json.value !== 'object' || json.value === null) continue;
      for (const name of Object.keys(json.value)) if (names.size < MAX_MEMBERS) names.add(name);
    }
    break;
  }
  return [...names];
}

async function csvRecords(file: string, head: Buffer, { mapping, tables }: RecordsReading): Promise<OpenRecords> {
  const { format: sniffed, separatorLines } = sniffCsv(head);
  const format = mapping?.quotes === undefined ? sniffed : { ...sniffed, quotes: mapping.quotes };
  const options = { format, sliceRows: SLICE.sliceLines, sliceBytes: SLICE.sliceBytes };
  const rows = await firstCsvRows(file, format);
  const table = understand(rows.slice(separatorLines), mapping, tables);
  const isHeading = (number: number): boolean => number <= separatorLines + table.rowsBefore;
  return {
    ...table,
    path: file,
    slices: async function* (from) {
      for await (const slice of readCsvSlices(file, from, options)) yield csvSlice(slice, isHeading, table.read);
    },
  };
}

async function firstCsvRows(file: string, format: CsvFormat): Promise<readonly (readonly string[])[]> {
  const options = { format, sliceRows: SAMPLE_ROWS + 1, sliceBytes: SLICE.sliceBytes };
  for await (const { rows } of readCsvSlices(file, FILE_START, options))
    return rows.map(({ record }) => record.cells ?? []);
  return [];
}

function csvSlice({ rows, end }: CsvSlice, isHeading: (number: number) => boolean, read: RowReader): RecordSlice {
  const records = rows.flatMap(({ number, record }): readonly ReadRecord[] => {
    if (isHeading(number)) return [];
    if (record.cells === null) return [{ line: number, read: brokenRow(record.reason) }];
    return readCells(number, record.cells, read);
  });
  return { records, end };
}

/**
 * Converts the rows of a workbook into lines with the same numbers, because a workbook cannot be read from an offset.
 */
async function workbookRecords(
  file: string,
  { mapping, tables, sheet }: RecordsReading,
  spare: string,
): Promise<OpenRecords> {
  const workbook = await openTable(file, { sheet });
  await pipeline(Readable.from(rowLines(workbook.rows())), createWriteStream(spare, { mode: 0o600 }));
  const rows = await firstRows(workbook.rows());
  const table = understand(rows, mapping, tables);
  const read = (bytes: Buffer, line: number): readonly ReadRecord[] => {
    const cells = parseJsonLine(bytes);
    if (line <= table.rowsBefore || !cells.ok) return [];
    return readCells(line, cells.value as readonly string[], table.read);
  };
  return {
    ...table,
    path: spare,
    understood: [`Sheet ${printable(workbook.sheet ?? '')}.`, ...table.understood],
    slices: (from) => lineSlices(spare, from, read),
  };
}

/** Yields the rows of a sheet as JSON lines, with blank lines for missing rows. */
async function* rowLines(rows: AsyncIterable<TableRow>): AsyncGenerator<string> {
  let line = 0;
  for await (const row of rows) {
    yield '\n'.repeat(Math.max(0, row.number - line - 1));
    line = row.number;
    yield row.kind === 'cells' ? `${JSON.stringify(row.cells)}\n` : '\n';
  }
}

async function firstRows(rows: AsyncIterable<TableRow>): Promise<readonly (readonly string[])[]> {
  const first: (readonly string[])[] = [];
  for await (const row of rows) {
    if (row.number > SAMPLE_ROWS) break;
    while (first.length < row.number - 1) first.push([]);
    first.push(row.kind === 'cells' ? row.cells : []);
  }
  return first;
}

interface UnderstoodTable {
  readonly rowsBefore: number;
  readonly read: RowReader;
  readonly reading: string;
  readonly understood: readonly string[];
}

/**
 * @throws {OperatorError} when the mapping does not fit the columns, or without a mapping, when the headings name no
 * part
 */
function understand(
  rows: readonly (readonly string[])[],
  given: RecordMapping | undefined,
  tables: ReadonlyMap<string, LookupTable>,
): UnderstoodTable {
  const place = findHeadingOf(rows, given);
  if (place === undefined) throw new FileError('The file has no rows.');
  const names = rows[place] ?? [];
  const guessed = given === undefined ? guessMapping(names) : undefined;
  if (guessed?.ok === false) {
    throw new OperatorError('No part columns were recognized from the headings.', {
      code: 'unknown_columns',
      fix: `Write a mapping and pass it with --map map.json (docs/guides/import-items.md#mappings). Columns: ${columnList(names)}.`,
    });
  }
  const mapping = given ?? guessed?.value.mapping ?? { fields: {} };
  const understood = guessed === undefined ? [] : describeGuess(guessed.value.used, guessed.value.leftOut);
  const read = compiled(mapping, { kind: 'cells', names }, tables);
  return { rowsBefore: place + 1, read, reading: readingKey(mapping), understood };
}

function describeGuess(used: Readonly<Record<string, string>>, leftOut: readonly string[]): readonly string[] {
  const columns = Object.entries(used).map(([field, column]) => `${field} from ${printable(column)}`);
  const said = [`Columns recognized by heading: ${columns.join(', ')}.`];
  return leftOut.length === 0
    ? said
    : [...said, `Ignored columns: ${columnList(leftOut)}; use a mapping (--map) to import them.`];
}

const MAX_LISTED = 12;

function columnList(names: readonly string[]): string {
  const filled = names.filter((name) => name.trim() !== '').map((name) => printable(name.slice(0, 40)));
  return `${filled.slice(0, MAX_LISTED).join(', ')}${filled.length > MAX_LISTED ? `, and ${filled.length - MAX_LISTED} more` : ''}`;
}

/** @throws {OperatorError} that names the problems of the mapping */
function compiled(mapping: RecordMapping, columns: FileColumns, tables: ReadonlyMap<string, LookupTable>): RowReader {
  const reader = compileMapping(mapping, columns, tables);
  if (reader.ok) return reader.value;
  throw new OperatorError(`The mapping does not fit the file: ${describeMappingProblems(reader.reason)}`, {
    code: 'mapping_does_not_fit',
    fix: `The file has: ${columnList(columns.names)}.`,
  });
}

function readingKey(mapping: RecordMapping): string {
  return createHash('sha256').update(JSON.stringify(mapping)).digest('hex');
}

function brokenRow(reason: string): ReadRecord['read'] {
  return { kind: 'refused', problem: { kind: 'broken_row', reason } };
}

function readCells(line: number, cells: readonly string[], read: RowReader): readonly ReadRecord[] {
  if (cells.every((cell) => cell.trim() === '')) return [];
  return [{ line, read: read({ kind: 'cells', cells }) }];
}

async function* lineSlices(
  file: string,
  from: FilePlace,
  read: (bytes: Buffer, line: number) => readonly ReadRecord[] | ReadRecord['read'],
): AsyncGenerator<RecordSlice> {
  for await (const { lines, end } of readSlices(file, from, SLICE)) yield { records: readLines(lines, read), end };
}

function readLines(
  lines: FileSlice['lines'],
  read: (bytes: Buffer, line: number) => readonly ReadRecord[] | ReadRecord['read'],
): readonly ReadRecord[] {
  return lines.flatMap(({ number: line, bytes }): readonly ReadRecord[] => {
    if (bytes === undefined)
      return [{ line, read: { kind: 'refused', problem: { kind: 'too_long', maxBytes: MAX_LINE_BYTES } } }];
    if (bytes.every(isSpace)) return [];
    const said = read(bytes, line);
    return 'kind' in said ? [{ line, read: said }] : said;
  });
}

function readOwnLine(bytes: Buffer): ReadRecord['read'] {
  const item = parseItemLine(bytes);
  return item.ok ? { kind: 'item', item: item.value } : { kind: 'refused', problem: item.reason };
}

function readObjectLine(bytes: Buffer, read: RowReader): ReadRecord['read'] {
  const json = parseJsonLine(bytes);
  if (!json.ok) return { kind: 'refused', problem: json.reason };
  if (typeof json.value !== 'object' || json.value === null || Array.isArray(json.value))
    return { kind: 'refused', problem: { kind: 'not_an_object' } };
  const row: SourceRow = { kind: 'members', members: json.value as Readonly<Record<string, unknown>> };
  return read(row);
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d;
}

/** Reads slices of a UTF-8 JSON Lines file in the service's format. */
export function ownLineSlices(file: string, from: FilePlace): AsyncIterable<RecordSlice> {
  return lineSlices(file, from, readOwnLine);
}
