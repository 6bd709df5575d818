/** Explains to the operator how a file was read, or why it cannot be read. */
import type { TriedReading } from '../../../core/catalogs/import/open-file.ts';
import type { LayoutProblem } from '../../../core/catalogs/files/file-layout.ts';
import type { FileOptions, OpenFile } from '../../../core/catalogs/import/open-file.ts';
import type { ReadSheet, SheetKind } from '../../../core/catalogs/import/read-sheets.ts';
import type { RowColumns, RowField } from '../../../core/catalogs/files/recognize-columns.ts';
import type { TableFile } from '../../../core/catalogs/files/table-file.ts';
import { printable } from '../console/printable.ts';

/** Field names as tools show them and --map takes them. */
const FIELD_NAMES: Readonly<Record<RowField, string>> = {
  itemNumber: 'your_item_number',
  supplier: 'supplier',
  partNumber: 'supplier_part_number',
  gtin: 'gtin',
};

export interface UsedColumn {
  readonly field: string;
  readonly heading: string;
}

/** Returns field and heading of each used column. */
export function usedColumns(columns: RowColumns, headings: readonly string[]): readonly UsedColumn[] {
  return (Object.keys(FIELD_NAMES) as RowField[]).flatMap((field) =>
    columns[field].map((place) => ({ field: FIELD_NAMES[field], heading: headings[place] ?? `#${place + 1}` })),
  );
}

/** What the operator said of the file; an option is only advised if it was not given. */
type SaidOptions = Pick<FileOptions, 'sheet' | 'encoding' | 'chosen' | 'skipRows'>;

/**
 * One line each for the file, its sheets, the heading row, the columns, and the reason for the choice of columns.
 * @param sheets all sheets of a workbook
 */
export function describeOpenFile(
  { table, layout, reading }: OpenFile,
  sheets: readonly ReadSheet[],
  said: SaidOptions,
): readonly string[] {
  return [
    `File: ${describeFile(table)}.`,
    ...describeSheets(sheets, table.sheet, said),
    ...(layout.rowsBefore > 1 ? [`Heading: row ${layout.rowsBefore}; the rows above it are skipped.`] : []),
    `Columns: ${usedColumns(reading.columns, layout.headings)
      .map(({ field, heading }) => `${quoted(heading)} is ${field}`)
      .join(', ')}.`,
    ...describeChoice(reading, layout.headings, said),
  ];
}

const SHEET_WORDS: Readonly<Record<SheetKind, string>> = {
  parts: 'parts',
  numbers: 'part numbers without a manufacturer',
  names: 'names without part numbers',
  other: 'no column names a part',
  cover: 'a cover sheet or notes',
  empty: 'empty',
  unknown: 'not read',
};

/** Names every sheet with its rows, if there are several. */
export function describeSheets(
  sheets: readonly ReadSheet[],
  shown: string | null,
  { sheet: said }: SaidOptions,
): readonly string[] {
  if (sheets.length < 2) return [];
  const listed = sheets.map(({ name, rows, hasMore, kind }) => {
    const counted = `${hasMore ? 'more than ' : ''}${rows} ${rows === 1 ? 'row' : 'rows'}`;
    return `${quoted(name)} (${counted}, ${SHEET_WORDS[kind]}${name === shown ? '; this one' : ''})`;
  });
  return [`Sheets: ${listed.join(', ')}.${said === undefined ? ' Use --sheet for another one.' : ''}`];
}

function describeFile({ format, encoding, delimiter, sheet, isPacked }: TableFile): string {
  const packed = isPacked ? ', gzipped' : '';
  if (format === 'xlsx') return `Excel workbook, sheet ${quoted(sheet ?? '')}`;
  const guessed = encoding?.known === 'guessed' ? ' (detected; use --encoding to change it)' : '';
  const kind =
    format === 'csv'
      ? `CSV, separated by ${DELIMITER_WORDS[delimiter ?? ''] ?? quoted(delimiter ?? '')}`
      : 'JSON Lines';
  return `${kind}, ${encoding?.name ?? ''}${guessed}${packed}`;
}

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

function describeChoice(
  { columns, found, rows, others }: OpenFile['reading'],
  headings: readonly string[],
  { chosen }: SaidOptions,
): readonly string[] {
  if (found === null) return [];
  const rival = others.reduce<TriedReading | undefined>(
    (a, b) => ((b.found ?? 0) > (a?.found ?? -1) ? b : a),
    undefined,
  );
  const meant = (one: RowColumns): string =>
    (['supplier', 'partNumber'] as const)
      .flatMap((field) => one[field].map((place) => quoted(headings[place] ?? '')))
      .join(' with ');
  const otherwise = rival === undefined ? '' : `, not ${meant(rival.columns)} (${rival.found} found)`;
  const advice = chosen.length === 0 ? ' Use --map to change them.' : '';
  return [
    `Columns chosen by trying the first ${rows} ${rows === 1 ? 'row' : 'rows'}: ${meant(columns)} (${found} found)${otherwise}.${advice}`,
  ];
}

/** Returns the problem and its solution. */
export function describeLayoutProblem(error: LayoutProblem, said: SaidOptions): string {
  switch (error.kind) {
    case 'empty':
      return 'The file is empty: it needs a heading row.';
    case 'no_such_column':
      return `There is no column ${quoted(error.column)}. ${listHeadings(error.headings)}`;
    case 'names_no_part': {
      const missing = error.missing.map((field) => FIELD_NAMES[field]).join(' and ');
      const advice = [
        ...(said.chosen.length === 0 ? ['name them with --map "<column>=<field>"'] : []),
        ...(said.skipRows === undefined ? ['skip the rows above the heading with --skip-lines'] : []),
      ].join(', or ');
      const what = `No column was recognized as ${missing} or as gtin`;
      return `${advice === '' ? what : `${what}: ${advice}`}. ${listHeadings(error.headings)}`;
    }
  }
}

function listHeadings(headings: readonly string[]): string {
  return `Columns: ${headings.slice(0, 40).map(quoted).join(', ')}.`;
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `"${printable(line.length > 40 ? `${line.slice(0, 40)}…` : line)}"`;
}
