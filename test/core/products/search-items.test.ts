import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import type { SearchPlace } from '../../../functions/core/products/search-items.ts';
import { termsOfSearch, type SearchCriteria } from '../../../functions/core/products/search-terms.ts';
import type { SignatureBits } from '../../../functions/core/products/term-signature.ts';
import { recordOf } from '../../support/item-records.ts';
import { plainSearch } from '../../support/plain-search.ts';
import { searchPage } from '../../support/search-page.ts';
import { countRoundTrips, postingLists, type PostingLists } from '../../support/posting-lists.ts';

/** Page by page to the end; the pages that the budget cut short are counted. */
async function searchAll(lists: PostingLists, criteria: SearchCriteria, limit: number, bits: SignatureBits = 16) {
  const terms = termsOfSearch(criteria);
  const pages: ItemRecord[][] = [];
  let after: SearchPlace | undefined;
  let cutShort = 0;
  do {
    const page = await searchPage(lists, { terms, after, limit, sections: [] }, bits);
    pages.push([...page.records]);
    if (page.isCutShort) cutShort += 1;
    else if (page.next !== undefined) expect(page.records).toHaveLength(limit);
    after = page.next;
  } while (after !== undefined && pages.length < 500);
  return { ids: pages.flat().map(({ id }) => id), pages, cutShort };
}

const word = fc.constantFrom(
  'diode',
  'zener',
  '3.3V',
  '3.3 V',
  'low-dropout',
  'LM317',
  'AB-12',
  'smd',
  'relais',
  'Größe',
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const maker = fc.constantFrom('Acme Inc.', 'acme', 'Borealis GmbH', 'Cygnus');
const unspsc = fc.constantFrom('32111500', '32111600', '32100000', '31000000', '32');
const record = fc.record({
  manufacturer: fc.option(maker),
  brand: fc.option(maker),
  mpn: fc.option(fc.constantFrom('LM317', 'lm-317', 'AB12', 'smd', 'zener diode')),
  title: fc.option(text),
  keywords: fc.option(fc.array(word, { maxLength: 3 })),
  unspsc_code: fc.option(unspsc),
  confidence: fc.option(fc.integer({ min: 0, max: 4 }).map((step) => step * 24.9)),
});
const records = fc
  .array(record, { maxLength: 60 })
  .map((all) => all.map((fields, serial) => recordOf({ ...fields, id: `itm_${String(serial).padStart(8, '0')}` })));
const criteria = fc
  .record(
    {
      query: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
      manufacturer: maker,
      unspsc: fc.constantFrom('32', '321', '3211', '32111', '32110000', '3210', '31000000', '999'),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length > 0);

describe.each([16, 8] as const)('with signatures of %i bits', (bits) => {
  it('every page of every search is what a filter over all records gives', async () => {
    await fc.assert(
      fc.asyncProperty(records, criteria, fc.integer({ min: 1, max: 25 }), async (all, asked, limit) => {
        const lists = postingLists(bits);
        all.forEach((one) => lists.add(one));
        lists.settle();
        const { ids } = await searchAll(lists, asked, limit, bits);
        expect(ids).toEqual(plainSearch(all, asked));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a search', { timeout: 60_000 }, () => {
  const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;

  /** As many terms as a real record has, so that a posting weighs what it does there. */
  const FILLING = Array.from({ length: 28 }, (_, index) =>
    String.fromCharCode(97 + (index % 26), 97 + (index % 13), 98),
  );

  /** Lists of so many records that have one of two common words, and of a few that have both. */
  function twoCrowds(size: number, both: readonly number[] = []): PostingLists {
    const lists = postingLists();
    for (let number = 0; number < size; number += 1) {
      const title = both.includes(number) ? 'left right' : number % 2 === 0 ? 'left' : 'right';
      const confidence = 100 - Math.floor((number / size) * 100);
      lists.add(recordOf({ id: serial(number), title, keywords: FILLING, confidence }));
    }
    lists.settle();
    return lists;
  }

  /** What the first page of a search costs, round trips included. */
  async function costOf(lists: PostingLists, asked: SearchCriteria, limit: number) {
    Object.assign(lists.costs, { requests: 0, units: 0, pages: 0 });
    const counted = countRoundTrips(lists);
    const terms = termsOfSearch(asked);
    const page = await searchPage(counted.index, { terms, after: undefined, limit, sections: [] });
    return { ...lists.costs, roundTrips: counted.roundTrips(), page };
  }

  it('of two crowds that hardly meet ends its page at the budget, says so, and finds all in the end', async () => {
    const lists = twoCrowds(12_000, [3, 5_000, 11_998]);
    const { ids, cutShort } = await searchAll(lists, { query: 'left right' }, 10);
    expect(ids).toEqual([3, 5_000, 11_998].map(serial));
    expect(cutShort).toBeGreaterThan(1);
  });

  it('of two crowds that never meet costs 31 read units a page and three round trips, whatever their size', async () => {
    for (const size of [6_000, 12_000]) {
      const { units, requests, roundTrips, page } = await costOf(twoCrowds(size), { query: 'left right' }, 25);
      expect(units).toBeLessThanOrEqual(31);
      expect({ requests, roundTrips, isCutShort: page.isCutShort }).toEqual({
        requests: 7,
        roundTrips: 3,
        isCutShort: true,
      });
    }
  });

  it.each([
    [10, 56],
    [25, 78],
  ])('with a page of %i costs at most %i read units in 15 requests and five round trips', async (limit, most) => {
    const words = ['left', 'right', ...FILLING];
    const lists = twoCrowds(12_000);
    // Far down the lists stand records that are gone: the signatures let all of them through, and no record bears one out.
    for (let number = 12_000; number < 12_200; number += 1) {
      lists.add(recordOf({ id: serial(number), title: 'left right', keywords: FILLING, confidence: 75 }));
      lists.remove(serial(number));
    }
    lists.settle();
    const { units, requests, roundTrips } = await costOf(lists, { query: words.join(' ') }, limit);
    expect(units).toBeLessThanOrEqual(most);
    expect(units).toBeGreaterThan(most / 2);
    expect(requests).toBeLessThanOrEqual(15);
    expect(roundTrips).toBeLessThanOrEqual(5);
  });

  it('weighs what it reads: postings of 256 terms are read in shorter pages', async () => {
    const lists = postingLists();
    const many = Array.from({ length: 250 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26), 99),
    );
    for (let number = 0; number < 2_500; number += 1) {
      lists.add(recordOf({ id: serial(number), title: number % 2 === 0 ? 'left' : 'right', keywords: many }));
    }
    lists.settle();
    expect((await costOf(lists, { query: 'left right' }, 10)).units).toBeLessThanOrEqual(40);
  });

  it('of sixty words reads no more lists than one of eight, and costs no more', async () => {
    const lists = postingLists();
    const words = Array.from({ length: 60 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
    );
    for (let number = 0; number < 300; number += 1) lists.add(recordOf({ id: serial(number), keywords: words }));
    lists.settle();
    const { ids } = await searchAll(lists, { query: words.join(' ') }, 25);
    expect(ids).toHaveLength(300);
    const sixty = await costOf(lists, { query: words.join(' ') }, 10);
    expect(sixty.pages).toBe(9);
    expect(sixty.roundTrips).toBe(2);
    expect(sixty.units).toBe((await costOf(lists, { query: words.slice(0, 8).join(' ') }, 10)).units);
  });

  it('puts records with the very number first, and shows none of them again among the words', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), title: 'LM 317 holder', keywords: ['LM317'], confidence: 99 }));
    lists.add(recordOf({ id: serial(2), mpn: 'LM-317', title: 'LM317 regulator', confidence: 10 }));
    lists.add(recordOf({ id: serial(3), mpn: 'lm 317', confidence: null }));
    lists.settle();
    for (const limit of [1, 2, 3]) {
      expect((await searchAll(lists, { query: 'LM317' }, limit)).ids).toEqual([serial(2), serial(3), serial(1)]);
    }
  });

  it('does not believe a posting whose record is gone, has moved, or lost the term', async () => {
    const lists = twoCrowds(100);
    const before = plainSearch([], { query: 'left' });
    expect(before).toEqual([]);
    for (let number = 0; number < 100; number += 4) lists.remove(serial(number));
    lists.add(recordOf({ id: serial(2), title: 'right', confidence: 100 }));
    lists.add(recordOf({ id: serial(6), title: 'left', confidence: 1 }));
    lists.settle();
    const { ids } = await searchAll(lists, { query: 'left' }, 7);
    const expected = Array.from({ length: 25 }, (_, index) => index * 4 + 2).filter(
      (number) => number !== 2 && number !== 6,
    );
    expect(ids).toEqual([...expected.map(serial), serial(6)]);
  });
});
