/** Decides which part numbers differ only in their separators. */
import { describe, expect, test } from 'vitest';
import { areSeparatedAlike, hasKeptSeparator, withoutSeparators } from '../../../../core/index/part-keys/separators.ts';

describe('a part number is separated like', () => {
  test.each([
    ['a hyphen for a slash', 'MS1191-2', 'MS-1191/2'],
    ['a hyphen for a point', 'MCB 1166-1', 'MCB1166.1'],
    ['a comma for a point', '6205,2RS', '6205.2RS'],
    ['grouped thousands', '61.304,1', '61304.1'],
    ['a space for a slash', 'BV 1473 2', 'BV-1473/2'],
    ['a slash between letters', 'NJ/202-E', 'NJ202.E'],
    ['wide signs', 'ＫＤ－２４／Ｖ', 'KD-24.V'],
    ['several signs at one place', 'A 12 / 7', 'A12.7'],
  ])('one with %s', (_, asked, other) => {
    expect(areSeparatedAlike(asked, other)).toBe(true);
  });

  test.each([
    ['a point that only the index has', '1.5SMC68CA', '1.5SMC6.8CA'],
    ['a point that only the request has', '1.5SMC6.8CA', '1.5SMC68CA'],
    ['a slash that only the index has', 'MS11912', 'MS-1191/2'],
    ['a point before fewer than three digits', '61.30', '6130'],
    ['a point before more than three digits', '6.1304', '61304'],
    ['another place', 'MS119-12', 'MS1191/2'],
  ])('none with %s', (_, asked, other) => {
    expect(areSeparatedAlike(asked, other)).toBe(false);
  });
});

test('only separators that a key keeps are kept ones', () => {
  for (const number of ['MS-1191/2', '61304.1', '6205,2RS', 'A·B']) expect(hasKeptSeparator(number)).toBe(true);
  for (const number of ['MS-1191', 'MS 1191_2', '"MS1191",', 'MAX232+', 'C#7'])
    expect(hasKeptSeparator(number)).toBe(false);
  expect(withoutSeparators('MS-1191/2 +x#')).toBe('MS11912+x#');
});
