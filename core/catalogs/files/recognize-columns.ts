/**
 * Assigns the columns of a file to fields: by headings in their usual spellings in several languages, in any notation
 * (`Mfr. Part No.`, `mfr_part_no`), or by the choice of the person who imports the file.
 */
import { normalizeText } from '../../normalize-text.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { isFormerNumber, isOwn, senseOf, type HeadingMeaning, type HeadingSense } from './heading-words.ts';
import type { NamedRow } from './named-row.ts';

export type RowField = keyof NamedRow;

/**
 * The column indices of each field. Of several GTIN columns the first non-blank one counts; other fields have at most
 * one.
 */
export interface RowColumns extends Readonly<Record<RowField, readonly number[]>> {
  /** Further sets of manufacturer and number, in the order in which they are preferred. */
  readonly alternates?: readonly PartColumns[] | undefined;
  /** Whether the part number may be a number of someone else, so that it cannot contradict a barcode. */
  readonly isUnclear?: boolean | undefined;
  /** The manufacturer of every row whose cells name none, if a person said so. */
  readonly everySupplier?: string | undefined;
}

/** The columns of one set; `supplier` is null if the set has no manufacturer of its own and the file none. */
interface PartColumns {
  readonly supplier: number | null;
  readonly partNumber: number;
}

export const ROW_FIELDS: readonly RowField[] = ['itemNumber', 'supplier', 'partNumber', 'gtin'];

/** A person's choice for a column: its field, or that it is ignored. */
export interface ChosenColumn {
  /** The heading in any notation, or `#` and the column's position from 1. */
  readonly column: string;
  readonly field: RowField | 'none';
}

export interface ColumnProblem {
  readonly kind: 'no_such_column';
  readonly column: string;
}

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

/** A heading with everything that its rank depends on. */
interface KnownHeading extends HeadingSense {
  readonly place: number;
  readonly spelling: string;
}

/**
 * @param headings the cells of the heading, or the member names of objects
 * @param isMixed whether rows may use different columns for the same field, as objects do, so that all of them count
 * and not only the best
 */
export function recognizeColumns(
  headings: readonly string[],
  chosen: readonly ChosenColumn[] = [],
  isMixed = false,
): Result<RowColumns, ColumnProblem> {
  const known = readHeadings(headings);
  const columns: Record<RowField, number[]> = { itemNumber: [], supplier: [], partNumber: [], gtin: [] };
  const taken = new Set<number>();
  for (const { column, field } of chosen) {
    const place = findColumn(column, known);
    if (place === undefined) {
      if (isMixed) continue;
      return fail({ kind: 'no_such_column', column });
    }
    if (field !== 'none') columns[field].push(place);
    taken.add(place);
  }
  const free = known.filter(({ place }) => !taken.has(place));
  const isChosen = { number: columns.partNumber.length > 0, supplier: columns.supplier.length > 0 };
  for (const field of FIELDS) {
    if (columns[field].length > 0) continue;
    const ranked = rankColumns(
      field,
      known.filter(({ place }) => !taken.has(place)),
    );
    const found =
      field === 'gtin'
        ? ranked
        : isMixed
          ? ranked.filter((one) => isOfFirstSet(one, ranked) && !isOwnBeside(one, ranked, known))
          : ranked.slice(0, 1);
    columns[field].push(...found.map(({ place }) => place));
    for (const { place } of found) taken.add(place);
  }
  if (isChosen.number) return succeed(columns);
  Object.assign(columns, besideOurs(columns, free), ofSchematic(columns, free));
  const { first, alternates } = pairSets(free, columns, isChosen.supplier);
  return succeed({
    ...columns,
    ...(first !== undefined && { supplier: first }),
    ...(alternates.length > 0 && { alternates }),
  });
}

/** "Unsere Nr." beside "Artikelnummer": the number that is not said to be the customer's own is the part's. */
function besideOurs(
  { partNumber, supplier }: RowColumns,
  free: readonly KnownHeading[],
): Pick<RowColumns, 'itemNumber' | 'partNumber'> | undefined {
  if (partNumber.length > 0 || supplier.length === 0) return undefined;
  const numbers = free.filter(({ meaning }) => meaning === 'itemNumber');
  const [ours, ...moreOurs] = numbers.filter(({ spelling }) => isOwn(spelling));
  const [other, ...moreOthers] = numbers.filter(({ spelling }) => !isOwn(spelling));
  if (ours === undefined || other === undefined || moreOurs.length + moreOthers.length > 0) return undefined;
  return { itemNumber: [ours.place], partNumber: [other.place] };
}

const DESIGNATORS = /^(?:ref(?:eren(?:ce|z|cia|za)|des)?s?|designators?)$/u;
const VALUES = [/^(?:values?|val|wert|valeur|valore?)$/u, /^comments?$/u];
const FOOTPRINT = /^(?:footprint|libpart|package|gehause|boitier)/u;

/**
 * A schematic program lists designators, values and footprints: what names a part there, if anything, is the value.
 * Only without a manufacturer, so that the rows have candidates, and "100nF" of a manufacturer is never researched.
 */
function ofSchematic(
  { partNumber, supplier }: RowColumns,
  free: readonly KnownHeading[],
): Pick<RowColumns, 'partNumber'> | undefined {
  const [number] = partNumber;
  // Eagle lists the designators under "Part", beside "Device".
  const ofLayout = free.some(({ spelling }) => spelling === 'device') ? /^parts?$/u : DESIGNATORS;
  const designators = free.find(({ spelling }) => DESIGNATORS.test(spelling) || ofLayout.test(spelling));
  const isOrdered = free.some(({ place, meaning }) => place === number && meaning === 'distributorNumber');
  if (supplier.length > 0 || designators === undefined) return undefined;
  if (number !== undefined && number !== designators.place && !isOrdered) return undefined;
  if (!free.some(({ spelling }) => FOOTPRINT.test(spelling))) return undefined;
  const [value] = VALUES.flatMap((form) => free.filter(({ spelling }) => form.test(spelling)));
  return value === undefined ? undefined : { partNumber: [value.place] };
}

/** Keys of a program's own tables: "part": 55, "pk": 801. */
const KEYS = /^(?:part|pk|id|partid|uuid|key)(?:details?)?$/u;

/** "sku" beside "mpn" and "ean" is the customer's own number in every object, also in those without "mpn". */
function isOwnBeside(one: KnownHeading, [first]: readonly KnownHeading[], known: readonly KnownHeading[]): boolean {
  if (first?.meaning !== 'manufacturerNumber') return false;
  return one.meaning === 'itemNumber' ? known.some(({ meaning }) => meaning === 'gtin') : KEYS.test(one.spelling);
}

function readHeadings(headings: readonly string[]): readonly KnownHeading[] {
  const seen = new Map<string, number>();
  const letters = lettersOf(headings);
  const known = headings.map((heading, place) => {
    const spelling = headingSpelling(heading);
    const lettered = letters.get(heading);
    const sense = lettered === undefined ? senseOf(heading) : { ...senseOf(lettered.base), set: lettered.set };
    const before = seen.get(spelling) ?? 0;
    seen.set(spelling, before + 1);
    // The same heading twice is a set for each.
    return { ...sense, set: sense.set ?? (before === 0 ? null : before + 1), place, spelling };
  });
  // "Ersatz Artikelnr." beside "Ersatz Hersteller" or a clear number of a manufacturer is no number of the customer's
  // own.
  const areOfManufacturers = known.some(
    ({ meaning, isAlternate }) => meaning === 'manufacturerNumber' || (isAlternate && meaning === 'manufacturer'),
  );
  return known.map((one) =>
    areOfManufacturers && one.isAlternate && one.meaning === 'itemNumber' && !isOwn(one.spelling)
      ? { ...one, meaning: 'number' }
      : one,
  );
}

const MAX_HEADING = 200;
const LETTERED = /[\s_.-]\(?(A|B|C|D|E|F|I|II|III|IV)\)?$/u;
const LETTERS: ReadonlyMap<string, number> = new Map([
  ...[...'ABCDEF'].map((letter, place) => [letter, place + 1] as const),
  ...['I', 'II', 'III', 'IV'].map((numeral, place) => [numeral, place + 1] as const),
]);

/** Finds sets that are numbered by letters or in Roman: `MPN A`, `MPN B`. A heading that ends so alone is none. */
function lettersOf(headings: readonly string[]): ReadonlyMap<string, { readonly base: string; readonly set: number }> {
  const found = headings.flatMap((heading) => {
    const match = LETTERED.exec(heading.slice(0, MAX_HEADING).trim());
    const set = LETTERS.get(match?.[1] ?? '');
    const base = match?.input.slice(0, match.index).replace(/[\s_.-]+$/, '') ?? '';
    return set === undefined || !/\p{L}{2}/u.test(base) ? [] : [{ heading, base, set }];
  });
  const series = [...Map.groupBy(found, ({ base }) => base).values()].filter((group) =>
    [1, 2].every((number) => group.some(({ set }) => set === number)),
  );
  return new Map(series.flat().map(({ heading, base, set }) => [heading, { base, set }]));
}

function isOfFirstSet(one: KnownHeading, [first]: readonly KnownHeading[]): boolean {
  return one === first || (!one.isAlternate && (one.set ?? 1) === (first?.set ?? 1));
}

/**
 * Returns the manufacturer column that belongs to the first set, if another one was found first, and the further sets.
 */
function pairSets(
  free: readonly KnownHeading[],
  { supplier, partNumber }: RowColumns,
  isSupplierChosen: boolean,
): { readonly first: number[] | undefined; readonly alternates: readonly PartColumns[] } {
  const main = free.find(({ place }) => place === partNumber[0]);
  if (main === undefined) return { first: undefined, alternates: [] };
  const manufacturers = isSupplierChosen
    ? []
    : rankColumns('supplier', free).filter(({ meaning }) => meaning === meaningAt(free, supplier[0]));
  const manufacturerOf = (number: KnownHeading): number | undefined =>
    manufacturers.find((one) => one.isAlternate === number.isAlternate && (one.set ?? 1) === (number.set ?? 1))?.place;
  const numbers = rankColumns('partNumber', free).filter((one) => one !== main && isFurtherSet(one, main));
  const alternates = numbers
    .filter(({ place }) => !partNumber.includes(place))
    .map((one) => ({
      supplier: manufacturerOf(one) ?? (manufacturers.length > 1 ? null : (supplier[0] ?? null)),
      partNumber: one.place,
    }));
  const own = manufacturerOf(main);
  const isOther = own !== undefined && supplier.length === 1 && own !== supplier[0];
  return { first: isOther ? [own] : undefined, alternates };
}

/** An alternate, or the same kind of number with a number of its own. */
function isFurtherSet(one: KnownHeading, main: KnownHeading): boolean {
  if (one.isAlternate) return one.meaning === 'manufacturerNumber' || one.meaning === 'number';
  return one.set !== null && one.meaning === main.meaning;
}

function meaningAt(known: readonly KnownHeading[], place: number | undefined): HeadingMeaning | undefined {
  return known.find((one) => one.place === place)?.meaning;
}

/** The most readings of the columns that are tried on the first rows. */
const MAX_READINGS = 12;

/**
 * Returns the possible meanings of the columns, most likely first. If a heading clearly names the manufacturer, there
 * is one. If there is only a "supplier" or no such heading, the manufacturer may be in a column with an unknown
 * heading, and the supplier may be a distributor. Beside barcodes, a number that is not clearly the manufacturer's may
 * be the customer's own.
 * @param columns the result of `recognizeColumns`
 */
export function otherReadings(
  headings: readonly string[],
  columns: RowColumns,
  chosen: readonly ChosenColumn[] = [],
): readonly RowColumns[] {
  const isChosen = (field: RowField): boolean => chosen.some((one) => one.field === field);
  const known = readHeadings(headings);
  const isSupplierSaid = isChosen('supplier') || columns.everySupplier !== undefined;
  const manufacturers = isSupplierSaid ? [columns.supplier] : manufacturerReadings(headings, known, columns);
  const numbers = isChosen('partNumber') ? [columns.partNumber] : numberReadings(known, columns);
  const [number] = columns.partNumber;
  const isUnclear = !isChosen('partNumber') && number !== undefined && known[number]?.meaning !== 'manufacturerNumber';
  const readings = manufacturers
    .flatMap((supplier) =>
      numbers.map((partNumber) => ({ ...columns, supplier, partNumber, ...(isUnclear && { isUnclear }) })),
    )
    .filter(({ supplier, partNumber }) => !supplier.some((place) => partNumber.includes(place)));
  const own = isUnclear && columns.gtin.length > 0 ? [ownNumberReading(columns, isChosen('itemNumber'))] : [];
  const most = readings.slice(0, MAX_READINGS - own.length);
  // "SKU" and "Article" are the customer's own unless the index knows better; "Part number" is not.
  return number !== undefined && known[number]?.meaning === 'itemNumber' ? [...own, ...most] : [...most, ...own];
}

/** Returns the reading in which the number is the customer's own. */
export function ownNumberReading(columns: RowColumns, isOwnChosen = false): RowColumns {
  const { partNumber, itemNumber } = columns;
  const own = isOwnChosen || itemNumber.length > 0 ? itemNumber : partNumber;
  return { ...columns, partNumber: [], itemNumber: own, alternates: undefined, isUnclear: undefined };
}

function manufacturerReadings(
  headings: readonly string[],
  known: readonly KnownHeading[],
  columns: RowColumns,
): readonly (readonly number[])[] {
  const [place] = columns.supplier;
  if (place !== undefined && known[place]?.meaning === 'manufacturer') return [columns.supplier];
  const taken = new Set(ROW_FIELDS.flatMap((field) => columns[field]));
  const unknown = headings.flatMap((heading, index) => {
    const { meaning, isAboutElse } = known[index] ?? { meaning: undefined, isAboutElse: false };
    return heading.trim() !== '' && meaning === undefined && !isAboutElse && !taken.has(index) ? [[index]] : [];
  });
  return [columns.supplier, ...unknown.slice(0, MAX_READINGS)];
}

function numberReadings(known: readonly KnownHeading[], columns: RowColumns): readonly (readonly number[])[] {
  const [place] = columns.partNumber;
  if (place !== undefined && known[place]?.meaning === 'manufacturerNumber') return [columns.partNumber];
  const others = known.flatMap(({ meaning, isAlternate, place: index }) =>
    index !== place &&
    !isAlternate &&
    !columns.gtin.includes(index) &&
    (meaning === 'number' || meaning === 'supplierNumber')
      ? [[index]]
      : [],
  );
  return [columns.partNumber, ...others.slice(0, 2)];
}

/**
 * Returns the fields that the file is without: none if there is a GTIN, or supplier and part number. Without a number
 * no row names a part.
 */
export function missingFields(columns: RowColumns): readonly RowField[] {
  if (columns.gtin.length > 0) return [];
  const isNamed = (field: 'supplier' | 'partNumber') =>
    columns[field].length > 0 || (field === 'supplier' && columns.everySupplier !== undefined);
  return (['supplier', 'partNumber'] as const).filter((field) => !isNamed(field));
}

function findColumn(column: string, known: readonly KnownHeading[]): number | undefined {
  const place = /^#([1-9][0-9]{0,3})$/.exec(column.trim());
  const spelling = headingSpelling(column);
  const index = place === null ? known.findIndex((one) => one.spelling === spelling) : Number(place[1]) - 1;
  return index >= 0 && index < known.length ? index : undefined;
}

/** The heading meanings that fit each field, clearest first. */
const MEANINGS: Readonly<Record<RowField, readonly HeadingMeaning[]>> = {
  partNumber: ['manufacturerNumber', 'number', 'supplierNumber', 'distributorNumber'],
  supplier: ['manufacturer', 'supplier'],
  gtin: ['gtin'],
  itemNumber: ['itemNumber'],
};

function isFormer({ isAlternate, spelling }: KnownHeading): boolean {
  return isAlternate && isFormerNumber(spelling);
}

/**
 * Returns the columns that could be the field, clearest first: no alternate before one, a former number last, a
 * manufacturer before a supplier, the first set before the second, a known spelling before a heading that is understood
 * by its words.
 */
function rankColumns(field: RowField, free: readonly KnownHeading[]): readonly KnownHeading[] {
  const spellings = SPELLINGS[field];
  const fits = MEANINGS[field];
  return free
    .map((heading) => {
      const clearness = heading.meaning === undefined ? -1 : fits.indexOf(heading.meaning);
      const rank = spellings.indexOf(heading.spelling);
      return {
        heading,
        clearness: clearness < 0 ? fits.length : clearness,
        rank: rank < 0 ? spellings.length : rank,
        isKnown: !heading.isAboutElse && (rank >= 0 || clearness >= 0),
      };
    })
    .filter(({ isKnown }) => isKnown)
    .sort(
      (a, b) =>
        Number(a.heading.isAlternate) - Number(b.heading.isAlternate) ||
        Number(isFormer(a.heading)) - Number(isFormer(b.heading)) ||
        a.clearness - b.clearness ||
        (a.heading.set ?? 1) - (b.heading.set ?? 1) ||
        a.rank - b.rank ||
        a.heading.place - b.heading.place,
    )
    .map(({ heading }) => heading);
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
