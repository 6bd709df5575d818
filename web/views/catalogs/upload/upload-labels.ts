/** Describes uploads: how a file was understood, and the problem of one that was not, with the next step. */
import type { FieldName, PreviewData, ProblemData, SheetData } from '../../../../core/dashboard/views/upload-data.ts';
import type { SheetKind } from '../../../../core/catalogs/import/read-sheets.ts';
import { BAR_GROUPS } from '../row-labels.ts';
import { count, countOf } from '../../../design/amounts.ts';

export const FIELD_LABELS: Readonly<Record<FieldName, string>> = {
  your_item_number: 'Your number',
  supplier: 'Manufacturer',
  supplier_part_number: 'Part number',
  gtin: 'Barcode',
};

export const FIELDS = Object.keys(FIELD_LABELS) as readonly FieldName[];

const DELIMITER_WORDS: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

export const ENCODINGS = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1254',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const;

export function fileLabel({ format, encoding, is_guessed, delimiter }: PreviewData): string {
  if (format === 'xlsx') return 'Excel workbook';
  const kind =
    format === 'jsonl'
      ? 'JSON Lines'
      : `CSV, separated by ${DELIMITER_WORDS[delimiter ?? ''] ?? `“${delimiter ?? ''}”`}`;
  return `${kind}, ${(encoding ?? '').replace(/^utf/, 'UTF')}${is_guessed ? ' (a guess: look at letters with accents)' : ''}`;
}

/** What a sheet holds: “43 rows under a heading in row 4”, “8 rows, a cover sheet or notes, no parts”. */
export function sheetLabel({ rows, has_more, kind }: SheetData, preview: PreviewData | undefined): string {
  if (kind === 'unknown') return 'Not looked at';
  if (kind === 'empty') return 'No rows';
  const counted = `${has_more ? 'More than ' : ''}${countOf(rows, 'row')}`;
  if (preview !== undefined) return `${counted} under a heading in row ${count(preview.rows_above + 1)}`;
  return kind === 'parts' ? counted : `${counted}, ${SHEET_WORDS[kind]}`;
}

const SHEET_WORDS: Readonly<Record<Exclude<SheetKind, 'parts' | 'empty' | 'unknown'>, string>> = {
  numbers: 'part numbers, no column of the manufacturer',
  names: 'names only, no part numbers',
  other: 'no column names a part',
  cover: 'a cover sheet or notes, no parts',
};

export function isSpoiled({ spoiled }: PreviewData): boolean {
  return countSpoiled(spoiled) > 0;
}

export function countSpoiled({ date, zeros, shortened, short }: PreviewData['spoiled']): number {
  return date + zeros + shortened + short;
}

/** What a spreadsheet did to numbers, by kind. */
export function spoiledLabel({ date, zeros, shortened, short, to_decide, unusable }: PreviewData['spoiled']): string {
  const kinds = [
    ...(date > 0 ? [`${count(date)} became ${date === 1 ? 'a date' : 'dates'}.`] : []),
    ...(zeros > 0 ? [`${count(zeros)} lost zeros at the front.`] : []),
    ...(shortened > 0
      ? [`${count(shortened)} ${shortened === 1 ? 'was' : 'were'} shortened: the last digits are not in the file.`]
      : []),
    ...(short > 0
      ? [`${countOf(short, 'barcode')} ${short === 1 ? 'was' : 'were'} written short: all digits are there.`]
      : []),
  ];
  const ends = [
    ...(to_decide > 0 ? [countOf(to_decide, 'such row has suggestions', 'such rows have suggestions')] : []),
    ...(unusable > 0 ? [countOf(unusable, 'such row is unusable', 'such rows are unusable')] : []),
  ];
  return [...kinds, ...(ends.length > 0 ? [`${ends.join(', ')}.`] : [])].join(' ');
}

/** The rows that were previewed. */
export function rowsOf({ groups }: PreviewData): number {
  return BAR_GROUPS.reduce((sum, group) => sum + groups[group], 0);
}

export function recognisedLabel({ headings, columns, description }: PreviewData): string {
  const recognised = columns.length + (description === null ? 0 : 1);
  return `${count(recognised)} of ${countOf(headings.length, 'column')} recognised`;
}

export function problemLabel(problem: ProblemData): string {
  switch (problem.kind) {
    case 'unreadable':
      return problem.message;
    case 'not_understood':
      return layoutWords(problem);
    case 'allowance_used':
      return (
        `Your plan (${problem.plan}) covers ${count(problem.rows_per_period)} rows in a billing period, and the next ` +
        `rows are beyond that. What came in stays. Upload the same file again from ${problem.next_on} on: it continues where this one ended.`
      );
    case 'catalog_changed':
      return 'The catalog was changed or deleted meanwhile. Look at it, and upload the file again.';
    case 'account_not_active':
      return 'The account is not active: nothing of it can be changed. Write to support.';
    case 'not_finished':
      return 'The import was tried three times and did not come to its end. What came in stays. Upload the same file again; if it ends like this, write to support.';
  }
}

function layoutWords({ why, fields }: Extract<ProblemData, { kind: 'not_understood' }>): string {
  const named = fields.map((field) => FIELD_LABELS[field].toLowerCase());
  switch (why) {
    case 'empty':
      return 'There are no rows: a heading must name the columns. Choose another sheet, or another file.';
    case 'no_such_column':
      return 'The file has no such column. Say again what the columns mean.';
    case 'names_no_part':
      return `No column was understood as ${named.join(' and ')}, and none as barcode. Say below what the columns mean, or how many rows are above the heading.`;
  }
}
