import { describe, expect, it } from 'vitest';
import type { ItemPosition } from '../../../functions/core/products/item-position.ts';
import { readCursor, writeCursor } from '../../../functions/core/products/search-cursor.ts';
import { termsOfSearch } from '../../../functions/core/products/search-terms.ts';

const terms = termsOfSearch({ query: 'low dropout', manufacturer: 'Acme', unspsc: '3211' });
const place = { phase: 'words', position: '007#itm_aZ09bY18' as ItemPosition } as const;

describe('a cursor', () => {
  it('names its place in at most 40 characters', () => {
    const cursor = writeCursor(place, terms);
    expect(cursor.length).toBeLessThanOrEqual(40);
    expect(readCursor(cursor, terms)).toEqual(place);
    const number = { ...place, phase: 'number' } as const;
    expect(readCursor(writeCursor(number, terms), terms)).toEqual(number);
  });

  it('is good for the same criteria written otherwise', () => {
    const same = termsOfSearch({ query: 'Low  dropout', manufacturer: 'ACME Inc.', unspsc: '32110000' });
    expect(readCursor(writeCursor(place, terms), same)).toEqual(place);
  });

  it.each([
    { query: 'low' },
    { query: 'low dropout', unspsc: '3211' },
    { query: 'low dropout', manufacturer: 'Acme', unspsc: '3212' },
  ])('is not good for %j', (criteria) => {
    expect(readCursor(writeCursor(place, terms), termsOfSearch(criteria))).toBeUndefined();
  });

  it.each(['', 'x', '0', 'w007aZ09bY18', 'w101aZ09bY18AAAAAAAA', '__proto__'])(
    'that is damaged is none: %j',
    (cursor) => {
      expect(readCursor(cursor, terms)).toBeUndefined();
      expect(readCursor(`${writeCursor(place, terms)}!`, terms)).toBeUndefined();
    },
  );
});
