/**
 * Assigns the columns of a file to fields: by headings in their usual spellings in several languages, in any notation (`Mfr. Part No.`,
 * `mfr_part_no`), or by the choice of the person who imports the file.
 */
import { normalizeText } from '../../normalize-text.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { readHeading, type HeadingMeaning } from './heading-words.ts';
import type { NamedRow } from './named-row.ts';

export type RowField = keyof NamedRow;

/** The column indices of each field. Of several GTIN columns the first non-blank one counts; other fields have at most one. */
export type RowColumns = Readonly<Record<RowField, readonly number[]>>;

/** A person's choice for a column: its field, or that it is ignored. */
export interface ChosenColumn {
  /** The heading in any notation, or `#` and the column's position from 1. */
  readonly column: string;
  readonly field: RowField | 'none';
}

export type ColumnError =
  | { readonly kind: 'no_such_column'; readonly column: string }
  /** Two columns have similar headings, and either could be meant. */
  | { readonly kind: 'ambiguous'; readonly field: RowField; readonly heading: string };

/** Best spelling first: if a file has several, the first one is used. */
const SPELLINGS: Readonly<Record<RowField, readonly string[]>> = {
  partNumber: words(
    'manufacturerpartnumber manufacturerpartno manufacturerpartnr manufacturerpart manufacturerspartnumber mfrpartnumber mfrpartno mfrpartnum mfrpart ' +
      'mfgpartnumber mfgpartno mfgpartnum mfgpart mfrpn mfgpn mpn supplierpartnumber supplierpartno supplierpart supplierpn ' +
      'vendorpartnumber vendorpartno vendorpart vendorpn oempartnumber partnumber partno partnr partnum pn part partid ' +
      'modelnumber modelno model catalognumber catalogno cataloguenumber orderingcode ordercode typenumber ' +
      'herstellerteilenummer herstellerartikelnummer herstellernummer teilenummer bestellnummer ' +
      'referencefabricant reffabricant numerodepiece referencia referenciafabricante codiceproduttore codicearticolo sku',
  ),
  supplier: words(
    'manufacturer manufacturername mfr mfrname mfg mfgname mfgr mfgrname manuf maker makername make oem producer brand brandname ' +
      'supplier suppliername vendor vendorname hersteller herstellername marke lieferant fabricant fabriquant marque fournisseur ' +
      'fabricante marca proveedor produttore fornitore fabrikant producent',
  ),
  gtin: words(
    'gtin gtin14 gtin13 gtin12 gtin8 gtinnumber gtincode ean ean13 ean8 eannumber eancode upc upca upc12 upccode upcnumber ' +
      'eanupc upcean gtinean eangtin gtinupc upcgtin eanupccode barcode barcodenumber strichcode codebarre codigodebarras codiceabarre',
  ),
  itemNumber: words(
    'youritemnumber itemnumber itemno itemnr itemid itemcode item ouritemnumber ouritemno ourpartnumber internalnumber internalpartnumber ' +
      'internalid customeritemnumber customerpartnumber customerpartno articlenumber articleno article materialnumber material ' +
      'stockcode stocknumber productcode productid productnumber artikelnummer artikelnr artikel materialnummer sku id',
  ),
};

/** In order of precedence: a column that fits several fields is given to the first. */
const FIELDS: readonly RowField[] = ['partNumber', 'supplier', 'gtin', 'itemNumber'];

/** Field names as the tools show them, and their usual short forms. */
const FIELD_NAMES: ReadonlyMap<string, RowField | 'none'> = new Map([
  ...(['youritemnumber', 'itemnumber', 'item'] as const).map((name) => [name, 'itemNumber'] as const),
  ...(['supplier', 'manufacturer', 'brand', 'maker'] as const).map((name) => [name, 'supplier'] as const),
  ...(['supplierpartnumber', 'partnumber', 'mpn', 'part'] as const).map((name) => [name, 'partNumber'] as const),
  ...(['gtin', 'upc', 'ean', 'barcode'] as const).map((name) => [name, 'gtin'] as const),
  ['none', 'none'] as const,
]);

/** Returns undefined if no field has the name. */
export function readFieldName(name: string): RowField | 'none' | undefined {
  return FIELD_NAMES.get(headingSpelling(name));
}

/**
 * @param headings the cells of the heading, or the member names of objects
 * @param isMixed whether rows may use different columns for the same field, as objects do, so that all of them count and not only the best
 */
export function recognizeColumns(
  headings: readonly string[],
  chosen: readonly ChosenColumn[] = [],
  isMixed = false,
): Result<RowColumns, ColumnError> {
  const spellings = headings.map(headingSpelling);
  const columns: Record<RowField, number[]> = { itemNumber: [], supplier: [], partNumber: [], gtin: [] };
  const taken = new Set<number>();
  for (const { column, field } of chosen) {
    const place = findColumn(column, spellings);
    if (place === undefined) {
      if (isMixed) continue;
      return fail({ kind: 'no_such_column', column });
    }
    if (field !== 'none') columns[field].push(place);
    taken.add(place);
  }
  for (const field of FIELDS) {
    if (columns[field].length > 0) continue;
    const ranked = rankColumns(field, headings, spellings, taken);
    const [first, second] = ranked;
    const isAmbiguous = first !== undefined && second !== undefined && spellings[first] === spellings[second];
    if (field !== 'gtin' && isAmbiguous && !isMixed) {
      return fail({ kind: 'ambiguous', field, heading: headings[first] ?? '' });
    }
    const found = field === 'gtin' || isMixed ? ranked : ranked.slice(0, 1);
    columns[field].push(...found);
    for (const place of found) taken.add(place);
  }
  return succeed(columns);
}

/** The most readings of the columns that are tried on the first rows. */
const MAX_READINGS = 12;

/**
 * Returns the possible meanings of the columns, most likely first. If a heading clearly names the manufacturer, there is one. If there is only a
 * "supplier" or no such heading, the manufacturer may be in a column with an unknown heading, and the supplier may be a distributor.
 * @param columns the result of `recogniseColumns`
 */
export function otherReadings(
  headings: readonly string[],
  columns: RowColumns,
  chosen: readonly ChosenColumn[] = [],
): readonly RowColumns[] {
  const isChosen = (field: RowField): boolean => chosen.some((one) => one.field === field);
  const meanings = headings.map(readHeading);
  const manufacturers = isChosen('supplier') ? [columns.supplier] : manufacturerReadings(headings, meanings, columns);
  const numbers = isChosen('partNumber') ? [columns.partNumber] : numberReadings(meanings, columns);
  return manufacturers
    .flatMap((supplier) => numbers.map((partNumber) => ({ ...columns, supplier, partNumber })))
    .filter(({ supplier, partNumber }) => !supplier.some((place) => partNumber.includes(place)))
    .slice(0, MAX_READINGS);
}

function manufacturerReadings(
  headings: readonly string[],
  meanings: readonly (HeadingMeaning | undefined)[],
  columns: RowColumns,
): readonly (readonly number[])[] {
  const [place] = columns.supplier;
  if (place !== undefined && meanings[place] === 'manufacturer') return [columns.supplier];
  const taken = new Set(Object.values(columns).flat());
  const unknown = headings.flatMap((heading, index) =>
    heading.trim() !== '' && meanings[index] === undefined && !taken.has(index) ? [[index]] : [],
  );
  return [columns.supplier, ...unknown.slice(0, MAX_READINGS)];
}

function numberReadings(
  meanings: readonly (HeadingMeaning | undefined)[],
  columns: RowColumns,
): readonly (readonly number[])[] {
  const [place] = columns.partNumber;
  if (place !== undefined && meanings[place] === 'manufacturerNumber') return [columns.partNumber];
  const others = meanings.flatMap((meaning, index) =>
    index !== place && !columns.gtin.includes(index) && (meaning === 'number' || meaning === 'supplierNumber')
      ? [[index]]
      : [],
  );
  return [columns.partNumber, ...others.slice(0, 2)];
}

/** Returns the fields without which no row names a part: none if there is a GTIN, or supplier and part number. */
export function missingFields(columns: RowColumns): readonly RowField[] {
  if (columns.gtin.length > 0) return [];
  return (['supplier', 'partNumber'] as const).filter((field) => columns[field].length === 0);
}

function findColumn(column: string, spellings: readonly string[]): number | undefined {
  const place = /^#([1-9][0-9]{0,3})$/.exec(column.trim());
  const index = place === null ? spellings.indexOf(headingSpelling(column)) : Number(place[1]) - 1;
  return index >= 0 && index < spellings.length ? index : undefined;
}

/** The heading meanings that fit each field, clearest first. */
const MEANINGS: Readonly<Record<RowField, readonly HeadingMeaning[]>> = {
  partNumber: ['manufacturerNumber', 'number', 'supplierNumber'],
  supplier: ['manufacturer', 'supplier'],
  gtin: ['gtin'],
  itemNumber: ['itemNumber'],
};

/**
 * Returns the indices of the columns that could be the field, clearest first: a manufacturer before a supplier, a known spelling before
 * a heading that is understood by its words.
 */
function rankColumns(
  field: RowField,
  headings: readonly string[],
  spellings: readonly string[],
  taken: ReadonlySet<number>,
): number[] {
  const known = SPELLINGS[field];
  return headings
    .map((heading, place) => {
      const meaning = readHeading(heading);
      const clearness = meaning === undefined ? -1 : MEANINGS[field].indexOf(meaning);
      const rank = known.indexOf(spellings[place] ?? '');
      return {
        place,
        clearness: clearness < 0 ? MEANINGS[field].length : clearness,
        rank: rank < 0 ? known.length : rank,
        isKnown: rank >= 0 || clearness >= 0,
      };
    })
    .filter(({ place, isKnown }) => isKnown && !taken.has(place))
    .sort((a, b) => a.clearness - b.clearness || a.rank - b.rank || a.place - b.place)
    .map(({ place }) => place);
}

/** Normalizes a heading: drops case, accents, spaces and punctuation, and reads `№` and `#` as "no". */
export function headingSpelling(text: string): string {
  return normalizeText(text.replace(/[#№]/gu, ' no'), 'NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function words(text: string): readonly string[] {
  return text.split(' ');
}
