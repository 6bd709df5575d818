import { describe, expect, test } from 'vitest';
import {
  digitsLeft,
  isWrittenScientifically,
  meantBySpoiled,
  spoiledIn,
} from '../../../../core/index/part-keys/spoiled-number.ts';

describe('a number that a spreadsheet spoiled', () => {
  test.each([
    ['9.55E+12', 'scientific'],
    ['9,55E+12', 'scientific'],
    ['1E+05', 'scientific'],
    ['1.234E10', 'scientific'],
    ['2012-10-05', 'date'],
    ['2012-10-05 00:00:00', 'date'],
    ['05.10.2012', 'date'],
    ['10/5/12', 'date'],
    ['5-Oct', 'date'],
    ['Mär 08', 'date'],
    ['Oct-2012', 'date'],
    ['123456789012345000', 'shortened'],
    [' 9.55E+12 ', 'scientific'],
  ])('is recognized: %s as %s', (text, kind) => {
    expect(spoiledIn(text)).toBe(kind);
  });

  test.each([
    ['is a number of a part with an E', '2E12'],
    ['has hyphens, as numbers of parts have', '10-11-2023'],
    ['has a month in capitals, as MAR-8 has', 'MAR-8'],
    ['has no such month', '2012-13-05'],
    ['has no such day', '2012-10-32'],
    ['is a month alone', 'Oct'],
    ['has sixteen digits and no zero at the end', '1234567890123456'],
    ['is longer than forty characters', `2012-10-05${' '.repeat(40)}x`],
  ])('is not what %s', (_why, text) => {
    expect(spoiledIn(text)).toBeUndefined();
  });
});

describe('what may have been meant by it', () => {
  test.each([
    ['a day and a month', '5-Oct', ['10-05', '05-10', '5-10', '10-5']],
    ['a month and a year', 'Oct-2012', ['10-2012', '2012-10', '10-12', '12-10']],
    ['a whole date', '2012-10-05', ['05-10-2012', '10-05-2012', '2012-10-05', '12-10-5']],
    ['the first of a month, which a month and a year become', '1908-06-01', ['06-1908', '1908-06']],
  ])('of %s are the numbers that become it', (_what, text, numbers) => {
    expect(meantBySpoiled(text)).toEqual(expect.arrayContaining(numbers));
  });

  test('of a number without its zeros are those with one to four of them', () => {
    expect(meantBySpoiled('7400')).toEqual(['07400', '007400', '0007400', '00007400']);
  });

  test('of a short number in scientific notation are those that are written like it, round ones first', () => {
    const meant = meantBySpoiled('7.40E+03');
    expect(meant).toHaveLength(10);
    expect(meant[0]).toBe('7400');
    expect(meant).toEqual(expect.arrayContaining(['7395', '7404']));
    expect(meantBySpoiled('1.66E+04')).toHaveLength(100);
  });

  test('of two digits that are left is the number as it would be shown', () => {
    expect(meantBySpoiled('1.6E+02')).toEqual(['160']);
  });

  test.each([
    ['more than two digits are lost', '9.55E+12'],
    ['one digit is left', '9E+02'],
    ['it is too short to have lost zeros', '740'],
    ['it is longer than any number', '1'.repeat(21)],
    ['it has letters', 'LM358'],
  ])('is nothing if %s', (_why, text) => {
    expect(meantBySpoiled(text)).toEqual([]);
  });

  test('of a date are at most sixty numbers, each once', () => {
    const meant = meantBySpoiled('01.02.2003');
    expect(meant.length).toBeLessThanOrEqual(60);
    expect(new Set(meant).size).toBe(meant.length);
  });
});

describe('a number in scientific notation', () => {
  test.each([
    ['9.55E+12', { begins: '955', length: 13 }],
    ['1E+05', { begins: '1', length: 6 }],
    ['9.55E+01', undefined],
    ['1.0E+40', undefined],
    ['955', undefined],
  ])('%s has the digits %j', (text, left) => {
    expect(digitsLeft(text)).toEqual(left);
  });

  test.each([
    ['9550000000000', true],
    ['9549999999999', true],
    ['9545000000000', true],
    ['9544999999999', false],
    ['009550000000000', true],
    ['955-000-000-0000', true],
    ['955000000000', false],
    ['955000000000X', false],
  ])('9.55E+12 may be %s: %s', (number, may) => {
    expect(isWrittenScientifically(number, '9.55E+12')).toBe(may);
  });
});
