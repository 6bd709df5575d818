import { expect, test } from 'vitest';
import { readHeading, type HeadingMeaning } from '../../../../core/catalogs/files/heading-words.ts';

const MEANINGS: readonly (readonly [HeadingMeaning | undefined, string])[] = [
  [
    'manufacturer',
    'Manufacturer|Manufacturer 1|Mfr|ManufacturerName|Brand|Hersteller|Herst.|Marke|Fabrikat|Fabricant|Marque|Constructeur|Fabricante|Marca|Produttore|Costruttore',
  ],
  [
    'manufacturerNumber',
    'MPN|MPN 1|Mfr Part #|Mfg P/N|Manufacturer Part Number 1|HAN|Hersteller-Art.-Nr.|Herstellerteilenummer|Hersteller Bestellnummer|Herst.-Nr.|' +
      'Réf. fabricant|Référence constructeur|Ref. fabricante|N.º de pieza del fabricante|Codice produttore|Codice articolo costruttore',
  ],
  ['supplier', 'Supplier|Supplier 1|Vendor|Lieferant|Lief.|Fournisseur|Proveedor|Fornitore'],
  [
    'supplierNumber',
    'Supplier Part Number 1|Vendor P/N|Lieferanten-Art.-Nr.|Lieferantenartikelnummer|Réf. fournisseur|Referencia proveedor|Codice fornitore',
  ],
  ['distributor', 'Distributor|Händler|Distributeur|Distribuidor|Distributore'],
  ['distributorNumber', 'Distributor P/N|Digi-Key Part Number|Mouser No|Farnell order code'],
  ['number', 'Part Number|PartNumber|Part|Order Code|Bestellnummer|Typ|Référence|Referencia|Codice|Teil'],
  [
    'itemNumber',
    'Item No.|SKU|Stock Code|Artikelnummer|Materialnummer|Unsere Art.-Nr.|Our part no|Kunden-Artikel-Nr.|Code article|Codice interno',
  ],
  ['gtin', 'EAN|EAN-Code|EAN13|Barcode|Code-barres|Código de barras|Codice a barre|UPC-A'],
  [
    undefined,
    'Description|Part Description|Bezeichnung|Désignation|Menge|Qty|Quantité|Manufacturer Country|Price|Preis|Datasheet URL|Lead time|' +
      'Supplier Device Package|Pos.|Designator|Value|Wert|Lagerort||a heading of far more words than any list would ever have above a column',
  ],
];

test.each(MEANINGS.flatMap(([meaning, headings]) => headings.split('|').map((heading) => [heading, meaning] as const)))(
  '“%s” means %s',
  (heading, meaning) => {
    expect(readHeading(heading)).toBe(meaning);
  },
);

test('a heading of a megabyte costs no more than one of 200 characters', () => {
  expect(readHeading('Hersteller '.repeat(100_000))).toBeUndefined();
});

test.each([
  ['Part Mfr', 'manufacturer'],
  ['Item Brand', 'manufacturer'],
  ['Part Vendor', 'supplier'],
  ['Bauteilhersteller', 'manufacturer'],
  ['Artikel-Hersteller', 'manufacturer'],
  ['Fabricant de la pièce', 'manufacturer'],
  ['Marca del producto', 'manufacturer'],
  ['Mfr Part', 'manufacturerNumber'],
  ['Mfr Item #', 'manufacturerNumber'],
  ['Référence du fabricant', 'manufacturerNumber'],
  ['Herstellerteil', 'manufacturerNumber'],
  ['Style', 'number'],
  ['Mfr Style', 'manufacturerNumber'],
  ['Mfr OPN', 'manufacturerNumber'],
  ['Mounting Style', undefined],
  ['Case Style', undefined],
])('%s: the last noun, or the one before "of", says what it is', (heading, meaning) => {
  expect(readHeading(heading)).toBe(meaning);
});
