/**
 * Reads the part that a row names: placeholders count as absent, a GTIN is used only if it is valid, and zeros that a
 * spreadsheet dropped are restored if the check digit confirms them. Empty rows, repeated headings, and totals and feet
 * of pages (foot-and-total.ts) are skipped. Of several sets of manufacturer and number the first that is filled is the
 * part. row-warnings.ts says what is wrong with a cell.
 */
import { parseGtin, restoreGtinZeros } from '../../index/part-keys/gtin.ts';
import { isCertain, isPlainNumber, noPartIn, type NoPart } from '../../index/part-keys/no-part.ts';
import type { NamedRow } from './named-row.ts';
import { remember } from './remember.ts';
import { isAnyManufacturer, isFoot, isTotal } from './foot-and-total.ts';
import { senseOf } from './heading-words.ts';
import type { RowColumns, RowField } from './recognize-columns.ts';
import type { RowWarning, SkippedWhy } from './row-warnings.ts';
import { expandUpcE, writtenBarcode } from './written-barcode.ts';

export type ReadRow =
  | {
      readonly kind: 'part';
      readonly named: NamedRow;
      readonly warnings: readonly RowWarning[];
      /** The parts of the row's further sets of manufacturer and number. */
      readonly alternates: readonly NamedSet[];
      /** Why the cell of the part number names no part. */
      readonly noPart?: NoPart | undefined;
      /** Whether only one cell of the row is filled, with words, in a file of several columns. */
      readonly isLine?: boolean | undefined;
    }
  | { readonly kind: 'skipped'; readonly named: NamedRow; readonly why: SkippedWhy };

/** Manufacturer and number of one set of columns. */
export type NamedSet = Pick<NamedRow, 'supplier' | 'partNumber'>;

/** The fewest filled headings of a file in which a single cell of words is a line of text. */
const COLUMNS_OF_A_TABLE = 3;

/** @param cells a row's cells, in the order of the headings */
export function readRow(cells: readonly string[], columns: RowColumns, headings: readonly string[] = []): ReadRow {
  const raw = nameCells(cells, columns);
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length === 0) return { kind: 'skipped', named: BLANK, why: 'empty' };
  if (isHeadingAgain(cells, headings)) return { kind: 'skipped', named: BLANK, why: 'heading' };
  const { named, noPart } = readCells(raw);
  if (isOtherHeading(filled, named)) return { kind: 'skipped', named: BLANK, why: 'heading' };
  if (isFoot(filled, named)) return { kind: 'skipped', named: BLANK, why: 'page' };
  if (isTotal(filled, named)) return { kind: 'skipped', named: BLANK, why: 'total' };
  const isTable = headings.filter((text) => text.trim() !== '').length >= COLUMNS_OF_A_TABLE;
  const isLine =
    isTable && filled.length === 1 && (/:\s*$|^[^0-9]*$/.test(filled[0] ?? '') || isTitle(filled[0], named));
  const { first: set, others, warning } = chooseSet(named, noPart, alternatesIn(cells, columns));
  const first = set.partNumber === null ? set : { ...set, supplier: set.supplier ?? columns.everySupplier ?? null };
  const part = { kind: 'part', alternates: others, isLine, ...(warning === undefined && { noPart }) } as const;
  const warnings = warning === undefined ? [] : [warning];
  if (named.gtin === null) return { ...part, named: { ...named, ...first }, warnings };
  const barcode = readGtin(named.gtin);
  const allWarnings = barcode.warning === undefined ? warnings : [...warnings, barcode.warning];
  return { ...part, named: { ...named, ...first, gtin: barcode.gtin }, warnings: allWarnings };
}

/** "WARENGRUPPE 10 HALBLEITER", "2. Capteurs": words with a number, in no column that names a part. */
function isTitle(cell = '', { supplier, partNumber, gtin }: NamedRow): boolean {
  return supplier === null && partNumber === null && gtin === null && /\s/.test(cell.trim()) && /\p{L}{4}/u.test(cell);
}

/** Returns the first set with a number. "n/a" is none; a row that is "not fitted" is not fitted with an alternate. */
function chooseSet(
  { supplier, partNumber }: NamedRow,
  noPart: NoPart | undefined,
  alternates: readonly NamedSet[],
): { readonly first: NamedSet; readonly others: readonly NamedSet[]; readonly warning?: RowWarning } {
  const first = { supplier, partNumber };
  const filled = alternates.filter((set) => set.partNumber !== null);
  const isOther = noPart !== undefined && noPart !== 'no_number';
  if (partNumber !== null || isOther) return { first, others: filled };
  const [next, ...others] = filled;
  if (next === undefined) return { first, others: [] };
  return {
    first: { ...next, supplier: next.supplier ?? supplier },
    others,
    warning: next === alternates[0] ? 'second_set_used' : 'further_set_used',
  };
}

function alternatesIn(cells: readonly string[], { alternates = [] }: RowColumns): readonly NamedSet[] {
  const textOf = (place: number | null): string | null =>
    place === null ? null : (cells[place]?.trim() ?? '') || null;
  return alternates.map((set) => {
    const { named, noPart } = readCells({
      ...BLANK,
      supplier: textOf(set.supplier),
      partNumber: textOf(set.partNumber),
    });
    return { supplier: named.supplier, partNumber: noPart === undefined ? named.partNumber : null };
  });
}

/** Maps the cells of a row to fields: trimmed, with blank ones null. */
function nameCells(cells: readonly (string | undefined)[], columns: RowColumns): NamedRow {
  const cellOf = (field: RowField): string | null =>
    columns[field].map((place) => cells[place]?.trim() ?? '').find((cell) => cell !== '') ?? null;
  return {
    itemNumber: cellOf('itemNumber'),
    supplier: cellOf('supplier'),
    partNumber: cellOf('partNumber'),
    gtin: cellOf('gtin'),
  };
}

const BLANK: NamedRow = { itemNumber: null, supplier: null, partNumber: null, gtin: null };

/** Texts of signs that people write for a missing value. */
const SIGNS: ReadonlySet<string> = new Set(
  '- -- --- – — _ ? ?? ??? / . ~ # * #n/a #nv #n/v #ref! #value! #wert! #name? #name #null!'.split(' '),
);
const ZEROS: ReadonlySet<string> = new Set(['0', '00000000', '000000000000', '0000000000000', '00000000000000']);

function readCells(row: NamedRow): { readonly named: NamedRow; readonly noPart: NoPart | undefined } {
  const partNumber = cleanText(row.partNumber);
  const noPart = partNumber === null ? undefined : noPartIn(partNumber);
  const isNone = partNumber !== null && noPart !== undefined && isCertain(noPart, partNumber);
  const supplier = cleanText(row.supplier);
  const hasNoName = supplier !== null && namesNoManufacturer(supplier);
  return {
    named: {
      itemNumber: cellOrNull(row.itemNumber),
      supplier: hasNoName ? null : supplier,
      partNumber: isNone ? null : partNumber === null ? null : partNumber.replace(/^([0-9]{2,})[.,]00?$/, '$1'),
      gtin: ZEROS.has(cellOrNull(row.gtin) ?? '') ? null : cellOrNull(row.gtin),
    },
    noPart:
      noPart ??
      (partNumber === null && supplier !== null && noPartIn(supplier) === 'not_fitted' ? 'not_fitted' : undefined),
  };
}

const namesNoManufacturer = remember((supplier) => isAnyManufacturer(plainWord(supplier)) || isAbsent(supplier), 1_000);

function cellOrNull(cell: string | null): string | null {
  const text = cleanText(cell);
  return text === null || isAbsent(text) ? null : text;
}

function isAbsent(text: string): boolean {
  if (isPlainNumber(text)) return false;
  if (SIGNS.has(text.toLowerCase()) || plainWord(text) === '') return true;
  const kind = noPartIn(text);
  return kind === 'no_number' || kind === 'not_fitted' || kind === 'formula';
}

function plainWord(text: string): string {
  return text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/^\.+|\.+$/g, '');
}

/** Marks that are no letters, which normalization would make letters of: ™ is not "TM". */
const MARKS = /[®™©℠]|\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad/gu;

/** A link, bold text or code of Markdown that fills the cell. */
const MARKDOWN = /^(?:\[([^\][]{1,200})\]\((?:https?:)?\/\/[^()\s]*\)|(\*\*|__|`)([^*_`]{1,200})\2)$/u;
/** How some programs begin a formula that is only a text. */
const PLUS = /^\+(?=\p{L})/u;

/** A cell that has nothing to remove. */
const CLEAN = /^[A-Za-z0-9](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** Returns what a spreadsheet or a page would show, without marks and invisible characters; null for nothing. */
function cleanText(cell: string | null): string | null {
  if (cell === null || CLEAN.test(cell)) return cell;
  const plain = unwrapFormula(cell).replace(MARKS, '').trim();
  const [, link, , marked] = MARKDOWN.exec(plain) ?? [];
  const text = (link ?? marked ?? plain).replace(PLUS, '').trim();
  return text === '' ? null : text;
}

const FORMULA_TEXTS: readonly RegExp[] = [
  /^=\s*"((?:[^"]|"")*)"$/,
  /^=\s*T\(\s*"((?:[^"]|"")*)"\s*\)$/i,
  /^=\s*HYPERLINK\(\s*"(?:[^"]|"")*"\s*[,;]\s*"((?:[^"]|"")*)"\s*\)$/i,
];

const LITERAL = /"((?:[^"]|"")*)"/g;
/** `="a"&"b"`, `=CONCATENATE("a","b")`: texts alone. */
const JOINED_TEXTS: readonly RegExp[] = [
  /^=\s*("(?:[^"]|"")*"(?:\s*&\s*"(?:[^"]|"")*")+)$/,
  /^=\s*(?:CONCAT|CONCATENATE|VERKETTEN|CONCATENER|CONCATENAR|CONCATENA|TEXTKETTE)\(\s*("(?:[^"]|"")*"(?:\s*[,;]\s*"(?:[^"]|"")*")*)\s*\)$/i,
];

/**
 * Returns the text that a formula shows: `="0123"`, `=T("0123")`, `=HYPERLINK("…","0123")`; `'0123` keeps zeros, too.
 */
function unwrapFormula(cell: string): string {
  const text = cell.trim();
  if (!text.startsWith('=')) return (text.startsWith("'") ? text.slice(1) : text).trim();
  const formulaText = FORMULA_TEXTS.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  const joined = formulaText === undefined ? JOINED_TEXTS.map((form) => form.exec(text)?.[1]).find(Boolean) : undefined;
  if (joined !== undefined)
    return [...joined.matchAll(LITERAL)]
      .map(([, one = '']) => one.replaceAll('""', '"'))
      .join('')
      .trim();
  return (formulaText?.replaceAll('""', '"') ?? text).trim();
}

function isScientific(text: string): boolean {
  return /^[0-9]+(?:[.,][0-9]+)?e\+?[0-9]+$/i.test(text.replace(/\s/g, ''));
}

/** Reads the GTIN of a cell, without the `.0` of a spreadsheet. Null with the reason if it is unusable. */
function readGtin(cell: string): { readonly gtin: string | null; readonly warning?: RowWarning } {
  const text = writtenBarcode(cell);
  if (isScientific(text)) return { gtin: null, warning: 'barcode_scientific' };
  // No article has a GTIN-8 that begins with zero: eight such digits are a UPC-E.
  const short = /^0[0-9]{7}$/.test(text) ? expandUpcE(text) : undefined;
  if (short !== undefined) return { gtin: short };
  const read = parseGtin(text);
  if (read.ok) return { gtin: text, ...(isScientific(cell) && { warning: 'barcode_written_short' }) };
  if (read.reason.kind === 'not_digits') return { gtin: null, warning: 'barcode_not_digits' };
  const expanded = expandUpcE(text);
  if (expanded !== undefined) return { gtin: expanded };
  if (read.reason.kind === 'wrong_check_digit') return { gtin: null, warning: 'barcode_wrong_check_digit' };
  const restored = restoreGtinZeros(text);
  return restored === undefined
    ? { gtin: null, warning: 'barcode_wrong_length' }
    : { gtin: restored, warning: 'barcode_zeros_restored' };
}

/**
 * Whether the row names columns, in another language or above a second table, or only says how they are meant:
 * "(text)", "[kg]".
 */
function isOtherHeading(filled: readonly string[], { supplier, partNumber }: NamedRow): boolean {
  if (filled.length < 2) return false;
  if (filled.every((cell) => /^[[(<{][^[\](){}]*[\])>}]$/.test(cell.trim()))) return true;
  if (supplier === null || partNumber === null || /[0-9]/.test(partNumber) || /[0-9]/.test(supplier)) return false;
  const [manufacturer, number] = [senseOf(supplier).meaning, senseOf(partNumber).meaning];
  return (
    (manufacturer === 'manufacturer' || manufacturer === 'supplier') &&
    (number === 'manufacturerNumber' || number === 'number' || number === 'supplierNumber')
  );
}

/** Whether the row repeats the heading, as at the top of each printed page. */
function isHeadingAgain(cells: readonly string[], headings: readonly string[]): boolean {
  const same = headings.filter(
    (heading, place) => heading.trim() !== '' && heading.trim() === cells[place]?.trim(),
  ).length;
  return same >= 2 && same === headings.filter((heading) => heading.trim() !== '').length;
}
