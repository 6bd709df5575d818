/** Explains to the operator how a file was read, or why it cannot be read. */
import type { TriedReading } from '../../../core/catalogs/import/open-file.ts';
import type { LayoutError } from '../../../core/catalogs/files/file-layout.ts';
import type { OpenFile } from '../../../core/catalogs/import/open-file.ts';
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

/** One line each for the file, the heading row, the columns, and the reason for the choice of columns. */
export function describeOpenFile({ table, layout, reading, otherSheets }: OpenFile): readonly string[] {
  return [
    `File: ${describeFile(table)}.`,
    ...(otherSheets.length === 0
      ? []
      : [`Other sheets with parts, not imported: ${otherSheets.map(quoted).join(', ')}.`]),
    ...(layout.rowsBefore > 1 ? [`Heading: row ${layout.rowsBefore}; the rows above it are skipped.`] : []),
    `Columns: ${usedColumns(reading.columns, layout.headings)
      .map(({ field, heading }) => `${quoted(heading)} is ${field}`)
      .join(', ')}.`,
    ...describeChoice(reading, layout.headings),
  ];
}

function describeFile({ format, encoding, delimiter, sheet, sheets, isPacked }: TableFile): string {
  const packed = isPacked ? ', gzipped' : '';
  if (format === 'xlsx') {
    const more = sheets.length > 1 ? ` (one of ${sheets.length}; use --sheet for another)` : '';
    return `Excel workbook, sheet ${quoted(sheet ?? '')}${more}`;
  }
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
  const otherwise = rival === undefined ? '' : `; ${rival.found} with ${meant(rival.columns)}`;
  return [
    `Columns chosen by matching: ${found} of the first ${rows} rows are found with ${meant(columns)}${otherwise}. Use --map to change them.`,
  ];
}

/** Returns the problem and its solution. */
export function describeLayoutError(error: LayoutError): string {
  switch (error.kind) {
    case 'empty':
      return 'The file is empty: it needs a heading row.';
    case 'no_such_column':
      return `There is no column ${quoted(error.column)}. ${listHeadings(error.headings)}`;
    case 'names_no_part': {
      const missing = error.missing.map((field) => FIELD_NAMES[field]).join(' and ');
      return (
        `No column was recognized as ${missing} or as gtin: name them with --map "<column>=<field>", ` +
        `or skip the rows above the heading with --skip-lines. ${listHeadings(error.headings)}`
      );
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
