/**
 * What a heading means by the words it is made of, in English, German, French, Spanish and Italian: whose it is (maker, supplier, the
 * customer's own) and whether it is a number or a name. `Hersteller-Art.-Nr.`, `Réf. fabricant` and `Mfr Part #` say the same.
 */

/** `makerNumber` and `maker` are clear; `supplier…` may mean the maker or a distributor; `number` says not whose. */
export type HeadingMeaning =
  | 'maker'
  | 'makerNumber'
  | 'supplier'
  | 'supplierNumber'
  | 'distributor'
  | 'distributorNumber'
  | 'number'
  | 'gtin'
  | 'itemNumber';

/** A heading with one of these is about something else: `Manufacturer country`, `Hersteller-Website`, `Part description`. */
const OTHER = stems(
  'descri desig beschr bezeich libell denomin description price preis prix precio prezzo costs kosten coste costo country land pays pais paese origin ' +
    'herkunft ursprung url link web http site email mail tel phone date datum fecha fecha data quantity quantit qty menge anzahl cantidad quantite unit ' +
    'einheit uom status lifecycle lead lieferzeit delai plazo address adresse currency wahrung devise moneda valuta comment remark bemerk note nota ' +
    'weight gewicht poids peso color colour farbe package gehause boitier datasheet datenblatt category kategorie rohs moq minimum warranty garantie ' +
    'line zeile ligne linea row position designator schematic page lager warehouse location lagerort revision version rev',
);
const GTIN = stems(
  'gtin ean ean8 ean13 upc upca barcode strichcode codebarre codigodebarra codicebarre codiceabarre jan13',
);
const MAKER = stems(
  'manufactur manuf mfr mfg mnf maker make producer brand oem herstell herst marke fabrik produzent fabrica fabrica fabriq fabric marque ' +
    'constructeur marca produttore fabbrica costruttore produtt casacostruttrice',
);
const DISTRIBUTOR = stems(
  'distri haendler handler grosshandel revendeur mayorista rivenditore reseller dealer seller digikey mouser farnell rsonline rscomponents arrow avnet ' +
    'conrad reichelt tme lcsc newark element14 sourceability',
);
const SUPPLIER = stems(
  'supplier vendor lieferant liefer lief fournisseur fourn proveedor prov fornitore forn sourcing supp',
);
const OWN = stems(
  'your our own internal intern kunden kunde eigen unser haus hauseigen interne propre client nostro interno propio nuestr cliente customer erp sap ' +
    'navision material artikel article articolo articulo stock inventory sku item plu warencode',
);
const NUMBER = stems(
  'number numer nummer num numero no nr n pn partn part parte piece pieza pezzo teil ref referen referenz code codigo codice cod kennung id art artikel ' +
    'articul articol article item model modell modele modelo modello type typ tipo bestell order ordering catalog katalog sachnummer mpn sku',
);
const NAME = stems('name nom nombre nome brand bezeichner');

/** Undefined when the heading says nothing about which part is meant. */
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
  if (words.some((word) => word === 'mpn' || word === 'han')) return 'makerNumber';
  const isNumber = (has(NUMBER) || words.some(isNumberedCompound)) && !has(NAME);
  if (has(MAKER)) return isNumber ? 'makerNumber' : 'maker';
  if (has(DISTRIBUTOR) || (words[0] === 'digi' && words[1] === 'key') || words[0] === 'rs')
    return isNumber ? 'distributorNumber' : 'distributor';
  if (has(SUPPLIER)) return isNumber ? 'supplierNumber' : 'supplier';
  if (has(OWN) && isNumber) return 'itemNumber';
  return isNumber ? 'number' : undefined;
}

/** Compounds of one word: `Herstellerteilenummer`, `Lieferantenartikelnr`, `fabrikatnummer`. */
function isNumberedCompound(word: string): boolean {
  return /(?:nummer|number|numero|nr|no|code|pn|kennung|teil)$/.test(word) && word.length > 6;
}

/** Words of three letters and less must be the word itself; longer stems may begin it. */
function fits(word: string, stem: string): boolean {
  return stem.length <= 3 ? word === stem : word.startsWith(stem);
}

/** Lower case, without accents; `#`, `№` and `N°` are numbers; a capital inside of a word begins another. */
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

function stems(text: string): readonly string[] {
  return text.split(/\s+/);
}
