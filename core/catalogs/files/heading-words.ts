/**
 * Derives the meaning of a heading from its words, in English, German, French, Spanish and Italian: whether it belongs to the manufacturer, a
 * supplier or the customer, and whether it is a number or a name. `Hersteller-Art.-Nr.`, `Réf. fabricant` and `Mfr Part #` mean the same.
 */
import { readWordSets } from '../../read-table.ts';
import { HEADING_WORDS } from './packed-headings.ts';

/** `manufacturerNumber` and `manufacturer` are clear; `supplier…` may mean the manufacturer or a distributor; `number` may be anyone's. */
export type HeadingMeaning =
  | 'manufacturer'
  | 'manufacturerNumber'
  | 'supplier'
  | 'supplierNumber'
  | 'distributor'
  | 'distributorNumber'
  | 'number'
  | 'gtin'
  | 'itemNumber';

const about = readWordSets(HEADING_WORDS);
/** A heading with one of these words does not identify the part: `Manufacturer country`, `Hersteller-Website`, `Part description`. */
const OTHER = [...about('other')];
const GTIN = [...about('gtin')];
const MANUFACTURER = [...about('manufacturer')];
const DISTRIBUTOR = [...about('distributor')];
const SUPPLIER = [...about('supplier')];
const OWN = [...about('own')];
const NUMBER = [...about('number')];
const NAME = [...about('name')];

/** Returns undefined if the heading does not identify the part. */
export function readHeading(heading: string): HeadingMeaning | undefined {
  const words = wordsOf(heading);
  if (words.length === 0 || words.length > 8) return undefined;
  const has = (known: readonly string[]): boolean => words.some((word) => known.some((stem) => fits(word, stem)));
  if (
    has(GTIN) ||
    fits(words.join(''), 'codebarre') ||
    GTIN.some((stem) => words.join('').includes(stem) && stem.length > 6)
  ) {
    return 'gtin';
  }
  if (has(OTHER)) return undefined;
  if (words.some((word) => word === 'mpn' || word === 'han')) return 'manufacturerNumber';
  const isNumber = (has(NUMBER) || words.some(isNumberedCompound)) && !has(NAME);
  if (has(MANUFACTURER)) return isNumber ? 'manufacturerNumber' : 'manufacturer';
  if (has(DISTRIBUTOR) || (words[0] === 'digi' && words[1] === 'key') || words[0] === 'rs')
    return isNumber ? 'distributorNumber' : 'distributor';
  if (has(SUPPLIER)) return isNumber ? 'supplierNumber' : 'supplier';
  if (has(OWN) && isNumber) return 'itemNumber';
  return isNumber ? 'number' : undefined;
}

/** Recognizes compounds: `Herstellerteilenummer`, `Lieferantenartikelnr`, `fabrikatnummer`. */
function isNumberedCompound(word: string): boolean {
  return /(?:nummer|number|numero|nr|no|code|pn|kennung|teil)$/.test(word) && word.length > 6;
}

/** A stem of up to three letters must be the whole word; a longer one may be its prefix. */
function fits(word: string, stem: string): boolean {
  return stem.length <= 3 ? word === stem : word.startsWith(stem);
}

/** Returns the words in lower case without accents. `#`, `№` and `N°` become "no"; a capital inside a word starts a new one. */
function wordsOf(heading: string): readonly string[] {
  return heading
    .slice(0, 200)
    .replace(/[#№]|\bn[°º]/giu, ' no ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
