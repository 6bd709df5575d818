/**
 * Detects what separates the cells and lines of a CSV file: Excel's `sep=` line if there is one, otherwise the first
 * lines are tried with each delimiter. Lines above the heading ("Parts list, project X") have few cells, so the most
 * common number of cells counts, not the first.
 */
import { parse as parseAtOnce } from 'csv-parse/sync';
import type { CsvFormat } from './csv-records.ts';

const DELIMITERS = [',', ';', '\t', '|'];
const SAMPLE_RECORDS = 30;
/** A first line of only `sep=;`, as Excel writes and reads it. */
const SEPARATOR_LINE = /^"?sep=([^\r\n"])"?\r?(?:\n|$)/i;

export interface SniffedCsv {
  readonly format: CsvFormat;
  /** 1 when the first line is a `sep=` line, else 0. */
  readonly separatorLines: 0 | 1;
  /** Where the headings of a report stand, whose columns are separated by their places in the line. */
  readonly columns?: readonly TextPlace[];
}

/** @param head the beginning of the text, in UTF-8 without a byte order mark */
export function sniffCsv(head: Buffer): SniffedCsv {
  const lineEnd = head.includes('\n') || !head.includes('\r') ? '\n' : '\r';
  const named = SEPARATOR_LINE.exec(head.subarray(0, 16).toString('utf8'))?.[1];
  if (named !== undefined) return { format: { delimiter: named, lineEnd }, separatorLines: 1 };
  const lastLine = head.lastIndexOf(lineEnd);
  const sample = lastLine > 0 ? head.subarray(0, lastLine + 1) : head;
  const best = bestDelimiter(sample);
  if (best.score === 0) {
    const inner = wrappedLines(sample);
    const within = inner === undefined ? best : bestDelimiter(inner);
    if (within.score > 0)
      return { format: { delimiter: within.delimiter, lineEnd, isWrapped: true }, separatorLines: 0 };
  }
  const columns = best.score < SURE_SCORE ? columnsOf(sample.toString('utf8').split(/\r\n|\n|\r/)) : undefined;
  if (columns !== undefined)
    return { format: { delimiter: NO_DELIMITER, lineEnd, quotes: false }, separatorLines: 0, columns };
  return { format: { delimiter: best.delimiter, lineEnd }, separatorLines: 0 };
}

/** A delimiter with a higher score is in nearly every line as often. */
const SURE_SCORE = 1;
/** A character that no text has. */
const NO_DELIMITER = '\u0001';
const SHARE_ALIGNED = 0.6;
/** A report is as wide as a page; more of a line is not read. */
const MAX_WIDTH = 2_000;
/** Dashes under each heading, as databases print them. */
const DASHES = /^ *[-=]{2,}(?: +[-=]{2,})+ *$/u;
/** Texts with at least two spaces between them. */
const APART = /[^ ]+(?: [^ ]+)*/gu;

/** Where a text begins and ends in its line. */
interface TextPlace {
  readonly start: number;
  readonly end: number;
}

function placesIn(line: string, texts = APART): readonly TextPlace[] {
  return [...line.matchAll(texts)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
}

/**
 * Returns the places of the heading under which most lines have their texts; undefined if the text has no fixed
 * columns.
 */
function columnsOf(lines: readonly string[]): readonly TextPlace[] | undefined {
  const readable = lines.slice(0, 2 * SAMPLE_RECORDS).filter((line) => line.length <= MAX_WIDTH);
  const dashes = readable.find((line) => DASHES.test(line));
  if (dashes !== undefined) return placesIn(dashes, /[^ ]+/gu);
  const filled = readable.filter((line) => /[\p{L}\p{N}]/u.test(line)).slice(0, SAMPLE_RECORDS);
  const places = filled.map((line) => placesIn(line));
  return places.find((columns, line) => {
    const below = places.slice(line + 1);
    const isUnder = (one: TextPlace) => columns.some(({ start, end }) => start === one.start || end === one.end);
    const aligned = below.filter((ones) => ones.length >= 2 && ones.every(isUnder));
    return columns.length >= 2 && aligned.length >= 2 && aligned.length >= SHARE_ALIGNED * below.length;
  });
}

/** Returns the cells of a line by the places of its texts under the heading. */
export function cutLine(line: string, columns: readonly TextPlace[]): readonly string[] {
  const cells = columns.map(() => '');
  for (const place of placesIn(line.slice(0, MAX_WIDTH))) {
    // A long text leaves one space before the next column.
    const cuts = columns
      .map(({ start }) => start)
      .filter((at) => at > place.start && at < place.end && line[at - 1] === ' ');
    [place.start, ...cuts].forEach((start, index, starts) => {
      const end = starts[index + 1] ?? place.end;
      const text = line.slice(start, end).trim();
      const under = columns.findIndex((one) => one.start === start || one.end === start + text.length);
      const column =
        under >= 0
          ? under
          : Math.max(
              0,
              columns.findLastIndex((one) => one.start <= start),
            );
      cells[column] = `${cells[column] ?? ''} ${text}`.trim();
    });
  }
  return cells;
}

function bestDelimiter(sample: Buffer): { readonly delimiter: string; readonly score: number } {
  const judged = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(cellCounts(sample, delimiter)) }));
  return judged.reduce((a, b) => (b.score > a.score ? b : a));
}

/** Returns the lines of a file whose every line is one quoted cell; undefined if it is not such a file. */
function wrappedLines(sample: Buffer): Buffer | undefined {
  const lines = sample
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .filter((line) => line !== '');
  if (lines.length < 2 || !lines.every((line) => /^"(?:[^"]|"")*"$/.test(line))) return undefined;
  return Buffer.from(lines.map((line) => `${line.slice(1, -1).replaceAll('""', '"')}\n`).join(''));
}

/** The most common number of cells in a row, weighted by how many rows have it; 0 when there is one column. */
function scoreOf(counts: readonly number[]): number {
  const rows = counts.filter((count) => count > 0);
  const usual = mostFrequent(rows);
  if (usual < 2) return 0;
  const share = rows.filter((count) => count === usual).length / rows.length;
  return share * share * Math.log2(usual + 1);
}

function mostFrequent(counts: readonly number[]): number {
  const frequency = new Map<number, number>();
  for (const count of counts) frequency.set(count, (frequency.get(count) ?? 0) + 1);
  let best = 0;
  for (const [count, times] of frequency) {
    const before = frequency.get(best) ?? 0;
    if (times > before || (times === before && count > best)) best = count;
  }
  return best;
}

function cellCounts(sample: Buffer, delimiter: string): readonly number[] {
  const options = { delimiter, relax_quotes: true, relax_column_count: true, skip_records_with_error: true };
  try {
    const records: string[][] = parseAtOnce(sample, { ...options, skip_empty_lines: true, to: SAMPLE_RECORDS });
    return records.map((cells) => cells.findLastIndex((cell) => cell.trim() !== '') + 1);
  } catch {
    return [];
  }
}
