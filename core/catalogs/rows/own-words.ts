/**
 * Returns what a row of the customer's file says, in the customer's own text: manufacturer, part number, barcode and
 * description. A cell that names nothing, such as "n/a" or a spoiled number, is kept and marked, so that no page
 * replaces it by "no manufacturer".
 */
import { spoiledIn } from '../../index/part-keys/spoiled-number.ts';
import { recognizeColumns } from '../files/recognize-columns.ts';
import { writtenBarcode } from '../files/written-barcode.ts';
import type { Statement } from './learned-matches.ts';
import type { CatalogRow } from './catalog.ts';

/** A cell; `isUsed` is false for text that names nothing. */
export interface OwnCell {
  readonly text: string;
  readonly isUsed: boolean;
}

interface OwnWords extends Readonly<Record<keyof Statement, OwnCell | null>> {
  readonly description: string | null;
}

/** Headings of a description, the clearest first. */
const DESCRIPTIONS: readonly RegExp[] = [
  /descri|descr\b|désignation|beschr|bezeich|benenn|libell|denomin|artikeltext|kurztext|omschrijv|popis|beskriv|benämn|opis|описан|наимен|说明|描述|説明|品名|설명|açıkl|tanım/iu,
  /^(?:title|titel|name|text|comment|value|wert|valeur|valor|part|teil)$/iu,
];
/** The longest text that is returned of a cell. */
const MAX_CHARACTERS = 250;

/** @param headings the headings of the catalog; without the cells of the row, only what the row names is known */
export function ownWordsOf(
  row: Pick<CatalogRow, 'supplier' | 'partNumber' | 'gtin' | 'stated' | 'cells' | 'itemId'>,
  headings: readonly string[],
): OwnWords {
  const cells = row.cells ?? [];
  const named: Statement = row.stated ?? row;
  const columns = recognizeColumns(headings);
  const cellOf = (field: keyof Statement): OwnCell | null => {
    const used = named[field];
    const places = columns.ok ? columns.value[field] : [];
    const text = places.map((place) => textOf(cells[place])).find((cell) => cell !== '');
    if (used === null) return text === undefined ? null : { text, isUsed: false };
    if (field === 'gtin') return { text: text !== undefined && isWrittenAs(used, text) ? text : used, isUsed: true };
    return { text: used, isUsed: field !== 'partNumber' || row.itemId !== null || !isSpoiled(used) };
  };
  return {
    supplier: cellOf('supplier'),
    partNumber: cellOf('partNumber'),
    gtin: cellOf('gtin'),
    description: descriptionIn(cells, headings),
  };
}

/** Whether the cell is the barcode in another form: in scientific notation, without its zeros. */
function isWrittenAs(barcode: string, cell: string): boolean {
  return withoutZeros(writtenBarcode(cell)) === withoutZeros(barcode);
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+/, '');
}

function isSpoiled(number: string): boolean {
  return spoiledIn(number) !== undefined;
}

function descriptionIn(cells: readonly string[], headings: readonly string[]): string | null {
  for (const pattern of DESCRIPTIONS) {
    const text = headings
      .map((heading, place) => (pattern.test(heading.trim()) ? textOf(cells[place]) : ''))
      .find((cell) => cell !== '');
    if (text !== undefined) return text;
  }
  return null;
}

/**
 * Returns the place of the column that describes the parts, of those that are not used otherwise; null if none does.
 */
export function descriptionPlace(headings: readonly string[], used: ReadonlySet<number>): number | null {
  for (const pattern of DESCRIPTIONS) {
    const place = headings.findIndex((heading, at) => !used.has(at) && pattern.test(heading.trim()));
    if (place !== -1) return place;
  }
  return null;
}

function textOf(cell = ''): string {
  return cell.trim().slice(0, MAX_CHARACTERS).toWellFormed();
}
