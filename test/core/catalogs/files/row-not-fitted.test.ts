/** Decides which rows say that their part is not fitted or their line is cancelled. */
import { describe, expect, test } from 'vitest';
import { notFittedIn } from '../../../../core/catalogs/files/row-not-fitted.ts';
import type { RowColumns } from '../../../../core/catalogs/files/recognize-columns.ts';

const said = (heading: string, cell: string) => {
  const columns: RowColumns = { itemNumber: [], supplier: [0], partNumber: [1], gtin: [] };
  return notFittedIn(['Norvane', 'DNP-100', cell], ['Maker', 'Number', heading], columns);
};

describe('a row is not fitted', () => {
  test.each([
    ['Bemerkung', 'nicht bestuecken'],
    ['Bemerkung', 'nicht bestücken!'],
    ['Bemerkung', 'R12, R13: wird nicht bestückt'],
    ['Bemerkung', 'Pos. 12 entfällt ab Rev. C'],
    ['Bemerkung', 'entfaellt'],
    ['Anmerkung', 'gestrichen am 12.11.'],
    ['Hinweis', 'Bestellung storniert'],
    ['Bemerkung', 'bitte nicht mehr bestellen'],
    ['Status', 'Cancelled'],
    ['Remarks', 'obsolete - do not order'],
    ['Remark', 'DNP'],
    ['Notes', 'DNP on variant B'],
    ['Comment', 'do not fit until release'],
    ['Note', 'not installed'],
    ['', 'not fitted'],
    ['Qty', 'DNF'],
    ['Remarque', 'non monté'],
    ['Remarque', 'ligne annulée'],
    ['Remarque', 'à ne pas monter'],
    ['Commentaire', 'ne pas commander'],
    ['Observaciones', 'no montar'],
    ['Observaciones', 'línea anulada'],
    ['Note', 'non montare'],
    ['Note', 'riga annullata'],
    ['Opmerking', 'niet plaatsen'],
    ['Opmerking', 'vervallen'],
    ['Uwagi', 'nie montować'],
    ['Poznámka', 'neosazovat'],
    ['Poznámka', 'zrušeno'],
    ['Anm.', 'monteras ej'],
    ['Kommentar', 'utgår'],
    ['Observação', 'não montar'],
    ['Not', 'takılmayacak'],
    ['Примечание', 'не устанавливать'],
    ['Примечание', 'отменено'],
    ['备注', '不贴'],
    ['备注', '此位号不焊接'],
    ['备注', '取消'],
    ['備考', '未実装'],
    ['비고', '미실장'],
    ['Description', 'RES 10k 0603 DNP'],
    ['Description', 'RES 10k 0603 (DNP)'],
    ['Value', '10k/DNP'],
    ['Value', '100n_DNP'],
    ['Description', 'RES 10k 0603 NOT FITTED'],
    ['Bezeichnung', 'Widerstand 10k, nicht bestücken'],
    ['Location', 'do not populate'],
    ['Colour', 'dnp'],
  ])('by its words under “%s”: %s', (heading, cell) => {
    expect(said(heading, cell)).toBe(cell);
  });

  test.each([
    ['DNP', 'x'],
    ['DNP', 'Yes'],
    ['Do not place', '1'],
    ['nicht bestückt', 'ja'],
    ['Exclude from BOM', 'Excluded from BOM'],
    ['Fitted', 'No'],
    ['Populate', '0'],
    ['Bestückt', 'nein'],
    ['Monté', 'non'],
    ['Montar', 'No'],
    ['是否贴装', '否'],
  ])('by the answer under “%s”: %s', (heading, cell) => {
    expect(said(heading, cell)).toBe(`${heading}: ${cell}`);
  });
});

describe('a row may be fitted', () => {
  test.each([
    ['Remark', 'ABC-DNP-12'],
    ['Remark', 'DNP1234'],
    ['Description', 'DNP DS620 photo paper'],
    ['Description', 'Film-DNP roll'],
    ['Remark', 'not used, new in box'],
    ['Bemerkung', 'nicht verwendet'],
    ['Remark', 'unused stock'],
    ['Stock', 'not used'],
    ['Bemerkung', 'Wand gestrichen in RAL 9010'],
    ['Bemerkung', 'Zoll entfällt'],
    ['Zertifikat', 'entfällt'],
    ['Alternative', 'cancelled'],
    ['Remark', 'heatsink not required'],
    ['Remarque', 'annule et remplace le plan B'],
    ['Description', 'Shelf, not assembled'],
    ['Bezeichnung', 'Regal, nicht montiert'],
    ['Description', 'PCB, not populated'],
    ['Bezeichnung', 'Leiterplatte nicht bestückt'],
    ['Description', 'do not order separately'],
    ['Remark', 'do not order separately'],
    ['Remark', 'Not fitted with a filter'],
    ['Description', 'No load current 5 mA'],
    ['Remark', 'optional'],
    ['Remark', 'spare part'],
    ['Remark', 'obsolete'],
    ['Type', 'NC'],
    ['Description', 'DNL ±1 LSB'],
    ['Description', 'DNS server'],
    ['DNP', 'no'],
    ['Fitted', 'yes'],
    ['Mounting', 'SMD'],
    ['Place', '0'],
    ['Menge', '12'],
    ['Remark', 'noch nicht bestellt'],
  ])('with its words under “%s”: %s', (heading, cell) => {
    expect(said(heading, cell)).toBeUndefined();
  });

  test('whatever its number or manufacturer is', () => {
    const columns: RowColumns = { itemNumber: [], supplier: [0], partNumber: [1], gtin: [] };
    expect(notFittedIn(['DNP', 'not fitted'], ['Maker', 'Number'], columns)).toBeUndefined();
  });
});

test('what it says is cut and cleaned', () => {
  const long = `do not fit\u202e\n${'x'.repeat(500)}`;
  const text = said('Remark', long) ?? '';
  expect(text).toHaveLength(60);
  expect(text).toMatch(/^do not fit x+$/);
});
