import { describe, expect, test } from 'vitest';
import { END, START } from '../../../../core/index/items/item-position.ts';
import { startReadBudget } from '../../../../core/index/search/read-budget.ts';
import type { SearchOrder } from '../../../../core/index/search/search-order.ts';
import { FULL_PHASE, type Place } from '../../../../core/index/search/search-place.ts';
import { firstReads, seemingMatches, type MatchWalk } from '../../../../core/index/search/seeming-matches.ts';
import {
  listsByHand,
  placeAt,
  positionAt,
  term,
  terms,
  type ItemByHand,
} from '../../../support/index/lists-by-hand.ts';

interface Wanted {
  /** The words of the search that items have, rarest first. */
  readonly words?: string;
  readonly number?: string;
  readonly filter?: string;
  /** Words that no item has. */
  readonly unknown?: number;
  readonly isNumber?: boolean;
  readonly least?: number;
  readonly lacksMeaning?: boolean;
  /** The bytes of the later pages. */
  readonly bytes?: readonly number[];
  /** The matches that one page wants. */
  readonly limit?: number;
  readonly perRead?: number;
  /** The full matches that turn out to be none when they are confirmed. */
  readonly isWrong?: (place: number) => boolean;
}

const PLENTY = Array.from({ length: 100 }, () => 1_000_000);

function walkOf(items: readonly ItemByHand[], wanted: Wanted) {
  const { words = '', number, filter, unknown = 0, bytes = PLENTY, limit = 10, perRead = 1_000, least = 1 } = wanted;
  const { lists, reads } = listsByHand(items, { perRead });
  const clauses = terms(words).map((one) => [one]);
  const leadingFilter = filter === undefined ? undefined : terms(filter);
  const order: SearchOrder = {
    words: Array.from({ length: clauses.length + unknown }, (_, place) => place),
    held: clauses.length,
    leader: filter === undefined ? 'words' : 'manufacturer',
    isNumber: wanted.isNumber ?? false,
    isCorrected: false,
  };
  const shown: { place: number; found: string }[] = [];
  const confirmed = { is: false };
  const search: MatchWalk = {
    lists,
    criteria: {
      words: clauses,
      otherWords: [],
      filters: leadingFilter === undefined ? [] : [leadingFilter],
      bits: 16,
      needed: { required: 0, least },
      excluded: [],
    },
    number: number === undefined ? undefined : term(number),
    order,
    leadingFilter,
    budget: startReadBudget(bytes),
    walks: new Map(),
    lacksMeaning: wanted.lacksMeaning ?? false,
    fullMatches: () =>
      shown.filter(({ found, place }) => found === 'full' && !(confirmed.is && wanted.isWrong?.(place) === true))
        .length,
    missing: () => limit - shown.length,
    isPageEmpty: () => shown.length === 0,
  };
  return { search, shown, confirmed, reads };
}

/** Takes all matches, or as many as `most`. */
async function matchesOf(items: readonly ItemByHand[], wanted: Wanted, from?: Place, most = 1_000) {
  const { search, shown, confirmed, reads } = walkOf(items, wanted);
  const events: string[] = [];
  const places: Place[] = [];
  const source = seemingMatches(search, from);
  for (;;) {
    const next = shown.length < most ? await source.next() : undefined;
    if (next === undefined) return { events, places, reads, follows: places.at(-1) };
    if (next.done === true) return { events, places, reads, follows: next.value };
    if ('pausedAt' in next.value) events.push('pause');
    else if ('checkedAt' in next.value) {
      events.push('check');
      confirmed.is = true;
    } else {
      const { position, found, place } = next.value;
      shown.push({ place: Number(placeAt(position)), found });
      places.push(place);
      events.push(`${placeAt(position)} ${found}`);
    }
  }
}

describe('what seems to match', () => {
  test('begins with the exact part number, then has every word, then most words and the rarest ones', async () => {
    const items = [{ has: 'c' }, { has: 'b c' }, { has: 'a c' }, { has: 'a' }, { has: 'a b c' }, { has: 'n:lm3' }];
    const { events, follows } = await matchesOf(items, { words: 'a b c', number: 'n:lm3' });
    expect(events).toEqual(['5 number', '4 full', '2 partial', '1 partial', '3 partial', '0 partial']);
    expect(follows).toBeUndefined();
  });

  test('has the full matches of a window with all words in the title before the others', async () => {
    const items = [
      { has: 'a b', title: 'a' },
      { has: 'a b', title: 'a b' },
      { has: 'a b', title: 'a b' },
    ];
    expect((await matchesOf(items, { words: 'a b' })).events.slice(0, 3)).toEqual(['1 full', '2 full', '0 full']);
  });

  test('has no item with fewer words than are needed', async () => {
    const items = [{ has: 'a b c' }, { has: 'a b' }, { has: 'a' }];
    expect((await matchesOf(items, { words: 'a b c', least: 2 })).events).toEqual(['0 full', '1 partial']);
  });

  test('is led by a filter that is rarer than the words, in every phase', async () => {
    const items = [{ has: 'a b c m:acme' }, { has: 'b m:acme' }, { has: 'a b c' }];
    const { events, reads } = await matchesOf(items, { words: 'a b c', filter: 'm:acme' });
    expect(events).toEqual(['0 full', '1 partial']);
    expect(reads).toEqual(['acme']);
  });

  test.each([
    ['none of its words is known', { unknown: 2, filter: 'm:acme' }],
    ['its known words say too little', { words: 'a', unknown: 1, lacksMeaning: true }],
    ['a piece of an exact number is missing', { words: 'a', unknown: 1, isNumber: true }],
  ] satisfies [string, Wanted][])('is only the exact part number if %s', async (_why, wanted) => {
    const items = [{ has: 'a m:acme' }, { has: 'n:lm3 a m:acme' }];
    expect((await matchesOf(items, { ...wanted, number: 'n:lm3' })).events).toEqual(['1 number']);
  });

  test('has no partial matches beside an exact part number', async () => {
    const items = [{ has: 'a b c n:lm3' }, { has: 'a b' }];
    const { events } = await matchesOf(items, { words: 'a b c', number: 'n:lm3', isNumber: true });
    expect(events).toEqual(['0 number', '0 full']);
  });
});

describe('enough full matches', () => {
  const items = [...Array.from({ length: 4 }, () => ({ has: 'a b c' })), { has: 'a b' }];
  const four = ['0 full', '1 full', '2 full', '3 full'];

  test('are confirmed first, and then no partial ones follow', async () => {
    const { events, follows } = await matchesOf(items, { words: 'a b c' });
    expect(events).toEqual([...four, 'check']);
    expect(follows).toBeUndefined();
  });

  test('that were not enough after all are followed by partial ones', async () => {
    const { events } = await matchesOf(items, { words: 'a b c', isWrong: (place) => place === 2 });
    expect(events).toEqual([...four, 'check', '4 partial']);
  });

  test('of two words are one', async () => {
    const two = [{ has: 'a b' }, { has: 'a' }];
    expect((await matchesOf(two, { words: 'a b' })).events).toEqual(['0 full', 'check']);
  });
});

describe('a budget that ends', () => {
  /** No item has all words; the leader’s list is longer than the budget lets it be read. */
  const crowd = Array.from({ length: 120 }, (_, place) => ({ has: place % 3 === 0 ? 'a b' : 'a' }));
  const wanted: Wanted = { words: 'a b c', perRead: 36, bytes: [], limit: 200 };

  test('in the phase of the full matches lets the page be filled from the leader’s list, read on once', async () => {
    const { events, follows } = await matchesOf(crowd, wanted);
    expect(events.slice(0, 3)).toEqual(['0 partial', '1 partial', '2 partial']);
    expect(follows).toMatchObject({ kind: 'coarse', phase: FULL_PHASE, done: 0 });
    if (follows?.kind !== 'coarse') throw new Error('not coarse');
    expect([placeAt(follows.exact), placeAt(follows.fill)]).toEqual([35, 71]);
  });

  test('shows every item once over all pages, each page from where the one before ended', async () => {
    const all: string[] = [];
    let from: Place | undefined;
    let pages = 0;
    do {
      const { events, follows }: Awaited<ReturnType<typeof matchesOf>> = await matchesOf(
        crowd,
        { ...wanted, bytes: [3_960] },
        from,
      );
      all.push(...events.filter((event) => event.includes(' ')));
      from = follows;
      pages += 1;
    } while (from !== undefined && pages < 20);
    expect(from).toBeUndefined();
    expect(pages).toBeGreaterThan(1);
    expect(all.map((event) => Number(event.split(' ')[0])).toSorted((a, b) => a - b)).toEqual(
      crowd.map((_, place) => place),
    );
  });

  test('in a partial phase pauses, and then the page is filled with what lacks more words', async () => {
    const items = [{ has: 'a c' }, ...Array.from({ length: 80 }, () => ({ has: 'a' })), { has: 'a b' }];
    const one = { words: 'a b c', perRead: 36, bytes: [] };
    const { events, follows } = await matchesOf(items, one, relaxedAt(0));
    expect(events.slice(0, 3)).toEqual(['pause', '0 partial', '1 partial']);
    expect(follows).toEqual({ kind: 'coarse', phase: 0, exact: positionAt(35), fill: positionAt(71), done: 0 });
  });

  test('leaves a page that would show nothing one small read more, and any other page none', async () => {
    const lacking = { words: 'a b c', perRead: 36, least: 2, bytes: [] };
    const crowdWith = (first: string, at: number) =>
      Array.from({ length: 100 }, (_, place) => ({ has: place === 0 ? first : place === at ? 'a b' : 'a x' }));
    expect((await matchesOf(crowdWith('a x', 71), lacking)).events).toEqual(['71 partial']);
    expect((await matchesOf(crowdWith('a x', 72), lacking)).events).toEqual([]);
    expect((await matchesOf(crowdWith('a b c', 71), lacking)).events).toEqual(['0 full']);
  });

  test('does not show a leader’s items again that coarse mode has shown', async () => {
    const items = [{ has: 'a b' }, { has: 'b c' }];
    const all = await matchesOf(items, { words: 'a b c' }, relaxedAt(0));
    expect(all.events).toEqual(['0 partial', '1 partial']);
    const rest = await matchesOf(items, { words: 'a b c' }, { ...relaxedAt(0), done: 0b001 });
    expect(rest.events).toEqual(['1 partial']);
  });
});

describe('a later page', () => {
  const items = [
    { has: 'a b', title: 'a' },
    { has: 'a b', title: 'a b' },
    { has: 'n:lm3 a' },
    { has: 'a b', title: 'a b' },
    { has: 'b' },
  ];
  const wanted: Wanted = { words: 'a b', number: 'n:lm3', limit: 100, isWrong: () => true };
  const whole = ['2 number', '1 full', '3 full', '0 full', '2 partial', '4 partial'];

  test.each([1, 2, 3, 4, 5])('continues after match %i as if there had been no end of a page', async (most) => {
    const first = await matchesOf(items, wanted, undefined, most);
    const second = await matchesOf(items, wanted, first.follows);
    expect([...first.events, ...second.events].filter((event) => event !== 'check')).toEqual(whole);
  });
});

describe('the first reads of a page', () => {
  const criteriaOf = (filter?: string) => walkOf([], { words: 'a b b:lm3', ...(filter && { filter }) }).search;
  const readsOf = (place: Place, filter?: string) =>
    firstReads(criteriaOf(filter), place).map(([clauses, start]) => [clauses.flat().join(' '), placeAt(start)]);

  test('are the lists of the place’s leader and of the words that it needs', () => {
    expect(readsOf({ kind: 'full', start: positionAt(3) })).toEqual([['b:lm3 w:a', 3]]);
    expect(readsOf({ kind: 'relaxed', phase: 2, last: positionAt(4), done: 0 })).toEqual([['w:a b:lm3 w:b', 4]]);
    expect(readsOf({ kind: 'full', start: positionAt(3) }, 'm:acme')).toEqual([['m:acme b:lm3', 3]]);
  });

  test('of a window are those of its titles and of its others', () => {
    const [start, end] = [positionAt(1), positionAt(9)];
    expect(readsOf({ kind: 'titles', start, end, last: positionAt(5) }).map(([, from]) => from)).toEqual([5, 1]);
    expect(readsOf({ kind: 'rest', end, last: positionAt(6) }).map(([, from]) => from)).toEqual([6]);
  });

  test('of coarse mode are at both its places, unless one has ended', () => {
    const place = { kind: 'coarse', phase: FULL_PHASE, done: 0 } as const;
    expect(readsOf({ ...place, exact: positionAt(2), fill: positionAt(7) }).map(([, from]) => from)).toEqual([2, 7]);
    expect(readsOf({ ...place, exact: END, fill: positionAt(7) }).map(([, from]) => from)).toEqual([7]);
  });

  test('are none after an exact part number, whose list is read by itself', () => {
    expect(readsOf({ kind: 'number', last: positionAt(1) })).toEqual([]);
  });
});

function relaxedAt(phase: number): Extract<Place, { kind: 'relaxed' }> {
  return { kind: 'relaxed', phase, last: START, done: 0 };
}
