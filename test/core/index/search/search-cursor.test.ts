import { describe, expect, test } from 'vitest';
import { END, START, type ItemPosition } from '../../../../core/index/items/item-position.ts';
import { readCursor, writeCursor } from '../../../../core/index/search/search-cursor.ts';
import type { Place, SearchPlace } from '../../../../core/index/search/search-place.ts';
import { termsOfSearch } from '../../../../core/index/search/search-terms.ts';

const terms = termsOfSearch({ query: 'low dropout', manufacturer: 'Acme', unspsc: '3211' });
const last = '007#itm_aZ09bY18' as ItemPosition;
const worst = '100#itm_zzzzzzzz' as ItemPosition;
const order = { words: [1, 0], held: 1, leader: 'manufacturer', isNumber: true, isCorrected: false } as const;
const place: SearchPlace = { place: { kind: 'relaxed', phase: 1, last, done: 0 }, order, fullMatches: 4 };

describe('a cursor', () => {
  test.each<Place>([
    { kind: 'number', last },
    { kind: 'full', start: worst },
    { kind: 'full', start: START },
    { kind: 'titles', start: START, end: END, last },
    { kind: 'titles', start: worst, end: worst, last: worst },
    { kind: 'rest', end: END, last },
    { kind: 'relaxed', phase: 162, last: worst, done: 255 },
    { kind: 'coarse', phase: -1, exact: worst, fill: START, done: 0 },
    { kind: 'coarse', phase: 161, exact: END, fill: worst, done: 31 },
  ])('names its position in at most 40 characters: %j', (at) => {
    const eight = termsOfSearch({ query: 'alpha beta gamma delta epsilon zeta theta iota kappa' });
    const search: SearchPlace = {
      place: at,
      order: { words: [7, 3, 5, 1, 6, 4, 2, 0], held: 8, leader: 'unspsc', isNumber: false, isCorrected: true },
      fullMatches: 4,
    };
    const cursor = writeCursor(search, eight);
    expect(cursor.length).toBeLessThanOrEqual(40);
    expect(readCursor(cursor, eight)).toEqual(search);
    expect(readCursor(writeCursor({ place: at, order, fullMatches: 0 }, terms), terms)).toEqual({
      place: at,
      order,
      fullMatches: 0,
    });
  });

  test('is valid for the same criteria written differently', () => {
    const same = termsOfSearch({ query: 'Low  dropout', manufacturer: 'ACME Inc.', unspsc: '32110000' });
    expect(readCursor(writeCursor(place, terms), same)).toEqual(place);
  });

  test.each([
    { query: 'low' },
    { query: 'low dropout', unspsc: '3211' },
    { query: 'low dropout', manufacturer: 'Acme', unspsc: '3212' },
  ])('is not valid for %j', (criteria) => {
    expect(readCursor(writeCursor(place, terms), termsOfSearch(criteria))).toBeUndefined();
  });

  test.each(['', 'x', '0', 'w007aZ09bY18', 'w101aZ09bY18AAAAAAAA', '__proto__', '_'.repeat(40)])(
    'is refused if it is damaged: %j',
    (cursor) => {
      expect(readCursor(cursor, terms)).toBeUndefined();
      expect(readCursor(`${writeCursor(place, terms)}!`, terms)).toBeUndefined();
    },
  );
});
