/**
 * A file as the rows of a catalog: CSV, whose delimiter and columns are recognised, or JSON Lines, one object a row.
 * Reading can begin behind any row. How rows are matched and stored is decided in core/catalogs.
 */
import { createHash } from 'node:crypto';
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { SourceRow } from '../../../functions/core/catalogs/import-catalog.ts';
import {
  missingFields,
  nameCells,
  recogniseColumns,
  type ChosenColumn,
  type RowField,
  type ColumnFault,
  type RowColumns,
} from '../../../functions/core/catalogs/recognise-columns.ts';
import type { Result } from '../../../functions/core/result.ts';
import { OperatorError } from '../console/operator-error.ts';
import { printable } from '../console/printable.ts';
import { MAX_RECORD_BYTES, readCsvRecords, type CsvFormat } from './csv-records.ts';
import { readJsonRows } from './json-rows.ts';
import { isUnchanged, type ScannedFile } from './scan-file.ts';

export interface CatalogSource {
  /** Of the file's bytes and of what its columns are taken for: an interrupted import goes on only with the same. */
  readonly fingerprint: string;
  /** For the operator: field and heading of each column that is used; none for JSON Lines, whose rows may differ. */
  readonly columns: readonly { readonly field: string; readonly heading: string }[];
  /** The rows behind byte `from`; 0 is the beginning. Throws a SourceFault when the file cannot be read on. */
  rows(from: number): AsyncGenerator<SourceRow>;
}

/** The file itself fails, not one of its rows. */
export class SourceFault extends Error {
  override readonly name = 'SourceFault';
}

/** @throws {OperatorError} when no columns that name parts are recognised */
export async function openCatalogSource(
  file: ScannedFile,
  options: { readonly chosen: readonly ChosenColumn[]; readonly format?: 'csv' | 'jsonl' | undefined },
): Promise<CatalogSource> {
  const { chosen, format = guessFormat(file) } = options;
  return format === 'csv' ? openCsv(file, chosen) : openJsonLines(file, chosen);
}

function guessFormat({ path, head }: ScannedFile): 'csv' | 'jsonl' {
  return /\.(jsonl|ndjson)$/i.test(path) || /^\ufeff?\s*\{/.test(head.toString('utf8')) ? 'jsonl' : 'csv';
}

function openJsonLines(file: ScannedFile, chosen: readonly ChosenColumn[]): CatalogSource {
  return {
    fingerprint: fingerprintOf(file, { format: 'jsonl', chosen }),
    columns: [],
    rows: (from) => guarded(file, readJsonRows(file.path, chosen, from)),
  };
}

/** The names that the tools show, and that --map takes. */
const OUTSIDE_NAMES: Readonly<Record<RowField, string>> = {
  itemNumber: 'your_item_number',
  supplier: 'supplier',
  partNumber: 'supplier_part_number',
  gtin: 'gtin',
};

async function openCsv(file: ScannedFile, chosen: readonly ChosenColumn[]): Promise<CatalogSource> {
  const format = detectFormat(file, chosen);
  const heading = await readHeading(file, format);
  const columns = columnsOrRefuse(recogniseColumns(heading.cells, chosen), heading.cells);
  const shown = (Object.keys(OUTSIDE_NAMES) as RowField[]).flatMap((field) =>
    columns[field].map((place) => ({ field: OUTSIDE_NAMES[field], heading: heading.cells[place] ?? '' })),
  );
  return {
    fingerprint: fingerprintOf(file, { ...format, columns }),
    columns: shown,
    rows: (from) =>
      guarded(
        file,
        readCsvRows(file, format, { columns, width: heading.cells.length, from: from || heading.endBytes }),
      ),
  };
}

const DELIMITERS = [',', ';', '\t', '|'];

/** The delimiter under which the heading says most: fields recognised first, then cells. */
function detectFormat({ head }: ScannedFile, chosen: readonly ChosenColumn[]): CsvFormat {
  const lineEnd = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const judged = DELIMITERS.map((delimiter) => {
    const cells = firstCells(head, delimiter);
    const columns = recogniseColumns(cells, chosen);
    return { delimiter, fields: columns.ok ? Object.values(columns.value).flat().length : 0, cells: cells.length };
  });
  const best = judged.toSorted((a, b) => b.fields - a.fields || b.cells - a.cells)[0];
  return { delimiter: best?.delimiter ?? ',', lineEnd };
}

function firstCells(head: Buffer, delimiter: string): readonly string[] {
  try {
    const options = { delimiter, bom: true, relax_quotes: true, skip_records_with_empty_values: true, to: 1 };
    return parseAtOnce(head, { ...options, relax_column_count: true, skip_empty_lines: true })[0] ?? [];
  } catch {
    return [];
  }
}

async function readHeading(
  file: ScannedFile,
  format: CsvFormat,
): Promise<{ cells: readonly string[]; endBytes: number }> {
  for await (const record of readCsvRecords(file.path, format, 0)) {
    if (record.cells === null) throw new OperatorError(`The heading of ${file.path} cannot be read: ${record.reason}.`);
    if (record.cells.some((cell) => cell.trim() !== '')) return { cells: record.cells, endBytes: record.endBytes };
  }
  throw new OperatorError(`${file.path} is empty: its first line must name the columns.`);
}

interface RowShape {
  readonly columns: RowColumns;
  readonly width: number;
  readonly from: number;
}

async function* readCsvRows(file: ScannedFile, format: CsvFormat, shape: RowShape): AsyncGenerator<SourceRow> {
  for await (const { endBytes, ...record } of readCsvRecords(file.path, format, shape.from)) {
    if (record.cells === null) yield { kind: 'broken', reason: record.reason, endBytes };
    // A delimiter too many moves every cell behind it under another heading.
    else if (record.cells.slice(shape.width).some((cell) => cell.trim() !== '')) {
      const reason = `the row has ${record.cells.length} cells, the heading ${shape.width}`;
      yield { kind: 'broken', reason, endBytes };
    } else yield { kind: 'named', named: nameCells(record.cells, shape.columns), endBytes };
  }
}

/** Turns what the file system says into a SourceFault, and holds at the end that the file is still the one that was scanned. */
async function* guarded(file: ScannedFile, rows: AsyncGenerator<SourceRow>): AsyncGenerator<SourceRow> {
  try {
    yield* rows;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new SourceFault(`the file could not be read on (${code})`, { cause: error });
  }
  if (!(await isUnchanged(file))) throw new SourceFault('the file was changed while it was imported');
}

function fingerprintOf(file: ScannedFile, meaning: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([file.sha256, MAX_RECORD_BYTES, meaning]))
    .digest('hex');
}

function columnsOrRefuse(columns: Result<RowColumns, ColumnFault>, headings: readonly string[]): RowColumns {
  if (!columns.ok) throw new OperatorError(`${describeFault(columns.reason)} ${listHeadings(headings)}`);
  const missing = missingFields(columns.value).map((field) => FIELD_WORDS[field]);
  if (missing.length === 0) return columns.value;
  throw new OperatorError(
    `No column was recognised as ${missing.join(' and ')}, and none as gtin: name them with --map "<column>=<field>". ` +
      listHeadings(headings),
  );
}

const FIELD_WORDS = {
  supplier: 'supplier',
  partNumber: 'supplier_part_number',
  gtin: 'gtin',
  itemNumber: 'your_item_number',
};

function describeFault(fault: ColumnFault): string {
  switch (fault.kind) {
    case 'no_such_column':
      return `There is no column ${quoted(fault.column)}.`;
    case 'ambiguous':
      return (
        `Two columns are headed like ${quoted(fault.heading)}: say which is meant, by its place, ` +
        `with --map "#<place>=${FIELD_WORDS[fault.field]}".`
      );
  }
}

function listHeadings(headings: readonly string[]): string {
  return `Columns: ${headings.slice(0, 40).map(quoted).join(', ')}.`;
}

function quoted(text: string): string {
  return `"${printable(text.length > 40 ? `${text.slice(0, 40)}…` : text)}"`;
}
