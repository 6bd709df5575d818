/**
 * The cost of any text is at most proportional to its length: times are compared with each other within one run, never
 * with a fixed limit.
 */
import { describe, expect, test } from 'vitest';
import { measureTextGrowth, MAX_GROWTH } from '../support/measure/text-growth.ts';
import { TEXT_INPUTS } from '../support/measure/text-inputs.ts';
import { normalizeText } from '../../core/normalize-text.ts';
import { foldText } from '../../core/index/part-keys/key-text.ts';
import { toManufacturerKey } from '../../core/index/part-keys/manufacturer-name.ts';

describe('the work on a text grows linearly with its length', () => {
  test.each(TEXT_INPUTS.map((input) => [input.name, input] as const))('of %s', (_, input) => {
    expect(measureTextGrowth(input)).toSatisfy(({ growth }) => growth <= MAX_GROWTH);
  });
});

describe('a run of combining marks', () => {
  test('keeps its first thirty, in canonical order, in normalized text', () => {
    expect(normalizeText(`a${'\u0301\u0316'.repeat(500)}b`, 'NFKD')).toBe(
      `a${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}b`,
    );
  });

  test('is kept in full up to thirty', () => {
    expect(normalizeText(`א${'\u05b0'.repeat(30)}`, 'NFC')).toBe(`א${'\u05b0'.repeat(30)}`);
  });

  test('is an accent only after a Latin, Greek or Cyrillic letter or mark', () => {
    expect(['é\u0301', 'ά', 'й', 'א\u05b0', 'が', 'א\u0483\u0301'].map(foldText)).toEqual([
      'e',
      'α',
      'и',
      'א\u05b0',
      'が',
      'א\u0483',
    ]);
  });
});

describe('a legal form written without a space', () => {
  test.each([
    ['株式会社京セラ', '京セラ'],
    ['株式会社株式会社京セラ株式会社有限公司', '京セラ'],
    ['株式会社', '株式会社'],
    ['株式会社株式会社', '株式会社'],
    ['株式会社有限公司', '有限公司'],
    ['華為股份有限公司', '華為'],
  ])('is removed from %s, and %s stays', (name, key) => {
    expect(toManufacturerKey(name)).toBe(toManufacturerKey(key));
  });
});
