import { describe, expect, test } from 'vitest';
import { countRowsOnly, followsRow } from '../../../core/table-files/running-numbers.ts';

const numbers = (count: number, of: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => of(place + 1));

describe('running numbers', () => {
  test.each<[string, readonly (string | null)[]]>([
    ['by ones', numbers(50, String)],
    ['by tens', numbers(50, (place) => String(10 * place))],
    ['by hundreds', numbers(20, (place) => String(100 * place))],
    ['with zeros before them', numbers(50, (place) => String(place).padStart(4, '0'))],
    ['by tens, with zeros before them', numbers(50, (place) => String(10 * place).padStart(5, '0'))],
    ['with a point behind them', numbers(9, (place) => `${place}.`)],
    ['as a spreadsheet writes them', numbers(9, (place) => `${place}.0`)],
    ['with a word', numbers(9, (place) => `Pos. ${place}`)],
    ['with a hash', numbers(9, (place) => `#${place}`)],
    ['from nought', numbers(9, (place) => String(place - 1))],
    ['from where the page before ended', numbers(50, (place) => String(place + 50))],
    ['with a row taken out', ['1', '2', '3', '5', '6', '7', '8', '9', '10', '11']],
    ['with gaps', ['1', null, '2', null, '3', '4']],
    ['with rows that share a position', ['1', '1', '2', '2', '2', '3']],
    ['in rows that were sorted otherwise', ['3', '1', '5', '2', '4']],
    ['in one row', ['1']],
    ['in two rows', ['10', '20']],
  ])('are recognized as such: %s', (_title, values) => {
    expect(countRowsOnly(values)).toBe(true);
  });

  test.each<[string, readonly (string | null)[]]>([
    ['a range of an ERP', numbers(50, (place) => String(10_000 + place))],
    ['a range of an ERP by tens', numbers(50, (place) => String(40_000 + 10 * place))],
    ['a range with zeros before it', numbers(50, (place) => String(4_500 + place).padStart(8, '0'))],
    ['article numbers', ['4711', '815', '90210', '17']],
    ['numbers with letters', numbers(50, (place) => `A-${place}`)],
    ['no numbers', [null, null]],
    ['none at all', []],
    ['one article number', ['4711']],
  ])('are not confused with part numbers: %s', (_title, values) => {
    expect(countRowsOnly(values)).toBe(false);
  });

  test('include a cell equal to its own row number, even if the others in the file are not', () => {
    expect([followsRow('7', 7), followsRow('70', 7), followsRow('0007', 7)]).toEqual([true, true, true]);
    expect([followsRow('8', 7), followsRow('4711', 7), followsRow(null, 7)]).toEqual([false, false, false]);
  });
});
