/** Reads one sheet's XML as rows of text. Cells without a value use no memory, regardless of their position. */
import type { SaxesTagPlain } from 'saxes';
import { FileError } from '../../core/catalogs/files/file-error.ts';
import { showDate, showNumber } from './number-format.ts';
import { unescapeText, type CellStyles } from './workbook-parts.ts';
import { localName, MAX_TEXT_CHARACTERS, XmlReader } from './xml-reader.ts';
import { DAY_MS } from '../../core/time.ts';

export interface SheetRow {
  /** The row's number in the sheet, as a spreadsheet shows it. */
  readonly number: number;
  /** Cells up to the last one that is not empty. */
  readonly cells: readonly string[];
}

/** The tables that cells refer to: shared strings and styles. */
export interface CellMeaning {
  readonly strings: readonly string[];
  readonly styles: CellStyles;
  readonly usesDate1904: boolean;
}

/** The most rows that a sheet of a spreadsheet program can have. Empty rows and cells count. */
const MAX_SHEET_ROWS = 1_048_576;
const MAX_SHEET_COLUMNS = 16_384;
/** The most cells of a sheet: fifty for each possible row. */
const MAX_SHEET_CELLS = 50_000_000;
/** Cells that are not empty. */
const MAX_FILLED_COLUMNS = 1_000;
const MAX_ROW_CHARACTERS = 262_144;

/** @throws {FileError} beyond the limits */
export async function* readSheetRows(
  chunks: AsyncIterable<Buffer>,
  meaning: CellMeaning,
  maxCells = MAX_SHEET_CELLS,
): AsyncGenerator<SheetRow> {
  const reader = new SheetReader(meaning, maxCells);
  const decoder = new TextDecoder();
  for await (const chunk of chunks) {
    reader.write(decoder.decode(chunk, { stream: true }));
    yield* reader.take();
  }
  reader.end();
  yield* reader.take();
}

class SheetReader {
  readonly #meaning: CellMeaning;
  readonly #maxCells: number;
  readonly #xml: XmlReader;
  #seenRows = 0;
  #seenCells = 0;
  #rows: SheetRow[] = [];
  #number = 0;
  #cells: string[] = [];
  #seen = 0;
  #characters = 0;
  #column = 0;
  #cell: { readonly type: string; readonly style: number } | undefined;
  #isValue = false;
  #isPhonetic = false;
  #text = '';

  constructor(meaning: CellMeaning, maxCells: number) {
    this.#meaning = meaning;
    this.#maxCells = maxCells;
    this.#xml = new XmlReader({
      open: (tag) => this.#open(tag),
      close: (tag) => this.#close(tag),
      text: (part) => {
        if (this.#isValue && !this.#isPhonetic) this.#addText(part);
      },
    });
  }

  write(xml: string): void {
    this.#xml.write(xml);
  }

  end(): void {
    this.#xml.end();
  }

  take(): readonly SheetRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #open({ name, attributes }: SaxesTagPlain): void {
    switch (localName(name)) {
      case 'row':
        this.#seenRows += 1;
        if (this.#seenRows > MAX_SHEET_ROWS)
          throw new FileError('The sheet has more than 1,048,576 rows: no spreadsheet has so many, and it is refused.');
        this.#number = attributes['r'] === undefined ? this.#number + 1 : Number(attributes['r']);
        this.#cells = [];
        [this.#seen, this.#characters, this.#column] = [0, 0, 0];
        return;
      case 'c':
        this.#seen += 1;
        this.#seenCells += 1;
        if (this.#seenCells > this.#maxCells)
          throw new FileError(
            `The sheet has more than ${this.#maxCells.toLocaleString('en')} cells, the empty ones counted: it is refused.`,
          );
        this.#column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r']);
        if (this.#seen > MAX_SHEET_COLUMNS || this.#column > MAX_SHEET_COLUMNS) {
          throw new FileError(
            'A row of the sheet has more than 16,384 columns: no spreadsheet has so many, and it is refused.',
          );
        }
        this.#cell = {
          type: attributes['t'] ?? 'n',
          style: Number(attributes['s'] ?? -1),
        };
        this.#text = '';
        return;
      case 'v':
      case 't':
        this.#isValue = this.#cell !== undefined;
        return;
      case 'rPh':
        this.#isPhonetic = true;
    }
  }

  #close({ name }: SaxesTagPlain): void {
    switch (localName(name)) {
      case 'v':
      case 't':
        this.#isValue = false;
        return;
      case 'rPh':
        this.#isPhonetic = false;
        return;
      case 'c':
        if (this.#text !== '') this.#keep();
        this.#cell = undefined;
        return;
      case 'row':
        if (this.#cells.length > 0) this.#rows.push({ number: this.#number, cells: this.#cells });
        this.#cells = [];
    }
  }

  #addText(part: string): void {
    this.#text += part;
    if (this.#text.length > MAX_TEXT_CHARACTERS)
      throw new FileError('A cell of the sheet holds more than 8 million characters: it is refused.');
  }

  #keep(): void {
    const text = this.#shownText();
    this.#characters += text.length;
    if (this.#column > MAX_FILLED_COLUMNS || this.#characters > MAX_ROW_CHARACTERS) {
      throw new FileError(
        'A row of the sheet has more than 1,000 filled columns or 262,144 characters: it is refused. Keep the columns of the list only.',
      );
    }
    while (this.#cells.length < this.#column - 1) this.#cells.push('');
    this.#cells[this.#column - 1] = text;
  }

  #shownText(): string {
    const text = this.#text;
    switch (this.#cell?.type) {
      case 's':
        return this.#meaning.strings[Number(text)] ?? '';
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE';
      case 'n':
        return this.#numberText(text, this.#cell.style);
      case 'd':
      case 'e':
        return text;
      default:
        return unescapeText(text);
    }
  }

  #numberText(text: string, style: number): string {
    const { styles, usesDate1904 } = this.#meaning;
    const code = styles.formats.get(style);
    if (styles.dates.has(style)) return dateText(text, usesDate1904, code);
    return (code === undefined ? undefined : showNumber(text, code)) ?? numberText(text);
  }
}

/**
 * Returns the column of a reference like `AB12`, from 1; for an invalid reference, a number beyond any sheet's last
 * column.
 */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    const value = letter.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    column = column * 26 + value;
    if (column > MAX_SHEET_COLUMNS) return column;
  }
  return column === 0 ? MAX_SHEET_COLUMNS + 1 : column;
}

/** Returns a number as people write it: integers in full, never `4.00638E+12`; others in their shortest exact form. */
function numberText(stored: string): string {
  const text = stored.trim();
  if (/^-?[0-9]+$/.test(text)) return text;
  const value = Number(text);
  if (!Number.isFinite(value)) return text;
  return Number.isSafeInteger(value) ? value.toFixed(0) : String(value);
}

/**
 * Converts days since the end of 1899, or the start of 1904, to what a format of digits shows, else `YYYY-MM-DD`, with
 * the time when there is one.
 */
function dateText(stored: string, usesDate1904: boolean, code: string | undefined): string {
  const serial = Number(stored);
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return stored;
  const epoch = usesDate1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 30);
  const day = new Date(epoch + Math.round(serial * DAY_MS));
  const formatted = code === undefined || !Number.isInteger(serial) ? undefined : showDate(day, code);
  if (formatted !== undefined) return formatted;
  const iso = day.toISOString();
  return Number.isInteger(serial) ? iso.slice(0, 10) : iso.slice(0, 19);
}
