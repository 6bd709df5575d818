import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import type { PostingIndex } from '../../../../core/index/search/posting-index.ts';
import type { ItemPosition } from '../../../../core/index/items/item-position.ts';
import { BUILT_IN_MANUFACTURERS } from '../../../../core/index/manufacturers/built-in-manufacturers.ts';
import { LATER_PAGE_BYTES } from '../../../../core/index/search/read-budget.ts';
import { pageEnd, type SearchPage } from '../../../../core/index/search/finish-search.ts';
import type { Place } from '../../../../core/index/search/search-place.ts';
import { readCursor, writeCursor } from '../../../../core/index/search/search-cursor.ts';
import {
  termsOf,
  termsOfSearch,
  type AskedWord,
  type SearchCriteria,
  type SearchTerms,
  withManufacturerSpellings,
} from '../../../../core/index/search/search-terms.ts';
import { hasOneOf } from '../../../../core/index/search/beginning-term.ts';
import { enoughFullMatches } from '../../../../core/index/search/search-order.ts';
import { areConfused } from '../../../../core/index/search/term-signature.ts';
import { emptyRecord } from '../../../../core/index/items/item-record.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import {
  expectAllOf,
  expectInOrder,
  expectPagesBetweenPlaces,
  plainAnswers,
  plainSearch,
} from '../../../support/index/plain-search.ts';
import { searchPage, searchPages } from '../../../support/index/search-page.ts';
import { countRoundTrips, postingLists, type PostingLists } from '../../../support/index/posting-lists.ts';
import { cases } from '../../../support/cases.ts';

const sections = [] as const;

async function searchAll(index: PostingIndex, asked: SearchCriteria, limit: number): Promise<string[]> {
  const { ids } = await searchPages(index, { terms: termsOfSearch(asked), limit, sections });
  return ids.flat();
}

const word = fc.constantFrom(
  'diode',
  'zener',
  '3.3V',
  '3.3 V',
  'low-dropout',
  'LM317',
  'LM31',
  'NV780',
  'LM3*7',
  'AB-12',
  'at least 3 V',
  '2.5-5V',
  '3.3V input',
  'smd',
  'relais',
  'Größe',
);
const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const manufacturer = fc.constantFrom('Acme Inc.', 'acme', 'Borealis GmbH', 'Cygnus');
const unspsc = fc.constantFrom('32111500', '32111600', '32100000', '31000000', '32');
const record = fc.record({
  manufacturer: fc.option(manufacturer),
  brand: fc.option(manufacturer),
  mpn: fc.option(fc.constantFrom('LM317', 'lm-317', 'AB12', 'AB12C', 'LM317T', 'NV7805', 'smd', 'zener diode')),
  title: fc.option(text),
  keywords: fc.option(fc.array(word, { maxLength: 3 })),
  unspsc_code: fc.option(unspsc),
  confidence: fc.option(fc.integer({ min: 0, max: 4 }).map((step) => step * 24.9)),
});
const records = fc
  .array(record, { maxLength: 90 })
  .map((all) => all.map((fields, serial) => recordOf({ ...fields, id: `itm_${String(serial).padStart(8, '0')}` })));
const filteredCriteria = fc
  .record(
    {
      query: fc
        .tuple(
          fc.array(word, { minLength: 1, maxLength: 5 }),
          fc.constantFrom('', '', ' not smd', ' without zener diode', ' -3.3V', ' not 5%'),
        )
        .map(([words, without]) => words.join(' ') + without),
      beginnings: fc.constantFrom([], [], ['smd'], ['diode', 'zener']),
      manufacturer: manufacturer,
      unspsc: fc.constantFrom('32', '321', '3211', '32111', '32110000', '3210', '31000000', '999'),
    },
    { requiredKeys: [] },
  )
  .filter(({ beginnings: _beginnings, ...some }) => Object.keys(some).length > 0);
/**
 * Beside three known words an unknown one counts, beside four it does not; a filter would leave few items that lack a
 * word.
 */
const unknownCriteria = fc.record({
  query: fc.constantFrom('diode zener smd peltir', 'diode zener smd relais peltir'),
});
const criteria = fc.oneof({ weight: 5, arbitrary: filteredCriteria }, { weight: 1, arbitrary: unknownCriteria });

/** Returns the index with so few postings per read that windows, phases and budgets end within a small index. */
function inShortPages(index: PostingIndex, most: number): PostingIndex {
  return {
    words: () => index.words(),
    vocabulary: () => index.vocabulary(),
    async readPostings(term, after, limit) {
      const page = await index.readPostings(term, after, Math.min(limit, most));
      return page;
    },
    readIndexedItems: (ids, wanted) => index.readIndexedItems(ids, wanted),
  };
}

/** Words that no query uses, and so many that signatures of 8 bits often suggest a word that the item lacks. */
function withFilling(one: ItemRecord, place: number): ItemRecord {
  const filling = Array.from({ length: 15 }, (_, word) => `filling${place * 15 + word}x`);
  return { ...one, keywords: [...(one.keywords ?? []), ...filling] };
}

/** A posting list of all items, and postings of items that are deleted or now elsewhere. */
function listsOf(all: readonly ItemRecord[], bits: 8 | 16): PostingLists {
  const lists = postingLists(bits);
  for (const [place, one] of all.entries()) {
    if (place % 5 === 1) lists.add({ ...one, id: `itm_gone${String(place).padStart(4, '0')}` });
    if (place % 5 === 2) lists.add({ ...one, title: 'zener diode smd', confidence: 50.5 });
    lists.add(one);
  }
  for (const place of all.keys()) lists.remove(`itm_gone${String(place).padStart(4, '0')}`);
  lists.settle();
  return lists;
}

describe.each([
  ['that never ends', Array.from({ length: 5_000 }, () => 1_000_000)],
  ['of today', LATER_PAGE_BYTES],
  ['of one short page', [500]],
  ['of nothing', []],
] as const)('a search with a budget %s', (name, laterPageBytes) => {
  it.each([
    [16, 36],
    [16, 3],
    [8, 36],
    [8, 2],
  ] as const)(
    'with signatures of %i bits, %i postings a read, paged to the end, equals a plain filter and sort',
    async (bits, most) => {
      await fc.assert(
        fc.asyncProperty(records, criteria, fc.integer({ min: 1, max: 25 }), async (drawn, asked, limit) => {
          const all = bits === 8 ? drawn.map(withFilling) : drawn;
          const index = inShortPages(listsOf(all, bits), most);
          const { pages, ids, order } = await searchPages(
            index,
            { terms: termsOfSearch(asked), limit, sections, partialLimit: Math.ceil(limit / 2) },
            { bits, laterPageBytes },
          );
          const plain = plainAnswers(all, asked, order, pages[0]?.loneWord);
          if (name === 'that never ends' && bits === 16) expectInOrder(ids, plain);
          else expectAllOf(ids, plain);
          expectPagesBetweenPlaces(pages, all, asked, bits);
          expectMoreToFollow(pages);
        }),
        { numRuns: cases(60) },
      );
    },
  );
});

/** What is said to follow is on a later page, and only the budget leaves open whether anything follows. */
function expectMoreToFollow(pages: readonly SearchPage[]): void {
  const isLeft = pages.map((_page, number) => pages.slice(number + 1).some(({ found }) => found.length > 0));
  for (const [number, { found, hasMore, isCutShort, next }] of pages.entries()) {
    if (hasMore) expect([found.length > 0, isLeft[number], next === undefined]).toEqual([true, true, false]);
    else expect(next === undefined || isCutShort).toBe(true);
  }
}

describe('while items are written and deleted during a search', () => {
  const changes = fc.array(fc.record({ place: fc.nat(89), to: fc.option(record) }), { maxLength: 12 });

  it.each([
    ['that never ends', Array.from({ length: 5_000 }, () => 1_000_000)],
    ['of today', LATER_PAGE_BYTES],
    ['of one short page', [500]],
  ] as const)(
    'with a budget %s, each unchanged item is returned exactly once, and every answer is true',
    async (_name, laterPageBytes) => {
      await fc.assert(
        fc.asyncProperty(
          records,
          criteria,
          fc.integer({ min: 1, max: 9 }),
          fc.array(changes, { minLength: 1, maxLength: 6 }),
          async (drawn, asked, limit, turns) => {
            const lists = listsOf(drawn, 16);
            const index = inShortPages(lists, 3);
            const changed = new Set<string>();
            const terms = termsOfSearch(asked);
            const shown: string[] = [];
            let full = 0;
            let page: SearchPage | undefined;
            for (let turn = 0; turn < 500 && (turn === 0 || page?.next !== undefined); turn += 1) {
              page = await searchPage(index, { terms, after: page?.next, limit, sections }, { laterPageBytes });
              expect(page.found.every(({ item: one, lacking }) => isTold(one, lacking, terms))).toBe(true);
              shown.push(...page.found.map(({ item: one }) => one.id));
              full += page.found.filter(({ lacking }) => lacking.length === 0).length;
              for (const { place, to } of turns[turn % turns.length] ?? []) {
                const one = drawn[place];
                // Every second item stays unchanged.
                if (one === undefined || place % 2 === 0) continue;
                changed.add(one.id);
                if (to === null) lists.remove(one.id);
                else lists.add(recordOf({ ...to, id: one.id }));
              }
              lists.settle();
            }
            expect(page?.next).toBeUndefined();
            if (page === undefined) return;
            const steady = drawn.filter(({ id }) => !changed.has(id));
            const plain = plainAnswers(steady, asked, page.order, page.loneWord);
            const isEnough = full >= enoughFullMatches(page.order);
            expectAllOf([shown.filter((id) => !changed.has(id))], { ...plain, isEnough });
          },
        ),
        { numRuns: cases(80) },
      );
    },
  );

  it('a page whose reads end at enough full matches loses none of the later matches', async () => {
    const brands = [null, null, 'Acme Inc.', null, 'Acme Inc.', 'Acme Inc.', 'Acme Inc.', 'Acme Inc.'];
    const drawn = brands.map((brand, number) => recordOf({ ...emptyRecord(`itm_0000000${number}`), brand }));
    const index = inShortPages(listsOf(drawn, 16), 3);
    const terms = termsOfSearch({ manufacturer: 'Acme Inc.' });
    const shown: string[] = [];
    let page: SearchPage | undefined;
    do {
      page = await searchPage(index, { terms, after: page?.next, limit: 4, sections }, { laterPageBytes: [500] });
      shown.push(...page.found.map(({ item: one }) => one.id));
    } while (page.next !== undefined && shown.length < 20);
    expect(shown.toSorted()).toEqual(drawn.filter(({ brand }) => brand !== null).map(({ id }) => id));
  });

  /** Returns whether an item lacks just the named words, of those that the index has. */
  function isTold(one: ItemRecord, lacking: readonly AskedWord[], { words }: SearchTerms): boolean {
    const own = new Set(termsOf(one));
    return words.every((word) => !lacking.includes(word) || !hasOneOf(own, word.terms));
  }
});

describe('a search', () => {
  const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;

  /** As many terms as a real item has, so that a posting has its real weight. */
  const FILLING = Array.from({ length: 28 }, (_, index) =>
    String.fromCharCode(97 + (index % 26), 97 + (index % 13), 98),
  );

  /** Posting lists of items with one of two common words, and of a few with both. */
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

  /** Returns the cost of a search's first page, including round trips. */
  async function costOf(lists: PostingLists, asked: SearchCriteria, limit: number) {
    Object.assign(lists.costs, { requests: 0, units: 0, pages: 0 });
    const counted = countRoundTrips(lists);
    const terms = termsOfSearch(asked);
    const page = await searchPage(counted.index, { terms, after: undefined, limit, sections: [] });
    return { ...lists.costs, roundTrips: counted.roundTrips(), page };
  }

  it('for two common words that rarely occur together ends its page at the budget, says so, and finds everything in the end, for 42 read units a page', async () => {
    const lists = twoCrowds(8_000, [3, 3_300, 7_998]);
    const pages: SearchPage[] = [];
    const terms = termsOfSearch({ query: 'left right' });
    do {
      Object.assign(lists.costs, { requests: 0, units: 0, pages: 0 });
      pages.push(await searchPage(lists, { terms, after: pages.at(-1)?.next, limit: 10, sections }));
      expect(lists.costs.units).toBeLessThanOrEqual(42);
    } while (pages.at(-1)?.isCutShort === true);
    const full = pages.map(({ found }) =>
      found.filter(({ lacking }) => lacking.length === 0).map(({ item }) => item.id),
    );
    expect(full.flat()).toEqual([3, 3_300, 7_998].map(serial));
    expect(full.filter((ids) => ids.length > 0).length).toBeGreaterThan(1);
    expect(pages.flatMap(({ found }) => found).every(({ lacking }) => lacking.length === 0)).toBe(true);
  });

  it.each([
    ['wanted without common', 8],
    ['wanted without common phrase', 9],
  ])(
    'for the exclusion in %s reads no more of the long list than its first page, for %i units',
    async (query, most) => {
      const lists = postingLists();
      for (let number = 0; number < 3_000; number += 1)
        lists.add(recordOf({ id: serial(number), title: 'common phrase', keywords: FILLING, confidence: 90 }));
      for (let number = 3_000; number < 3_006; number += 1)
        lists.add(recordOf({ id: serial(number), title: 'wanted', keywords: FILLING, confidence: 10 }));
      lists.add(recordOf({ id: serial(3_006), title: 'wanted common phrase', keywords: FILLING, confidence: 9 }));
      lists.settle();
      const { units, page } = await costOf(lists, { query }, 10);
      expect(page.found.map(({ item }) => item.id)).toEqual([0, 1, 2, 3, 4, 5].map((place) => serial(3_000 + place)));
      expect(units).toBeLessThanOrEqual(most);
      expect(page.next).toBeUndefined();
    },
  );

  it('for two common words that never occur together costs 42 read units a page and four round trips for any size of the lists', async () => {
    for (const size of [6_000, 8_000]) {
      const { units, requests, roundTrips, page } = await costOf(twoCrowds(size), { query: 'left right' }, 25);
      expect(units).toBeLessThanOrEqual(42);
      expect({ requests, roundTrips, isCutShort: page.isCutShort, found: page.found.length }).toEqual({
        requests: 6,
        roundTrips: 4,
        isCutShort: true,
        found: 25,
      });
    }
  });

  it.each([
    [10, 56],
    [25, 78],
  ])('with a page of %i costs at most %i read units in 15 requests and five round trips', async (limit, most) => {
    const words = ['left', 'right', ...FILLING];
    const lists = twoCrowds(8_000);
    // Far down the lists are deleted items: the signatures let all of them pass, and no item confirms one.
    for (let number = 8_000; number < 8_200; number += 1) {
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

  it('limits its reads by size: postings of 256 terms are read in shorter pages', async () => {
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

  it('for sixty words reads no more posting lists than for eight, and costs no more', async () => {
    const lists = postingLists();
    const words = Array.from({ length: 60 }, (_, index) =>
      String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26)),
    );
    for (let number = 0; number < 300; number += 1) lists.add(recordOf({ id: serial(number), keywords: words }));
    lists.settle();
    expect((await searchAll(lists, { query: words.join(' ') }, 25)).toSorted()).toHaveLength(300);
    const sixty = await costOf(lists, { query: words.join(' ') }, 10);
    expect(sixty.pages).toBe(9);
    expect(sixty.roundTrips).toBe(2);
    expect(sixty.units).toBe((await costOf(lists, { query: words.slice(0, 8).join(' ') }, 10)).units);
  });

  it('for the exact part number of an item shows no partial matches', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), mpn: 'NV 7805', title: 'regulator' }));
    lists.add(recordOf({ id: serial(2), mpn: 'X1', title: 'NV gasket' }));
    lists.add(recordOf({ id: serial(3), mpn: 'X2', title: 'holder for NV and 7805' }));
    lists.settle();
    expect(await searchAll(lists, { query: 'nv 7805' }, 1)).toEqual([serial(1), serial(3)]);
    expect(await searchAll(lists, { query: 'nv 7806' }, 5)).toEqual([serial(2), serial(3), serial(1)]);
  });

  it('for the exact part number of an item shows nothing else, even if a piece of it is not a word of the index', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), mpn: 'TPS76333', title: 'regulator' }));
    lists.add(recordOf({ id: serial(2), mpn: 'X1', title: 'TPS family, pack of 33' }));
    lists.settle();
    const request = { after: undefined, limit: 5, sections };
    const page = await searchPage(lists, { ...request, terms: termsOfSearch({ query: 'TPS 763 33' }) });
    expect(page.found.map(({ item }) => item.id)).toEqual([serial(1)]);
    expect(page.unknownWords).toEqual([]);
    const other = await searchPage(lists, { ...request, terms: termsOfSearch({ query: 'TPS 764 33' }) });
    expect(other.found.map(({ item }) => item.id)).toEqual([serial(2)]);
    expect(other.unknownWords.map(({ asked }) => asked)).toEqual(['764']);
  });

  describe('with a word that no item has', () => {
    /** Every one a driver, the first few with more words. */
    const drivers = (count: number, first: readonly string[] = []) => {
      const lists = postingLists();
      for (let number = 0; number < count; number += 1) {
        const title = `driver ${first[number] ?? ''}`;
        lists.add(recordOf({ id: serial(number), mpn: number === 0 ? 'LED4711' : null, title, confidence: 50 }));
      }
      lists.settle();
      return lists;
    };
    const search = (lists: PostingLists, query: string) =>
      searchPage(lists, { terms: termsOfSearch({ query }), after: undefined, limit: 10, partialLimit: 5, sections });

    it.each([
      [35, 10, undefined],
      [36, 0, 'driver'],
    ])('beside a word that %i items have shows %i of them', async (count, shown, lone) => {
      const page = await search(drivers(count), 'peltir driver');
      expect(page.found).toHaveLength(shown);
      expect(page.loneWord?.asked).toBe(lone);
      expect(page.unknownWords.map(({ asked }) => asked)).toEqual(['peltir']);
      expect(page.next === undefined).toBe(lone !== undefined);
    });

    it.each([
      ['peltir led4711', 1],
      ['peltir piezo driver', 1],
      ['peltir cooler driver', 5],
      ['peltir cooler driver 24V', 0],
    ])(
      'shows for “%s” the items with a number or a rare word, and few or none with the one common word',
      async (query, shown) => {
        expect((await search(drivers(60, ['piezo']), query)).found).toHaveLength(shown);
      },
    );

    it('ends with the one item that has four other words if its second read of items found only deleted ones', async () => {
      const lists = drivers(
        8,
        Array.from({ length: 8 }, (_, number) => (number < 5 ? 'dual gate fast' : 'dual gate')),
      );
      for (const number of [1, 2, 3, 4]) lists.remove(serial(number));
      lists.settle();
      const terms = termsOfSearch({ query: 'peltir dual gate fast driver' });
      const page = await searchPage(lists, { terms, after: undefined, limit: 2, sections });
      expect([page.found.map(({ item: one }) => one.id), page.next]).toEqual([[serial(0)], undefined]);
    });

    it('shows nothing that lacks one more of four other words, once an item has them', async () => {
      const lists = drivers(9, ['dual gate fast', 'dual gate', 'dual fast', 'gate fast']);
      expect((await search(lists, 'peltir dual gate fast driver')).found.map(({ lacking }) => lacking.length)).toEqual([
        0,
      ]);
      expect((await search(lists, 'peltir dual gate driver')).found.map(({ lacking }) => lacking.length)).toEqual([
        0, 0, 1, 1,
      ]);
      expect((await search(lists, 'dual gate fast driver')).found.map(({ lacking }) => lacking.length)).toEqual([
        0, 1, 1, 1,
      ]);
    });
  });

  it('shows what is either of two numbers, or of two names of different length', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), mpn: 'BC547', title: 'transistor' }));
    lists.add(recordOf({ id: serial(2), mpn: 'BC557', title: 'transistor' }));
    lists.add(recordOf({ id: serial(3), title: 'solid state relay' }));
    lists.add(recordOf({ id: serial(4), title: 'opto triac' }));
    lists.add(recordOf({ id: serial(5), title: 'opto coupler' }));
    lists.add(recordOf({ id: serial(6), title: 'triac relay' }));
    lists.settle();
    for (const query of ['BC547/BC557', 'BC547, BC557', 'bc557 or bc547 transistor'])
      expect((await searchAll(lists, { query }, 5)).toSorted()).toEqual([1, 2].map(serial));
    expect(await searchAll(lists, { query: 'solid state relay / opto triac' }, 5)).toEqual([3, 4].map(serial));
  });

  it('shows no item that lacks a value which other items have', async () => {
    const lists = postingLists();
    for (const [number, title] of ['12V relay', '12V relay socket', '12V socket', '24V relay socket'].entries())
      lists.add(recordOf({ id: serial(number), title }));
    lists.settle();
    expect((await searchAll(lists, { query: '12V relay socket' }, 5)).toSorted()).toEqual([0, 1, 2].map(serial));
    expect(await searchAll(lists, { query: '24V socket' }, 5)).toEqual([serial(3)]);
  });

  it('of two words shows what lacks one only if no item has both', async () => {
    const lists = postingLists();
    for (const [number, title] of ['relay', 'relay socket', 'socket', 'fuse holder'].entries())
      lists.add(recordOf({ id: serial(number), title }));
    lists.settle();
    expect(await searchAll(lists, { query: 'relay socket' }, 5)).toEqual([serial(1)]);
    expect((await searchAll(lists, { query: 'relay holder' }, 5)).toSorted()).toEqual([0, 1, 3].map(serial));
  });

  it('puts items with the exact part number first, and does not repeat them among the matches by words', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), title: 'LM 317 holder', keywords: ['LM317'], confidence: 99 }));
    lists.add(recordOf({ id: serial(2), mpn: 'LM-317', title: 'LM317 regulator', confidence: 10 }));
    lists.add(recordOf({ id: serial(3), mpn: 'lm 317', confidence: null }));
    lists.settle();
    for (const limit of [1, 2, 3]) {
      expect(await searchAll(lists, { query: 'LM317' }, limit)).toEqual([serial(2), serial(3), serial(1)]);
    }
  });

  it('for a part number that only a deleted item had uses its words', async () => {
    const lists = postingLists();
    lists.add(recordOf({ id: serial(1), mpn: 'NV 7805' }));
    lists.add(recordOf({ id: serial(2), mpn: 'X1', title: '7805 NV gasket' }));
    lists.remove(serial(1));
    lists.settle();
    expect(await searchAll(lists, { query: 'nv 7805' }, 5)).toEqual([serial(2)]);
  });

  it('with a manufacturer of several aliases keeps its cursor, for any number of words', async () => {
    const lists = postingLists();
    const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'iota', 'kappa'];
    for (let number = 0; number < 9; number += 1) {
      lists.add(
        recordOf({ id: serial(number), manufacturer: number % 2 === 0 ? 'TI' : 'Texas Instruments', keywords: words }),
      );
    }
    lists.settle();
    for (const count of [5, 6, 7, 8]) {
      const asked = { query: words.slice(0, count).join(' '), manufacturer: 'TI' };
      const terms = withManufacturerSpellings(termsOfSearch(asked), asked.manufacturer, BUILT_IN_MANUFACTURERS);
      expect(terms.manufacturer?.length).toBeGreaterThan(1);
      const page = await searchPage(lists, { terms, after: undefined, limit: 4, sections });
      if (page.next === undefined) throw new Error('One page');
      expect(readCursor(writeCursor(page.next, termsOfSearch(asked)), termsOfSearch(asked))).toEqual(page.next);
    }
  });

  it('distinguishes two of its words that have the same hash', async () => {
    const lists = postingLists();
    const [one, other] = termsOfSearch({ query: '1A converter' }).words.map(({ terms }) => terms);
    expect(areConfused(one ?? [], [...(other ?? [])])).toBe(true);
    let number = 0;
    const add = (count: number, title: string, confidence: number) => {
      for (let left = count; left > 0; left -= 1) {
        number += 1;
        lists.add(recordOf({ id: serial(number), title, confidence }));
      }
    };
    add(30, 'boost converter', 90);
    add(60, '1A diode', 70);
    add(200, 'converter', 80);
    add(3, 'boost converter 1A', 10);
    lists.settle();
    const terms = termsOfSearch({ query: '1A boost converter' });
    const page = await searchPage(lists, { terms, after: undefined, limit: 4, sections });
    expect(page.found.map(({ lacking }) => lacking.length)).toEqual([0, 0, 0]);
  });

  it('ignores a posting if its item is deleted, has another position, or no longer has the term', async () => {
    const lists = twoCrowds(100);
    const before = plainSearch([], { query: 'left' });
    expect(before).toEqual([]);
    for (let number = 0; number < 100; number += 4) lists.remove(serial(number));
    lists.add(recordOf({ id: serial(2), title: 'right', confidence: 100 }));
    lists.add(recordOf({ id: serial(6), title: 'left', confidence: 1 }));
    lists.settle();
    const ids = await searchAll(lists, { query: 'left' }, 7);
    const expected = Array.from({ length: 25 }, (_, index) => index * 4 + 2).filter(
      (number) => number !== 2 && number !== 6,
    );
    expect(ids).toEqual([...expected.map(serial), serial(6)]);
  });
});

describe('the end of a page', () => {
  const after = (last: string): Place => ({ kind: 'number', last: last as ItemPosition });
  const [at, enoughAt, lastPlace] = [after('050#itm_1'), after('050#itm_2'), after('050#itm_3')];
  const ended = { why: 'ended', at } as const;
  const paused = { why: 'paused', at } as const;
  const checked = { why: 'checked', at, enoughAt } as const;
  const enough = { why: 'enough' } as const;
  const soFar = { lastPlace, mayReadMore: true, isEmpty: false, isFull: false, hasEnoughFull: false };

  it.each([
    ['at the end of the lists', ended, {}, at],
    ['at the end of the lists, even without a match', ended, { isEmpty: true }, at],
    ['at a pause with a match', paused, {}, at],
    ['at a pause without a match after the last read', paused, { isEmpty: true, mayReadMore: false }, at],
    ['after the last read, when the full matches are not enough', checked, { mayReadMore: false }, at],
    ['after the last read, when they are enough', checked, { mayReadMore: false, hasEnoughFull: true }, enoughAt],
    ['with a match that follows', enough, { isFull: true }, lastPlace],
    ['after the last read, when the page is not full', enough, { mayReadMore: false }, lastPlace],
  ])('comes %s', (_when, pulled, page, follows) => {
    expect(pageEnd(pulled, { ...soFar, ...page })).toEqual({ follows });
  });

  it.each([
    ['at a pause without a match', paused, { isEmpty: true }],
    ['once the full matches were checked', checked, { hasEnoughFull: true }],
    ['when matches were not confirmed', enough, {}],
  ])('does not come %s while there is a read left', (_when, pulled, page) => {
    expect(pageEnd(pulled, { ...soFar, ...page })).toBeUndefined();
  });
});
