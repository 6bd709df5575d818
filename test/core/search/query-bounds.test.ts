import { describe, expect, it } from 'vitest';
import { quantitiesOf } from '../../../core/items/item-quantities.ts';
import { keepsBound } from '../../../core/search/quantity-buckets.ts';
import { readBounds } from '../../../core/search/query-bounds.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';

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

describe('a bound means the values of the attribute beside it', () => {
  it.each([
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
  ] as const)('%s: keeps the %s: %s', (query, name, isKept) => {
    const { bounds } = readBounds(query);
    expect(bounds).toHaveLength(1);
    expect(bounds.every((bound) => keepsBound(quantitiesOf(RECORDS[name]), bound))).toBe(isKept);
  });

  it('where the record tells its values apart by that attribute, and else any', () => {
    const [bound] = readBounds('gate drive of at least 500 V').bounds;
    expect(bound && keepsBound(quantitiesOf(RECORDS.converter), bound)).toBe(true);
  });
});

it('the words that may name an attribute stay with the bound when it is written again', () => {
  expect(readBounds('optocupler isolation of at least 3 kV, 5 mA or less input').bounds).toMatchObject([
    { about: [['isolation', 'optocupler']], saidWhole: 'optocupler isolation at least 3 kV' },
    { about: [['input']], saidWhole: 'at most 5 mA input' },
  ]);
});
