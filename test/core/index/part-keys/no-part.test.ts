/** Tells texts that stand in place of a part number from part numbers that begin or look like them. */
import { expect, test } from 'vitest';
import { noPartIn } from '../../../../core/index/part-keys/no-part.ts';

test.each([
  'SEEED1020',
  'PERC5',
  'VERSA-8',
  'see3CAM',
  'LM358DR',
  '16-213/R6C-AQ2R2B/3T',
  'R1-R4X-09',
  'U12-4567',
  'DNP5',
  'ANY-5',
  'TBD62083AFNG',
  'NC7SZ125',
])('%s may be a part number', (text) => {
  expect(noPartIn(text)).toBeUndefined();
});

test.each([
  ['see note 3', 'note'],
  ['siehe Zeichnung', 'note'],
  ['s.Zeichnung2', 'note'],
  ['lt. Plan', 'note'],
  ['参见图纸', 'note'],
  ['per drawing', 'note'],
  ['any/0603', 'any_part'],
  ['R1-R4', 'designator'],
  ['U12', 'designator'],
  ['DNP/NC', 'not_fitted'],
  ['=A2&"-1"', 'formula'],
  ['-', 'no_number'],
])('%s names no part', (text, kind) => {
  expect(noPartIn(text)).toBe(kind);
});
