import { describe, expect, test } from 'vitest';
import { quantitiesOf } from '../../../../core/index/items/item-quantities.ts';
import { readTable } from '../../../../core/read-table.ts';
import { meetsBound } from '../../../../core/index/search/quantity-buckets.ts';
import { readBounds } from '../../../../core/index/search/query-bounds.ts';
import { BOUNDS } from '../../../../core/index/words/packed-words.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';

const RECORDS = {
  breaker: recordOf({
    id: 'itm_00000001',
    title: 'Miniature circuit breaker, 16 A, C',
    keywords: null,
    attributes: { specifications: { rated_current: '16 A', breaking_capacity: '6 kA' } },
  }),
  converter: recordOf({
    id: 'itm_00000002',
    title: 'Isolated DC/DC module, 1000 VDC isolation, 12V output, 18-36V input voltage',
    keywords: null,
  }),
} as const;

describe('a bound', () => {
  test.each([
    ['circuit breaker of at least 20 A', 'breaker', false],
    ['circuit breaker of at least 10 A', 'breaker', true],
    ['circuit breaker, breaking capacity of at least 4.5 kA', 'breaker', true],
    ['circuit breaker with 10 kA or more breaking capacity', 'breaker', false],
    ['breaker with a rated current over 20 A', 'breaker', false],
    ['DC/DC module with input above 30V', 'converter', true],
    ['DC/DC module with an input voltage above 48V', 'converter', false],
    ['DC/DC module, at least 24 V output', 'converter', false],
    ['DC/DC module, output voltage at most 12 V', 'converter', true],
    ['DC/DC module isolation ≥ 1 kV', 'converter', true],
    ['DC/DC module isolation 3 kV or more', 'converter', false],
  ] as const)('is compared with the values of the attribute next to it: %s keeps the %s: %s', (query, name, isKept) => {
    const { bounds } = readBounds(query);
    expect(bounds).toHaveLength(1);
    expect(bounds.every((bound) => meetsBound(quantitiesOf(RECORDS[name]), bound))).toBe(isKept);
  });

  test('is compared with any value of an item that does not name the attribute', () => {
    const [bound] = readBounds('gate drive of at least 500 V').bounds;
    expect(bound && meetsBound(quantitiesOf(RECORDS.converter), bound)).toBe(true);
  });
});

test('the voltage of the mains is no bound', () => {
  expect(readBounds('5V module from 230V mains').bounds).toEqual([]);
});

describe('the input voltage of a query', () => {
  test.each([
    ['24V to 5V converter', [24, 24]],
    ['48V -> ±15V 2W isolated', [48, 48]],
    ['9-36V in / 15V out', [9, 36]],
    ['24V auf 5V Wandler', [24, 24]],
    ['5V from 12V buck', [12, 12]],
    ['boost from 5V to 12V', [5, 5]],
    ['24V input 5V output', [24, 24]],
    ['sensor that runs on 3.3V', [3.3, 3.3]],
  ])('is a range that an item must cover: %s', (query, ends) => {
    const { bounds, rest } = readBounds(query);
    expect(bounds.map(({ unit, from, to, covers }) => ({ unit, from, to, covers }))).toEqual([
      { unit: 'V', from: ends[0], to: ends[1], covers: true },
    ]);
    expect(rest).toBe(query);
  });

  test.each(['LDO 3V to 5.5V', 'relay 230V in stock', 'sensor 5V in SOT-23', 'op amp 5V supply', '5V 3A'])(
    'is not read from %s',
    (query) => {
      expect(readBounds(query).bounds).toEqual([]);
    },
  );

  test('is met by the same value or a range with it, not by another value or an output', () => {
    const [bound] = readBounds('24V to 5V').bounds;
    const meets = (title: string) =>
      bound && meetsBound(quantitiesOf(recordOf({ id: 'itm_00000003', title, keywords: null })), bound);
    expect([
      meets('9-36V input, 5V output'),
      meets('24V input, 5V output'),
      meets('12V input, 24V output'),
      meets('36-75V input, 24V output'),
    ]).toEqual([true, true, false, false]);
  });
});

test('words that may name an attribute stay with the bound when it is written again', () => {
  expect(readBounds('optocupler isolation of at least 3 kV, 5 mA or less input').bounds).toMatchObject([
    { about: [['isolation', 'optocupler']], saidWhole: 'optocupler isolation at least 3 kV' },
    { about: [['input']], saidWhole: 'at most 5 mA input' },
  ]);
});

/** Returns whether 1, 5 and 9 A keep a bound of 5 A in these words. */
const KEPT: Readonly<Record<string, readonly boolean[]>> = {
  least: [false, true, true],
  more: [false, false, true],
  most: [true, true, false],
  less: [true, false, false],
  reach: [true, true, false],
  faster: [false, false, true],
  slower: [true, false, false],
  better: [false, false, true],
  'as fast': [false, true, true],
  'as slow': [true, true, false],
  'as good': [false, true, true],
};
const PHRASES = readTable(BOUNDS).flatMap(([meaning, place, phrases = '']) =>
  phrases.split('; ').map((phrase) => ({ meaning, place, phrase })),
);

function valuesKept(query: string, values: readonly number[], unit: 'A' | 's' = 'A'): readonly boolean[] {
  const { bounds } = readBounds(query);
  return values.map((value) => bounds.length === 1 && bounds.every((bound) => meetsBound({ [unit]: [value] }, bound)));
}

describe('a phrase of a bound', () => {
  test.each(PHRASES.filter(({ meaning }) => meaning !== 'range'))(
    '"$phrase" $place a value means $meaning, before the part and after it',
    ({ meaning, place, phrase }) => {
      for (const value of ['5A', '5 A', '5000 mA']) {
        const bound = place === 'before' ? `${phrase} ${value}` : phrase === '+' ? `${value}+` : `${value} ${phrase}`;
        for (const query of [
          `relay ${bound}`,
          `${bound} relay`,
          `relay, ${bound}, THT`,
          `relay with ${bound.toUpperCase()}`,
        ]) {
          expect([query, ...valuesKept(query, [1, 5, 9])]).toEqual([query, ...(KEPT[meaning] ?? [])]);
          expect(
            readBounds(query)
              .rest.replace(/, THT|with|,/g, '')
              .trim(),
          ).toBe('relay');
        }
      }
    },
  );

  test.each(PHRASES.filter(({ meaning }) => meaning === 'range'))(
    '"$phrase" before two values is a range',
    ({ phrase }) => {
      for (const ends of ['3A and 7A', '3 and 7 A', '3 to 7A', '3A - 7A', '3-7A']) {
        for (const query of [`relay ${phrase} ${ends}`, `${phrase} ${ends} relay`])
          expect([query, ...valuesKept(query, [1, 5, 9])]).toEqual([query, false, true, false]);
      }
    },
  );
});

describe('the meaning of a bound', () => {
  test.each([
    ['comparator faster than 5 ns', [4e-9, 6e-9], [true, false]],
    ['comparator 5 ns or better', [5e-9, 6e-9], [true, false]],
    ['SRAM access time <= 12 ns', [12e-9, 15e-9], [true, false]],
  ] as const)('of a time is that less is better: %s', (query, values, kept) => {
    expect(valuesKept(query, values, 's')).toEqual(kept);
  });

  test.each([
    ['regulator with input up to 40 V', [30, 60], [false, true]],
    ['regulator with output up to 40 V', [30, 60], [true, false]],
  ] as const)('on a part that accepts up to a value includes that value: %s', (query, values, kept) => {
    const { bounds } = readBounds(query);
    expect(values.map((value) => bounds.every((bound) => meetsBound({ V: [value] }, bound)))).toEqual(kept);
  });

  test('on a range that a part accepts is that it covers the value; on any other range, that it lies within', () => {
    const kept = (query: string, values: readonly (readonly [number, number])[]) =>
      values.map((value) => readBounds(query).bounds.every((bound) => meetsBound({ V: [value] }, bound)));
    const ranges = [[1.6, 5.5], [1.8, 5.5], [5, 12]] as const; // prettier-ignore
    expect(kept('EEPROM supply between 1.6 and 5.5 V', ranges)).toEqual([true, false, false]);
    expect(kept('zener between 1.6 and 5.5 V', ranges)).toEqual([true, true, false]);
  });

  test.each([
    ['n-channel mosfet rds(on) below 1 mOhm', 'n-channel mosfet'],
    ['comparator with propagation delay under 5 ns', 'comparator with'],
    ['breaker with 10 kA or more breaking capacity', 'breaker with'],
    ['LDO low noise at least 300 mA', 'LDO low noise'],
    ['DC/DC converter isolation of at least 3 kV', 'DC/DC converter isolation of'],
    ['gate driver at least 4 A', 'gate driver'],
  ])('excludes the name of its attribute from the search, but not the kind of part: %s', (query, rest) => {
    expect(readBounds(query).rest).toBe(rest);
  });

  test.each([
    ['module 5V max 500mA', ['at most 500 mA']],
    ['module 5V max 500mA max', ['at most 5 V', 'at most 500 mA']],
    ['relay minimum 5 A maximum 10 A', ['at least 5 A', 'at most 10 A']],
  ])('for a phrase between two values belongs to one of them: %s', (query, said) => {
    expect(readBounds(query).bounds.map((bound) => bound.said)).toEqual(said);
  });

  test.each(['USB3.0+ hub', '3-6V', '3W+3W amplifier'])('is not found in: %s', (query) => {
    expect(readBounds(query)).toEqual({ bounds: [], rest: query });
  });

  test.each([
    ['5 ns', 's', 5e-9],
    ['20 µs', 's', 2e-5],
    ['10 Mbps', 'bps', 1e7],
    ['10 Mbit/s', 'bps', 1e7],
    ['512 Kbit', 'B', 65_536],
    ['16 bits', 'bit', 16],
    ['30 nC', 'Coulomb', 3e-8],
    ['125C', 'C', 125],
    ['-40 degC', 'C', -40],
    ['60 dB', 'dB', 60],
    ['0.1 %', '%', 0.1],
    ['20 ppm', 'ppm', 20],
    ['5 mT', 'T', 0.005],
    ['40 Vin', 'V', 40],
  ] as const)('includes %s', (text, unit, value) => {
    expect(readBounds(`part at least ${text}`).bounds).toMatchObject([{ unit, from: value }]);
    expect(quantitiesOf(recordOf({ id: 'itm_00000001', title: `Part, ${text}`, keywords: null }))).toEqual({
      [unit]: [value],
    });
  });

  test.each(['3V/µs slew rate', '133mV/A', '5 mV/°C', '10nV/√Hz'])('is not read from a rate: %s', (title) => {
    expect(quantitiesOf(recordOf({ id: 'itm_00000001', title, keywords: null }))).toEqual({});
  });
});
