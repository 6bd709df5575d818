import { expect, test } from 'vitest';
import { describeWarnings } from '../../../../core/catalogs/files/row-warnings.ts';
import { changeToOutcome } from '../../../../core/catalogs/rows/item-of-row.ts';
import { catalogRow } from '../../../support/fixtures/catalog-rows.ts';

const WARNING = describeWarnings(['barcode_wrong_check_digit']).join('');
const ROW = catalogRow(1, {
  outcome: 'not_found',
  reason: `No such part. ${WARNING}`,
  candidates: [{ manufacturer: 'Norvane', partNumber: 'R-100' }],
});

test('a row whose item research found keeps its warnings, and says no longer why it had none', () => {
  const item = { id: 'itm_00000001', updated_at: '2026-11-01T00:00:00Z' };
  expect(changeToOutcome(ROW, 'enriched', item)).toEqual({
    row: ROW,
    outcome: 'enriched',
    itemId: item.id,
    itemUpdatedAt: item.updated_at,
    also: { reason: WARNING, candidates: [], matchedBy: 'research' },
  });
});

test('a row that is not found keeps its reason and its candidates', () => {
  expect(changeToOutcome(ROW, 'not_found', null)).toEqual({
    row: ROW,
    outcome: 'not_found',
    itemId: null,
    itemUpdatedAt: null,
  });
});
