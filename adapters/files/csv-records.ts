/**
 * Reads the records of a CSV file. Memory grows neither with the file nor with its longest record. A record that cannot
 * be read loses one line: reading continues at the next line, so a missing quote mark never hides the rows after it.
 * Other files decide what the cells mean.
 */
import { CsvError, Parser, type Options } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

/** The longest record that is read, in bytes. */
export const MAX_RECORD_BYTES = 65_536;

export interface CsvFormat {
  readonly delimiter: string;
  /** In files from old Macs, a line ends with a carriage return and no line feed. */
  readonly lineEnd: '\n' | '\r';
  /** Every line is one quoted cell, which holds the cells of the record. */
  readonly isWrapped?: boolean;
  /** False: quote marks are text everywhere. */
  readonly quotes?: boolean;
}

/**
 * `reason` quotes nothing of the record; `end` is the offset in bytes after the record, where another read may begin.
 */
export type CsvRecord = { readonly end: number } & (
  { readonly cells: readonly string[] } | { readonly cells: null; readonly reason: string }
);

/** @param text the file as UTF-8, without a byte order mark, from its beginning or from the end of a record */
export async function* readCsvRecords(text: AsyncIterable<Buffer>, format: CsvFormat): AsyncGenerator<CsvRecord> {
  const splitter = new RecordSplitter(format);
  const opened = (record: CsvRecord): CsvRecord => (format.isWrapped === true ? unwrap(record, format) : record);
  for await (const chunk of text) for await (const record of splitter.push(chunk)) yield opened(record);
  for await (const record of splitter.end()) yield opened(record);
}

function unwrap(record: CsvRecord, format: CsvFormat): CsvRecord {
  if (record.cells?.length !== 1) return record;
  const cells = readLoosely(Buffer.from(record.cells[0] ?? ''), format);
  return cells === undefined ? record : { end: record.end, cells };
}

function parserOptions({ delimiter, lineEnd, quotes }: CsvFormat): Options {
  return {
    delimiter,
    quote: quotes === false ? null : '"',
    // A lone carriage return ends a record as well, so that none is lost between lines of two kinds.
    record_delimiter: lineEnd === '\n' ? ['\r\n', '\n', '\r'] : ['\r'],
    relax_column_count: true,
    max_record_size: MAX_RECORD_BYTES,
  };
}

class RecordSplitter {
  readonly #format: CsvFormat;
  #parser: RecordParser;
  /** The bytes read after the last record, and their offset in the text. */
  #pending: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Why the record that begins there cannot be read; its first line has no end yet. */
  #broken: string | undefined;

  constructor(format: CsvFormat) {
    this.#format = format;
    this.#parser = new RecordParser(format);
  }

  push(chunk: Buffer): AsyncGenerator<CsvRecord> {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    return this.#split(chunk, false);
  }

  end(): AsyncGenerator<CsvRecord> {
    return this.#split(Buffer.alloc(0), true);
  }

  /** @param unseen the last pending bytes, which the parser has not seen */
  async *#split(unseen: Buffer, isEnd: boolean): AsyncGenerator<CsvRecord> {
    for (let input = unseen; this.#pending.length > 0; input = this.#pending) {
      if (this.#broken === undefined) {
        const failure = await this.#parser.take(input, isEnd);
        yield* this.#takeRecords();
        // The parser does not count delimiters: a record of only empty cells would never end.
        const isTooLong = this.#pending.length > MAX_RECORD_BYTES;
        if (failure === undefined && !isTooLong) return;
        this.#broken = failure === undefined ? TOO_LONG : reasonFor(failure);
      }
      const line = this.#cutLine(isEnd);
      if (line === undefined) return;
      const cells = this.#broken === STRAY_QUOTE ? readLoosely(line, this.#format) : undefined;
      const end = this.#at;
      yield cells === undefined ? { cells: null, reason: this.#broken, end } : { cells, end };
      this.#broken = undefined;
      this.#parser = new RecordParser(this.#format);
    }
  }

  *#takeRecords(): Generator<CsvRecord> {
    const start = this.#at - this.#parser.takenBytes;
    for (const { cells, end } of this.#parser.drain()) {
      this.#advance(start + end - this.#at);
      yield { cells, end: this.#at };
    }
  }

  /** Returns the first pending line; undefined when its end is not yet read. */
  #cutLine(isEnd: boolean): Buffer | undefined {
    const feed = this.#pending.indexOf(this.#format.lineEnd);
    if (feed < 0 && !isEnd) {
      // A line of this length is not a row of a parts list.
      if (this.#pending.length > MAX_RECORD_BYTES) this.#advance(this.#pending.length);
      return undefined;
    }
    const line = this.#pending.subarray(0, feed < 0 ? this.#pending.length : feed + 1);
    this.#advance(line.length);
    return line;
  }

  #advance(bytes: number): void {
    this.#pending = this.#pending.subarray(bytes);
    this.#at += bytes;
  }
}

interface ParsedRecord {
  readonly cells: readonly string[];
  /** Bytes from the parser's beginning to the record's end. */
  readonly end: number;
}

/** Feeds the streaming parser one chunk at a time: the records of a chunk are available once the chunk is written. */
class RecordParser {
  readonly #parser: Parser;
  #records: ParsedRecord[] = [];
  /** Bytes of the records that were drained. */
  takenBytes = 0;

  constructor(format: CsvFormat) {
    this.#parser = new Parser({
      ...parserOptions(format),
      on_record: (cells: string[], { bytes }) => {
        this.#records.push({ cells, end: bytes });
        return null;
      },
    });
    // Failures are returned by `take`.
    this.#parser.on('error', () => undefined);
  }

  /** Parses the next bytes, the last ones when `isEnd`. */
  async take(input: Buffer, isEnd: boolean): Promise<CsvError | undefined> {
    const failure = await settled((done) => this.#parser.write(input, done));
    if (failure !== undefined || !isEnd) return failure;
    return settled((done) => {
      this.#parser.once('error', done).once('finish', done);
      this.#parser.end();
    });
  }

  drain(): readonly ParsedRecord[] {
    const records = this.#records;
    this.#records = [];
    this.takenBytes = records.at(-1)?.end ?? this.takenBytes;
    return records;
  }
}

async function settled(act: (done: (error?: Error | null) => void) => void): Promise<CsvError | undefined> {
  const error = await new Promise<Error | null | undefined>((resolve) => act(resolve));
  if (error === null || error === undefined) return undefined;
  if (error instanceof CsvError) return error;
  throw error;
}

const TOO_LONG = `the record, or a quoted cell in it, is longer than ${MAX_RECORD_BYTES} bytes`;
const STRAY_QUOTE = 'a quote mark is inside a cell that is not quoted';

function reasonFor({ code }: CsvError): string {
  switch (code as string) {
    case 'INVALID_OPENING_QUOTE':
    case 'CSV_INVALID_OPENING_QUOTE':
      return STRAY_QUOTE;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return 'a quoted cell continues behind its closing quote mark';
    case 'CSV_QUOTE_NOT_CLOSED':
      return 'a quote mark is opened and never closed';
    case 'CSV_MAX_RECORD_SIZE':
      return TOO_LONG;
    default:
      return 'the line is not CSV';
  }
}

/**
 * Reads a line in which quote marks that do not enclose a cell are text, as in inches; undefined when it is not such a
 * line.
 */
function readLoosely(line: Buffer, format: CsvFormat): readonly string[] | undefined {
  const opened = withoutFormulas(line, format) ?? withFormulas(line, format);
  if (opened !== undefined) return opened;
  try {
    const records = parseAtOnce(line, { ...parserOptions(format), relax_quotes: true });
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a line with formulas that hold delimiters, like `=HYPERLINK("…";"74AUP1G98GW")`; undefined if it has none, or
 * is not CSV with them as cells.
 */
function withFormulas(line: Buffer, format: CsvFormat): readonly string[] | undefined {
  const between = escaped(format.delimiter);
  const text = line.toString('utf8');
  const whole = text.replace(
    new RegExp(
      `(^|${between})[ \\t]*(=[A-Z][A-Z.]{0,20}\\((?:[^()"\\r\\n]|"[^"\\r\\n]*")*\\))[ \\t]*(?=${between}|[\\r\\n]|$)`,
      'gi',
    ),
    (_, before: string, formula: string) => `${before}"${formula.replaceAll('"', '""')}"`,
  );
  return whole === text ? undefined : readStrictly(whole, format);
}

function escaped(delimiter: string): string {
  return delimiter.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** Reads one record; undefined if the line is not CSV, or has several. */
function readStrictly(line: string, format: CsvFormat): readonly string[] | undefined {
  try {
    const records = parseAtOnce(Buffer.from(line), parserOptions(format));
    return records.length === 1 ? records[0] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads a line with cells like `="74AUP1G98GW,125"`, by which spreadsheets keep a text as it is; undefined if it is not
 * CSV without them.
 */
function withoutFormulas(line: Buffer, format: CsvFormat): readonly string[] | undefined {
  const between = escaped(format.delimiter);
  const text = line.toString('utf8');
  const plain = text.replace(
    new RegExp(`(^|${between})[ \\t]*=[ \\t]*(?="(?:[^"]|"")*"[ \\t]*(?:${between}|[\\r\\n]|$))`, 'g'),
    '$1',
  );
  return plain === text ? undefined : readStrictly(plain, format);
}
