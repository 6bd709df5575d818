import { expect, test } from 'vitest';
import { reasonLabel } from '../../web/views/catalogs/row-labels.ts';

test.each([
  [null, ''],
  ['part_number is missing. Send the number.', 'The part number is missing.'],
  [
    'part_number is missing. Send the number. The barcode was spoiled by a spreadsheet (scientific notation) and is not used.',
    'The part number is missing. The barcode was spoiled by a spreadsheet (scientific notation) and is not used.',
  ],
  ['nothing in the columns that name a part', 'Names neither a part nor a barcode.'],
  ['The index has no such barcode.', 'The index has no such barcode.'],
  ['a row of totals', 'A row of totals.'],
  ['the heading once more', 'The heading once more.'],
  ['the row has no number yet', 'The row has no number yet.'],
])('the reason %j reads %j', (reason, words) => {
  expect(reasonLabel(reason)).toBe(words);
});
