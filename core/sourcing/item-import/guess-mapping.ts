/**
 * Guesses the mapping of a table without one, from headings that name an item's fields, that name a part as customer
 * files do, or that name a fact.
 */
import { headingSpelling, recognizeColumns } from '../../catalogs/files/recognize-columns.ts';
import { fail, succeed, type Result } from '../../result.ts';
import { factPart } from './fact-parts.ts';
import { MAPPED_NUMBERS, MAPPED_TEXTS, type RecordMapping } from './record-mapping.ts';

interface GuessedMapping {
  readonly mapping: RecordMapping;
  /** The heading of each field's column, by field. */
  readonly used: Readonly<Record<string, string>>;
  readonly leftOut: readonly string[];
}

/** Spellings of headings for fields that customer files do not have. */
const MORE_SPELLINGS: Readonly<Record<string, string>> = {
  name: 'title',
  productname: 'title',
  itemname: 'title',
  bezeichnung: 'title',
  designation: 'title',
  beschreibung: 'description',
  longdescription: 'description',
  kategorie: 'category',
  unspsc: 'unspsc_code',
  hscode: 'hs_code',
  tariffcode: 'hs_code',
  countryoforigin: 'country_of_origin',
  unit: 'uom',
  unitofmeasure: 'uom',
  packqty: 'pack_quantity',
  packsize: 'pack_quantity',
  image: 'image_url',
  imageurl: 'image_url',
};
const FIELDS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(MORE_SPELLINGS),
  ...[...MAPPED_TEXTS, ...MAPPED_NUMBERS].map((field) => [headingSpelling(field), field] as const),
]);

/** Fails if no column names a part. */
export function guessMapping(headings: readonly string[]): Result<GuessedMapping, { readonly kind: 'names_no_part' }> {
  const used: Record<string, string> = {};
  const take = (field: string, heading: string | undefined): void => {
    if (heading !== undefined && heading.trim() !== '' && !Object.hasOwn(used, field)) used[field] = heading;
  };
  for (const heading of headings) {
    const field = FIELDS.get(headingSpelling(heading));
    if (field !== undefined) take(field, heading);
  }
  // A fact's heading may resemble that of a part number: "Letzte Bestellung" is a day.
  const others = headings.map((heading) => (factPart(heading) === undefined ? heading : ''));
  const columns = recognizeColumns(others, [], true);
  if (columns.ok) {
    const { supplier, partNumber, gtin } = columns.value;
    take('manufacturer', headings[supplier[0] ?? -1]);
    take('mpn', headings[partNumber[0] ?? -1]);
    if (!Object.hasOwn(used, 'upc')) take('gtin', headings[gtin[0] ?? -1]);
  }
  const namesPart = 'mpn' in used && ('manufacturer' in used || 'brand' in used);
  if (!namesPart && !('gtin' in used) && !('upc' in used) && !('id' in used)) return fail({ kind: 'names_no_part' });
  const facts = factColumns(headings, new Set(Object.values(used)));
  const taken = new Set([...Object.values(used), ...Object.values(facts)]);
  const leftOut = headings.filter((heading) => heading.trim() !== '' && !taken.has(heading));
  const fields = Object.keys(facts).length === 0 ? used : { ...used, attributes: facts };
  const factsUsed = Object.entries(facts).map(([part, heading]) => [`attributes.${part}`, heading] as const);
  return succeed({ mapping: { fields }, used: { ...used, ...Object.fromEntries(factsUsed) }, leftOut });
}

/** Returns the first column of each path in `attributes`. A column that names the part keeps that meaning. */
function factColumns(headings: readonly string[], taken: ReadonlySet<string>): Readonly<Record<string, string>> {
  const facts: Record<string, string> = {};
  for (const heading of headings) {
    const part = taken.has(heading) ? undefined : factPart(heading);
    if (part !== undefined && !Object.hasOwn(facts, part)) facts[part] = heading;
  }
  return facts;
}

/**
 * Returns the index of the heading row: the first with the most known columns. Returns undefined if all rows are blank.
 */
export function findHeadingOf(
  rows: readonly (readonly string[])[],
  mapping: RecordMapping | undefined,
): number | undefined {
  const filled = rows.flatMap((cells, place) => (cells.some((cell) => cell.trim() !== '') ? [place] : []));
  const wanted = mapping === undefined ? FIELDS : new Set(columnsOf(mapping).map(headingSpelling));
  let best: { readonly place: number; readonly score: number } | undefined;
  for (const place of filled) {
    const cells = rows[place] ?? [];
    const score =
      new Set(cells.map(headingSpelling).filter((word) => wanted.has(word))).size + partNames(cells, mapping);
    if (best === undefined || score > best.score) best = { place, score };
  }
  return best?.place;
}

function partNames(cells: readonly string[], mapping: RecordMapping | undefined): number {
  if (mapping !== undefined) return 0;
  const columns = recognizeColumns(cells, [], true);
  if (!columns.ok) return 0;
  const { itemNumber, supplier, partNumber, gtin } = columns.value;
  return [itemNumber, supplier, partNumber, gtin].filter((places) => places.length > 0).length;
}

/** Returns every text in the mapping that may be a column name. */
function columnsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(columnsOf) : [];
}
