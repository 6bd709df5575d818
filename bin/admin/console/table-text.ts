/**
 * A table as lines of text no wider than a terminal. Numbers, money, moments and identifiers are never broken. Where it is too wide, the columns of
 * less importance move below their row, then the longest texts are wrapped, and where that is not enough the last columns move too.
 */
import stringWidth from 'string-width';

export interface Column {
  readonly heading: string;
  /** Moves below its row before others do. */
  readonly minor?: true;
}

export interface TableStyle {
  /** Infinity: as wide as it is. */
  readonly columns: number;
  readonly heading: (text: string) => string;
  readonly below: (text: string) => string;
}

const GAP = '  ';
const BELOW_INDENT = '    ';
/** A text column is not made narrower than this; what is narrower by itself is not wrapped. */
const LEAST_TEXT = 14;

const NUMBER = /^-?\$?\d[\d,]*(\.\d+)?( %)?$/;
const UNBROKEN = /^(acc|cli|itm|cat|req|enr)_\w+$|^\d{4}-\d\d-\d\d( \d\d:\d\d)?$/;

interface MeasuredColumn extends Column {
  readonly index: number;
  readonly isNumber: boolean;
  /** As wide as its widest cell. */
  readonly natural: number;
  /** As narrow as it may get. */
  readonly least: number;
}

/** @param rows cells as they are shown: one line each */
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
  const given = cells.filter((cell) => cell !== '-');
  const isNumber = given.length > 0 && given.every((cell) => NUMBER.test(cell));
  const natural = Math.max(stringWidth(column.heading), ...cells.map((cell) => stringWidth(cell)));
  const isUnbroken = isNumber || (given.length > 0 && given.every((cell) => UNBROKEN.test(cell)));
  const widestCell = Math.max(0, ...cells.map((cell) => stringWidth(cell)));
  const least = isUnbroken
    ? Math.max(widestCell, longestWord(column.heading))
    : Math.min(natural, Math.max(LEAST_TEXT, longestWord(column.heading)));
  return { ...column, index, isNumber, natural, least };
}

function longestWord(text: string): number {
  return Math.max(0, ...text.split(' ').map((word) => stringWidth(word)));
}

function narrowest(columns: readonly MeasuredColumn[]): number {
  return columns.reduce((sum, { least }) => sum + least, 0) + GAP.length * (columns.length - 1);
}

function naturalWidth(columns: readonly MeasuredColumn[]): number {
  return columns.reduce((sum, { natural }) => sum + natural, 0) + GAP.length * (columns.length - 1);
}

/** The place of the last column of less importance; the first column stays. */
function lastMinor(columns: readonly MeasuredColumn[]): number {
  return columns.findLastIndex((column, place) => place > 0 && column.minor === true);
}

/** The widths of the columns: the widest give way first. */
function fitted(columns: readonly MeasuredColumn[], available: number): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  let excess = naturalWidth(columns) - available;
  while (excess > 0) {
    const room = columns.map(({ least }, place) => (widths[place] ?? 0) - least);
    const widest = widths.reduce(
      (best, width, place) => ((room[place] ?? 0) > 0 && (best < 0 || width > (widths[best] ?? 0)) ? place : best),
      -1,
    );
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
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

/** Lines of at most `width` columns, broken between words, and within a word only where it is longer than a line. */
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
