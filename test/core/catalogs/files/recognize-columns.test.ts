import { describe, expect, test } from 'vitest';
import { readRow } from '../../../../core/catalogs/files/read-row.ts';
import {
  missingFields,
  readFieldName,
  recognizeColumns,
  type RowColumns,
} from '../../../../core/catalogs/files/recognize-columns.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';

const NONE = { itemNumber: [], supplier: [], partNumber: [], gtin: [] };

describe('column headings', () => {
  test.each([
    ['Manufacturer', 'Part Number', 'UPC', 'Item Number'],
    ['MFR', 'Mfr. Part No.', 'ean-13', 'Our Item #'],
    ['brand_name', 'MPN', 'GTIN', 'internal_id'],
    ['Vendor', 'Vendor Part #', 'Barcode', 'Customer Part Number'],
    ['Hersteller', 'Herstellerteilenummer', 'EAN', 'Artikelnummer'],
    ['Fabricant', 'Référence fabricant', 'Code-barre', 'ID'],
    ['SUPPLIER NAME', 'Supplier Part No', 'UPC Code', 'SKU'],
  ])('%s, %s, %s and %s are recognized', (...headings) => {
    expect(recognizeColumns(headings)).toEqual({
      ok: true,
      value: { supplier: [0], partNumber: [1], gtin: [2], itemNumber: [3] },
    });
  });

  test('of several candidates the best spelling counts, in any column', () => {
    expect(valueOf(recognizeColumns(['Vendor', 'SKU', 'Model', 'Brand', 'Manufacturer', 'MPN']))).toEqual({
      ...NONE,
      supplier: [4],
      partNumber: [5],
      itemNumber: [1],
    });
    expect(valueOf(recognizeColumns(['Brand', 'SKU']))).toEqual({ ...NONE, supplier: [0], partNumber: [1] });
  });

  test('include every GTIN column; the first filled cell counts', () => {
    const columns = valueOf(recognizeColumns(['UPC', 'EAN']));
    expect(columns.gtin).toEqual([1, 0]);
    expect(readRow(['036000291452', ' '], columns).named.gtin).toBe('036000291452');
    expect(readRow(['036000291452', '4006381333931'], columns).named.gtin).toBe('4006381333931');
  });

  test.each<[readonly string[], Partial<RowColumns>]>([
    [['Manufacturer', 'Part No', 'PART_NO'], { partNumber: [1], alternates: [{ supplier: 0, partNumber: 2 }] }],
    [
      ['MPN', 'Maker', 'MPN', 'Maker'],
      { supplier: [1], partNumber: [0], alternates: [{ supplier: 3, partNumber: 2 }] },
    ],
    [
      ['MPN2', 'MFG2', 'MPN1', 'MFG1'],
      { supplier: [3], partNumber: [2], alternates: [{ supplier: 1, partNumber: 0 }] },
    ],
    [
      ['Obsolete MPN', 'MPN', 'Manufacturer', '2nd source MPN', '2nd source manufacturer'],
      {
        supplier: [2],
        partNumber: [1],
        alternates: [
          { supplier: 4, partNumber: 3 },
          { supplier: null, partNumber: 0 },
        ],
      },
    ],
    [
      ['Hersteller', 'Ersatz-Teilenummer', 'Teilenummer'],
      { partNumber: [2], alternates: [{ supplier: 0, partNumber: 1 }] },
    ],
  ])('%j are sets of manufacturer and number, the lowest first and alternates last', (headings, columns) => {
    expect(recognizeColumns(headings)).toMatchObject({ ok: true, value: columns });
  });

  test('without supplier and part number, or a GTIN, name no parts', () => {
    expect(missingFields(valueOf(recognizeColumns(['Description', 'MPN'])))).toEqual(['supplier']);
    expect(missingFields(valueOf(recognizeColumns(['Description'])))).toEqual(['supplier', 'partNumber']);
    expect(missingFields(valueOf(recognizeColumns(['EAN'])))).toEqual([]);
  });
});

describe('two numbers that may be the customer’s own', () => {
  test.each([
    ['Unsere Nr.', 'Artikelnummer', { itemNumber: [0], partNumber: [2] }],
    ['Our no.', 'Item number', { itemNumber: [0], partNumber: [2] }],
    ['SAP-Nr.', 'Art.-Nr.', { itemNumber: [0], partNumber: [2] }],
    ['Kundennummer', 'Artikelnummer', { itemNumber: [2], partNumber: [] }],
    ['Pos', 'Artikelnummer', { itemNumber: [2], partNumber: [] }],
  ])('%s beside %s: the one that is said to be, is', (first, second, expected) => {
    expect(recognizeColumns([first, 'Hersteller', second])).toMatchObject({ ok: true, value: expected });
  });
});

describe('columns that the operator names', () => {
  test('precede those recognized, by heading or position, and can be omitted', () => {
    const headings = ['Manufacturer', 'MPN', 'Ref', 'Who makes it'];
    const chosen = [
      { column: 'who MAKES it', field: 'supplier' },
      { column: '#3', field: 'partNumber' },
    ] as const;
    expect(valueOf(recognizeColumns(headings, chosen))).toEqual({ ...NONE, supplier: [3], partNumber: [2] });
    expect(valueOf(recognizeColumns(['Vendor', 'MPN'], [{ column: 'vendor', field: 'none' }])).supplier).toEqual([]);
  });

  test.each(['Colour', '#5', '#0', ''])('are refused if the table has no “%s”', (column) => {
    expect(recognizeColumns(['Manufacturer', 'MPN'], [{ column, field: 'gtin' }])).toEqual({
      ok: false,
      reason: { kind: 'no_such_column', column },
    });
  });

  test('accept the field names that the tools show, and short ones', () => {
    expect(
      ['supplier_part_number', 'MPN', 'your_item_number', 'manufacturer', 'upc', 'none'].map(readFieldName),
    ).toEqual(['partNumber', 'partNumber', 'itemNumber', 'supplier', 'gtin', 'none']);
    expect(readFieldName('colour')).toBeUndefined();
  });
});
