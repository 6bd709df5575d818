import { describe, expect, test } from 'vitest';
import { areRunningNumbers, followsRow } from '../../../../core/catalogs/files/running-numbers.ts';

const numbers = (count: number, of: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => of(place + 1));

describe('running numbers', () => {
  test.each<[string, readonly (string | null)[]]>([
    ['in steps of one', numbers(50, String)],
    ['in steps of ten', numbers(50, (place) => String(10 * place))],
    ['in steps of a hundred', numbers(20, (place) => String(100 * place))],
    ['with leading zeros', numbers(50, (place) => String(place).padStart(4, '0'))],
    ['in steps of ten, with leading zeros', numbers(50, (place) => String(10 * place).padStart(5, '0'))],
    ['with a trailing period', numbers(9, (place) => `${place}.`)],
    ['as a spreadsheet writes them', numbers(9, (place) => `${place}.0`)],
    ['with a word', numbers(9, (place) => `Pos. ${place}`)],
    ['with a hash', numbers(9, (place) => `#${place}`)],
    ['from zero', numbers(9, (place) => String(place - 1))],
    ['from where the previous page ended', numbers(50, (place) => String(place + 50))],
    ['with a row taken out', ['1', '2', '3', '5', '6', '7', '8', '9', '10', '11']],
    ['with gaps', ['1', null, '2', null, '3', '4']],
    ['with rows that share a position', ['1', '1', '2', '2', '2', '3']],
    ['in rows that were sorted differently', ['3', '1', '5', '2', '4']],
    ['in one row', ['1']],
    ['in two rows', ['10', '20']],
  ])('are recognized as such: %s', (_title, values) => {
    expect(areRunningNumbers(values)).toBe(true);
  });

  test.each<[string, readonly (string | null)[]]>([
    ['an ERP’s number range', numbers(50, (place) => String(10_000 + place))],
    ['an ERP’s number range in steps of ten', numbers(50, (place) => String(40_000 + 10 * place))],
    ['a number range with leading zeros', numbers(50, (place) => String(4_500 + place).padStart(8, '0'))],
    ['item numbers', ['4711', '815', '90210', '17']],
    ['numbers with letters', numbers(50, (place) => `A-${place}`)],
    ['texts without numbers', [null, null]],
    ['an empty column', []],
    ['a single item number', ['4711']],
  ])('are not confused with part numbers: %s', (_title, values) => {
    expect(areRunningNumbers(values)).toBe(false);
  });

  test('include a cell equal to its own row number, even if the others in the file are not', () => {
    expect([followsRow('7', 7), followsRow('70', 7), followsRow('0007', 7)]).toEqual([true, true, true]);
    expect([followsRow('8', 7), followsRow('4711', 7), followsRow(null, 7)]).toEqual([false, false, false]);
  });
});
