/**
 * Derives the meaning of a heading from its words, in fifteen languages (data/headings): whether it belongs to the
 * manufacturer, a supplier or the customer, whether it is a number or a name, and to which set of alternates it
 * belongs. `Hersteller-Art.-Nr.`, `Réf. fabricant`, `Mfr Part #` and `制造商型号` mean the same.
 */
import { readWordSets } from '../../read-table.ts';
import { HEADING_WORDS, LINE_WORDS } from './packed-headings.ts';

/**
 * `manufacturerNumber` and `manufacturer` are clear; `supplier…` may mean the manufacturer or a distributor; `number`
 * may be anyone's.
 */
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
/** Writing without spaces between words, where a word is found anywhere in a text. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const stems = (name: string): readonly string[] => [...about(name)].map(fold);
/**
 * A heading with one of these words does not identify the part: `Manufacturer country`, `Chargennummer`, `Part
 * description`.
 */
const OTHER = stems('other');
const GTIN = stems('gtin');
/** With one of these words a heading is about barcodes but holds none: `EAN valid`, `barcode type`. */
const NOT_BARCODE = stems('notbarcode');
const MANUFACTURER = stems('manufacturer');
const DISTRIBUTOR = stems('distributor');
const SUPPLIER = stems('supplier');
const OWN = stems('own');
/** An MPN of one's own system: SAP's `MPN Material`. */
const INTERNAL = ['material', 'internal', 'intern', 'our', 'your', 'erp', 'sap', 'own'];
const NUMBER = stems('number');
const NAME = stems('name');
const ALTERNATE = stems('alternate');
const lines = readWordSets(LINE_WORDS);
const LINES = (['charge', 'made', 'feature'] as const).map((why) => [why, [...lines(why)].map(fold)] as const);
const KNOWN = [OTHER, GTIN, MANUFACTURER, DISTRIBUTOR, SUPPLIER, OWN, NUMBER, NAME, ALTERNATE].flat();

/** The beginnings of a heading about the customer's own number: "Unsere Nr.", "Customer part". */
const OWN_BEGINNING =
  /^(?:unser|ihre|our|your|intern|haus|eigen|kunden(?:art|teil|mat)|customer(?:art|item|part)|notre|votre|nuestr|nostr|sap|erp)/u;

/** @param spelling the heading in its folded form */
export function isOwn(spelling: string): boolean {
  return OWN_BEGINNING.test(spelling);
}

/** Beside "Replacement P/N" the number under "Obsolete P/N" is the one not to order. */
const FORMER = /^(?:old(?!en)|former|eski)|obsolet|ancien|anterior|antigu|vecchi|vieux|旧|стар/u;

/** @param spelling the heading in its folded form */
export function isFormerNumber(spelling: string): boolean {
  return FORMER.test(spelling);
}

export interface HeadingSense {
  /** Undefined if the heading does not identify the part. */
  readonly meaning: HeadingMeaning | undefined;
  /** Whether a word says what the heading is about, and that is not the part: `Description`, `Qty`. */
  readonly isAboutElse: boolean;
  /** The number of its set among several: 2 for `MPN 2` and `Mfg2`; null without one. */
  readonly set: number | null;
  /** Whether it belongs to an alternate or former part: `Alt. MPN`, `Obsolete number`, `2nd source`. */
  readonly isAlternate: boolean;
}

const NOTHING: HeadingSense = { meaning: undefined, isAboutElse: false, set: null, isAlternate: false };

export function readHeading(heading: string): HeadingMeaning | undefined {
  return senseOf(heading).meaning;
}

export function senseOf(heading: string): HeadingSense {
  // "@type" and "@id" of JSON-LD.
  if (heading.startsWith('@')) return { ...NOTHING, isAboutElse: true };
  const all = wordsOf(heading);
  if (all.length === 0 || all.length > 10) return NOTHING;
  const isIndex = (word: string): boolean => /^[0-9]{1,2}$/.test(word);
  const ordinal = all.map((word) => /^([1-9])(?:st|nd|rd|th)$/.exec(word)?.[1]).find((place) => place !== undefined);
  const index = (all.length > 1 ? all.findLast(isIndex) : undefined) ?? ordinal;
  const isAlternate = all.some((word) => ALTERNATE.some((stem) => fits(word, stem)));
  const words = all.filter((word) => !isIndex(word)).map(withoutKind);
  const { meaning, isAboutElse } = meaningOf(words);
  return { meaning, isAboutElse, set: index === undefined ? null : Number(index), isAlternate };
}

function meaningOf(words: readonly string[]): Pick<HeadingSense, 'meaning' | 'isAboutElse'> {
  const senseOf = (meaning: HeadingMeaning | undefined) => ({ meaning, isAboutElse: false });
  const other = { meaning: undefined, isAboutElse: true };
  const has = (known: readonly string[]): boolean => words.some((word) => known.some((stem) => fits(word, stem)));
  const joined = words.join('');
  if (has(GTIN) || fits(joined, 'codebarre') || GTIN.some((stem) => joined.includes(stem) && stem.length > 6)) {
    return has(NOT_BARCODE) ? other : senseOf('gtin');
  }
  if (has(OTHER)) return other;
  // Odoo's "External ID" is a key of its own.
  if (words.length === 2 && /^extern/u.test(words[0] ?? '') && words[1] === 'id') return senseOf('itemNumber');
  if (isManufacturerOfPart(words))
    return senseOf(has(MANUFACTURER) || words.some(isManufacturerCompound) ? 'manufacturer' : 'supplier');
  if (words.some((word) => word === 'mpn' || word === 'han'))
    return senseOf(has(INTERNAL) ? 'number' : 'manufacturerNumber');
  // OCI's NEW_ITEM-MANUFACTCODE is the name.
  if (words.some((word) => word === 'manufactcode')) return senseOf('manufacturer');
  const isNamed = words.some((word) =>
    word === 'brand' ? !words.some(isPartWord) : NAME.some((stem) => fits(word, stem)),
  );
  const isNumber = (has(NUMBER) || words.some(isNumberedCompound) || isStyle(words)) && !isNamed;
  // "Symbol oryginalny", "Original P/N" are the manufacturer's; "Herst.-Bez." is what it calls the part.
  const isOriginal = words.some((word) => /^or[iy]g[iy]na[lł]/u.test(word)) && (isNumber || words.includes('symbol'));
  if (isOriginal || (words.includes('bez') && has(MANUFACTURER))) return senseOf('manufacturerNumber');
  // A symbol alone is one of a schematic; `symbol producenta` is a number.
  if (has(MANUFACTURER)) return senseOf(isNumber || words.includes('symbol') ? 'manufacturerNumber' : 'manufacturer');
  if (has(DISTRIBUTOR) || (words[0] === 'digi' && words[1] === 'key') || words[0] === 'rs')
    return senseOf(isNumber ? 'distributorNumber' : 'distributor');
  if (has(SUPPLIER)) return senseOf(isNumber ? 'supplierNumber' : 'supplier');
  if (has(OWN) && isNumber) return senseOf('itemNumber');
  return senseOf(isNumber ? 'number' : undefined);
}

/** What a manufacturer makes, without a word for its number. */
const PART_WORD =
  /^(?:parts?|components?|items?|articles?|products?|devices?|materials?|models?|teile?s?|bauteile?s?|artikels?|produkts?|pi[eè]ces?|piezas?|pezzi|pezzo|pecas?|articulos?|articol[oi]|produits?|productos?|prodott[oi]|produtos?|composants?|componentes?|component[ei])$/u;
/** Manufacturers in languages whose last noun says what the whole is. */
const MANUFACTURER_BEHIND =
  /^(?:manufacturers?|manuf|mfrs?|mfgr?|makers?|make|brand|producers?|vendors?|suppliers?|herstellers?|produzent|lieferant|fabrikant|tillverkare|producent|leverancier|leverandor|leverantor)$/u;
const OF = /^(?:of|de|du|des|del|della|dello|dei|do|da|der|van|av|the|la|le|l|el|lo|il|o|a)$/u;

/** "Part Mfr", "Bauteilhersteller", "Fabricant de la pièce": the manufacturer, where "Mfr Part" is the number. */
function isManufacturerOfPart(words: readonly string[]): boolean {
  const [first = '', ...behind] = words;
  if (words.length === 1) return isManufacturerCompound(first);
  const last = behind.at(-1) ?? '';
  if (MANUFACTURER_BEHIND.test(last)) return words.slice(0, -1).every((word) => PART_WORD.test(word));
  const isManufacturer = [MANUFACTURER, SUPPLIER].some((stems) => stems.some((stem) => fits(first, stem)));
  return (
    isManufacturer &&
    behind.some((word) => OF.test(word)) &&
    PART_WORD.test(last) &&
    behind.slice(0, -1).every((word) => OF.test(word))
  );
}

function isManufacturerCompound(word: string): boolean {
  return /^(?:bau)?(?:teile?|artikel|produkt|komponenten|material|geraete|gerate|alternativ|zweit|ersatz)s?(?:hersteller|produzent|marke)$/u.test(
    word,
  );
}

/**
 * A style, as clothing and furniture have it, is a number: "Style", "Mfr Style #". "Mounting style" and "case style"
 * are not.
 */
function isStyle(words: readonly string[]): boolean {
  const others = words.filter((word) => word !== 'style');
  return (
    others.length < words.length &&
    others.every((word) =>
      [NUMBER, MANUFACTURER, SUPPLIER, OWN].some((stems) => stems.some((stem) => fits(word, stem))),
    )
  );
}

/**
 * Whether the cell is made of words that headings are made of, or says only a unit in brackets. Text of data is
 * neither.
 */
export function isHeadingCell(cell: string): boolean {
  if (/^[[(<][^[\](){}<>]*[\])>]$/.test(cell)) return true;
  const words = wordsOf(cell).filter((word) => !/^[0-9]{1,2}$/.test(word));
  if (words.length === 0 || words.length > 8 || /[0-9]{3}/.test(cell)) return false;
  return words.some((word) => KNOWN.some((stem) => fits(word, stem)));
}

/** A model number is the manufacturer's, whatever it is the model of: 规格型号, 物料型号, 产品型号. */
function withoutKind(word: string): string {
  return /型[号號番式]|料[号號]$/u.test(word) && !/描述|说明|說明/u.test(word)
    ? word.replace(/规格|規格|物料(?!号|號)|商品|产品|產品|元件|器件|製品|部品/gu, '')
    : word;
}

/** "Brand part number" is a number, "Brand code" and "Brand name" are not. */
function isPartWord(word: string): boolean {
  return /^(?:part|number|pn|no|sku|model|item|article|nummer|reference)$/.test(word);
}

/** Recognizes compounds: `Herstellerteilenummer`, `Lieferantenartikelnr`, `fabrikatnummer`. */
function isNumberedCompound(word: string): boolean {
  return /(?:nummer|number|numero|nr|no|code|pn|kennung|teil)$/.test(word) && word.length > 6;
}

/**
 * A stem of up to three letters, or with a full stop, must be the whole word; a longer one may be its beginning, and
 * one of an unspaced writing a part of it.
 */
function fits(word: string, stem: string): boolean {
  if (stem.endsWith('.')) return word === stem.slice(0, -1);
  if (UNSPACED.test(stem)) return word.includes(stem);
  return stem.length <= 3 ? word === stem : word.startsWith(stem);
}

/** Words that end in digits of their own, which are no number of a set. */
const WITH_DIGITS = /^(?:gtin|ean|upc|jan|isbn|element)[0-9]+$/;

/** Beginnings of German compounds whose end says what it is another one of: "Ausweichtyp", "Ersatzhersteller". */
const OTHER_ONE_END = /(?<=^(?:ersatz|ausweich|alternativ|zweit|austausch|nachfolge|vergleichs))(?=\p{L}{3})/u;

/** What a line is for that names no part. */
export type LineWithoutPart = (typeof LINES)[number][0];

/** The most words of a cell that says what its line is for; a description has more. */
const MAX_LINE_WORDS = 6;
/** A shorter word may end another one by chance. */
const SHORTEST_END = 6;

/**
 * Returns what the words of a cell say that a line without a part is for: "Frais de port", "Mindermengenzuschlag",
 * "自制件".
 */
export function lineWithoutPart(cell: string): LineWithoutPart | undefined {
  const words = wordsOf(cell).filter((word) => /\p{L}/u.test(word));
  if (words.length > MAX_LINE_WORDS) return undefined;
  const isOf = (stem: string) =>
    fits(words.join(''), stem) ||
    words.some((word) => fits(word, stem) || (stem.length >= SHORTEST_END && word.endsWith(stem)));
  if (MADE_HERE.test(words.join(' '))) return 'made';
  return LINES.find(([, known]) => known.some(isOf))?.[0];
}

/** "Made in house", "fabrication interne", "produzione propria": two words or more say it. */
const MADE_HERE =
  /^(?:made |produced |built )?in house$|^in house |^(?:fabrication|production|fabricacion|produccion|produzione|costruzione) (?:interne|maison|propia|propria|interna)|^(?:produkcja wlasna|vlastni vyroba|egen tillverkning|kendi uretim\p{L}*|собственн\p{L}* (?:производств|изготовлен)\p{L}*|self made|own production|eigene fertigung|selbst gefertigt)/u;

/**
 * Returns the words without accents. `#`, `№` and `N°` become "no"; a capital inside a word, and a number at its end,
 * starts a new one.
 */
function wordsOf(heading: string): readonly string[] {
  const spaced = heading
    .slice(0, 200)
    .replace(/[#№]|\bn[°º]/giu, ' no ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return fold(spaced)
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => word.split(OTHER_ONE_END))
    .flatMap((word) => (WITH_DIGITS.test(word) ? [word] : word.split(/(?<=\p{L}{2})(?=[0-9]{1,2}$)/u)))
    .filter((word) => word !== '');
}

/** Lowers the case and removes accents, in headings and stems alike. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ı/g, 'i')
    .normalize('NFC');
}
