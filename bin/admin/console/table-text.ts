/**
 * Lays out a table no wider than the terminal. Numbers, money, times and identifiers are never broken. If the table is
 * too wide, minor columns move below their row; then the longest texts are wrapped; and if that is not enough, the last
 * columns move below too.
 */
import stringWidth from 'string-width';

export interface Column {
  readonly heading: string;
  /** Whether the column moves below the row before other columns do. */
  readonly minor?: true;
}

interface TableStyle {
  /** Infinity means no limit. */
  readonly columns: number;
  readonly heading: (text: string) => string;
  readonly below: (text: string) => string;
}

const GAP = '  ';
const BELOW_INDENT = '    ';
/** Minimum width of a wrapped text column. */
const LEAST_TEXT = 14;
/** Longer words may be broken. */
const MAX_WORD = 24;

const NUMBER = /^-?\$?\d[\d,]*(\.\d+)?( %)?$/;
const UNBROKEN = /^(acc|cli|itm|cat|req|enr)_\w+$|^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/;

interface MeasuredColumn extends Column {
  readonly index: number;
  readonly isNumber: boolean;
  /** Width of the heading or the widest cell. */
  readonly natural: number;
  /** Width with the heading wrapped. */
  readonly underHeading: number;
  /** Minimum width. */
  readonly least: number;
}

/** @param rows cells as single lines of text */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  style: TableStyle,
): readonly string[] {
  const measured = columns.map((column, index) => measure(column, index, rows));
  const beside = [...measured];
  while (naturalWidth(beside) > style.columns && lastMinor(beside) > 0) beside.splice(lastMinor(beside), 1);
  while (beside.length > 1 && narrowest(beside) > style.columns) beside.pop();
  const below = measured.filter((column) => !beside.includes(column));
  const widths = fitted(beside, style.columns);
  const heading = layOut(
    beside,
    widths,
    beside.map((column) => column.heading),
  );
  return [
    ...heading.map(style.heading),
    ...rows.flatMap((row) => [
      ...layOut(
        beside,
        widths,
        beside.map(({ index }) => row[index] ?? ''),
      ),
      ...belowLines(below, row, style),
    ]),
  ];
}

function measure(column: Column, index: number, rows: readonly (readonly string[])[]): MeasuredColumn {
  const cells = rows.map((row) => row[index] ?? '');
  const given = cells.filter((cell) => cell !== '-' && cell !== 'none');
  const isNumber = given.length > 0 && given.every((cell) => NUMBER.test(cell));
  const widestCell = Math.max(0, ...cells.map((cell) => stringWidth(cell)));
  const natural = Math.max(stringWidth(column.heading), widestCell);
  const underHeading = Math.max(widestCell, longestWord(column.heading));
  const isUnbroken = isNumber || (given.length > 0 && given.every((cell) => UNBROKEN.test(cell)));
  const words = Math.min(MAX_WORD, Math.max(0, ...cells.map(longestWord)));
  const least = isUnbroken ? underHeading : Math.min(natural, Math.max(LEAST_TEXT, words, longestWord(column.heading)));
  return { ...column, index, isNumber, natural, underHeading, least };
}

function longestWord(text: string): number {
  return Math.max(0, ...text.split(' ').map((word) => stringWidth(word)));
}

function narrowest(columns: readonly MeasuredColumn[]): number {
  return sumOf(columns.map(({ least }) => least)) + GAP.length * (columns.length - 1);
}

function naturalWidth(columns: readonly MeasuredColumn[]): number {
  return sumOf(columns.map(({ natural }) => natural)) + GAP.length * (columns.length - 1);
}

/** Returns the index of the last minor column; the first column always stays. */
function lastMinor(columns: readonly MeasuredColumn[]): number {
  return columns.findLastIndex((column, place) => place > 0 && column.minor === true);
}

/** Returns the column widths: long headings are wrapped first, then the widest texts. */
function fitted(columns: readonly MeasuredColumn[], available: number): readonly number[] {
  const gaps = GAP.length * (columns.length - 1);
  const natural = columns.map((column) => column.natural);
  const lower = narrowed(
    natural,
    columns.map(({ underHeading }) => underHeading),
    available - gaps,
  );
  return narrowed(
    lower,
    columns.map(({ least }) => least),
    available - gaps,
  );
}

/** Narrows the widest columns, none below its minimum, until the table fits or cannot. */
function narrowed(widths: readonly number[], least: readonly number[], available: number): readonly number[] {
  const fitting = [...widths];
  for (let excess = sumOf(widths) - available; excess > 0; excess -= 1) {
    const room = fitting.map((width, place) => (width > (least[place] ?? 0) ? width : 0));
    const widest = room.indexOf(Math.max(...room));
    if ((room[widest] ?? 0) === 0) break;
    fitting[widest] = (fitting[widest] ?? 0) - 1;
  }
  return fitting;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function layOut(
  columns: readonly MeasuredColumn[],
  widths: readonly number[],
  cells: readonly string[],
): readonly string[] {
  const wrapped = cells.map((cell, place) => wrapText(cell, widths[place] ?? 0));
  const height = Math.max(1, ...wrapped.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    columns
      .map(({ isNumber }, place) => padded(wrapped[place]?.[line] ?? '', widths[place] ?? 0, isNumber))
      .join(GAP)
      .trimEnd(),
  );
}

function padded(text: string, width: number, toTheRight: boolean): string {
  const space = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return toTheRight ? space + text : text + space;
}

function belowLines(
  columns: readonly MeasuredColumn[],
  row: readonly string[],
  { columns: available, below }: TableStyle,
): readonly string[] {
  const said = columns.flatMap(({ heading, index }) => {
    const cell = row[index] ?? '-';
    return cell === '-' ? [] : [`${heading}: ${cell}`];
  });
  const lines: string[] = [];
  for (const text of said) {
    const joined = lines.length === 0 ? text : `${lines.at(-1) ?? ''} · ${text}`;
    if (stringWidth(joined) <= available - BELOW_INDENT.length) lines.splice(-1, lines.length === 0 ? 0 : 1, joined);
    else lines.push(...wrapText(text, available - BELOW_INDENT.length));
  }
  return lines.map((line) => below(`${BELOW_INDENT}${line}`));
}

/** Wraps text to `width` columns; breaks a word only if it is longer than a line. */
export function wrapText(text: string, width: number): readonly string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((whole) => pieces(whole, width))) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (stringWidth(joined) <= width) line = joined;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function pieces(word: string, width: number): readonly string[] {
  if (stringWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece !== '' && stringWidth(piece + character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}
