import { describe, expect, test } from 'vitest';
import { END, START } from '../../../../core/index/items/item-position.ts';
import { listedPlaces, walkLeader, type WalkCriteria } from '../../../../core/index/search/leader-walk.ts';
import { startReadBudget } from '../../../../core/index/search/read-budget.ts';
import { NOTHING_NEEDED } from '../../../../core/index/search/search-order.ts';
import { areConfused } from '../../../../core/index/search/term-signature.ts';
import {
  listsByHand,
  placeAt,
  positionAt,
  term,
  terms,
  type ItemByHand,
} from '../../../support/index/lists-by-hand.ts';

/** The words of a search, rarest first. */
function criteriaOf(words: string, more: Partial<WalkCriteria> = {}): WalkCriteria {
  const clauses = terms(words).map((one) => [one]);
  return { words: clauses, otherWords: [], filters: [], bits: 16, needed: NOTHING_NEEDED, excluded: [], ...more };
}

const without = (words: string, unless = '') => ({
  written: words,
  clauses: terms(words).map((one) => [one]),
  unless: terms(unless),
});

/** Walks the list of a leader, opened but read no further. */
async function walked(
  items: readonly ItemByHand[],
  criteria: WalkCriteria,
  leader: Parameters<typeof walkLeader>[2],
  options?: Parameters<typeof listsByHand>[1],
) {
  const { lists, reads } = listsByHand(items, options);
  const walk = walkLeader(lists, criteria, leader, START);
  await walk.open();
  const found = () => walk.items().map(({ position, held }) => [placeAt(position), held]);
  return { walk, reads, found };
}

describe('the items of a leader’s list', () => {
  test('are classified by the set of words they have, the rarest as the highest bit', async () => {
    const items = [{ has: 'a b c' }, { has: 'b c' }, { has: 'b' }, { has: 'c' }];
    const { found } = await walked(items, criteriaOf('a b c'), 1);
    expect(found()).toEqual([
      [0, 0b111],
      [1, 0b011],
      [2, 0b010],
    ]);
  });

  test('have a rarer word only if its list has them, whatever their signatures say', async () => {
    const items = [{ has: 'b', seems: 'a' }, { has: 'a b' }];
    const { found } = await walked(items, criteriaOf('a b'), 1);
    expect(found()).toEqual([
      [0, 0b01],
      [1, 0b11],
    ]);
  });

  test('have a more common word if their signatures say so, without a read of its list', async () => {
    const { found, reads } = await walked([{ has: 'a', seems: 'b' }, { has: 'a' }], criteriaOf('a b'), 0);
    expect(found()).toEqual([
      [0, 0b11],
      [1, 0b10],
    ]);
    expect(reads).toEqual(['a']);
  });

  test('have a part number only if its list has them, even one more common than the leader', async () => {
    const items = [{ has: 'a', seems: 'b:lm3' }, { has: 'a b:lm3' }];
    const { found } = await walked(items, criteriaOf('a b:lm3'), 0);
    expect(found()).toEqual([
      [0, 0b10],
      [1, 0b11],
    ]);
  });

  test('have a word that shares its hash with a more common one only if its list has them', async () => {
    const words = Array.from({ length: 2_000 }, (_, place) => `x${place}`);
    const twin = words.find((word) => areConfused([term('c')], [term(word)], 8)) ?? '';
    const criteria = criteriaOf(`a ${twin} c`, { bits: 8 });
    expect(listedPlaces(criteria, 0)).toEqual([1]);
    const { found } = await walked([{ has: 'a c' }, { has: `a c ${twin}` }], criteria, 0, { bits: 8 });
    expect(found()).toEqual([
      [0, 0b101],
      [1, 0b111],
    ]);
  });

  test('are left out if they lack a filter, a required word or too many words', async () => {
    const items = [{ has: 'a b m:acme' }, { has: 'a b' }, { has: 'a m:acme' }, { has: 'a b c' }];
    const filtered = await walked(items, criteriaOf('a b', { filters: [terms('m:acme m:acme-old')] }), 0);
    expect(filtered.found()).toEqual([
      [0, 0b11],
      [2, 0b10],
    ]);
    const required = await walked(items, criteriaOf('a b', { needed: { required: 0b01, least: 1 } }), 0);
    expect(required.found().map(([place]) => place)).toEqual([0, 1, 3]);
    const most = await walked(items, criteriaOf('a b c', { needed: { required: 0, least: 3 } }), 0);
    expect(most.found()).toEqual([[3, 0b111]]);
  });

  test('are full with every word, also of those without lists, and in the title with all of them there', async () => {
    const items = [
      { has: 'a b o', title: 'a b o' },
      { has: 'a b o', title: 'a b' },
      { has: 'a b', title: 'a b' },
      { has: 'b:lm3 a b o', title: 'a b o' },
    ];
    const { walk } = await walked(items, criteriaOf('a b', { otherWords: [terms('o')] }), 0);
    expect(walk.items().map(({ isFull, inTitle }) => [isFull, inTitle])).toEqual([
      [true, true],
      [true, false],
      [false, false],
      [true, true],
    ]);
    const numbered = await walked(items, criteriaOf('a b b:lm3', { otherWords: [terms('o')] }), 0);
    expect(numbered.walk.items().map(({ isFull, inTitle }) => [isFull, inTitle])[3]).toEqual([true, true]);
  });

  test('of a filter’s list have no rarer words: signatures decide about each', async () => {
    const { found, reads } = await walked([{ has: 'm:acme b', seems: 'a' }], criteriaOf('a b'), terms('m:acme'));
    expect(found()).toEqual([[0, 0b11]]);
    expect(reads).toEqual(['acme']);
  });
});

describe('an excluded word', () => {
  const criteria = criteriaOf('a', { excluded: [without('x')] });

  test('hides an item that its list and its signature have', async () => {
    const items = [{ has: 'a x' }, { has: 'a' }];
    expect((await walked(items, criteria, 0)).found()).toEqual([[1, 1]]);
  });

  test('hides none by a false positive of the signature, and none by a stale posting', async () => {
    const items = [{ has: 'a', seems: 'x' }, { has: 'a', had: 'x' }, { has: 'b x' }];
    expect((await walked(items, criteria, 0)).found()).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });

  test('of two hides only an item with both, and none that has what it is excepted for', async () => {
    const items = [{ has: 'a x' }, { has: 'a x y' }, { has: 'a x y z' }];
    const both = criteriaOf('a', { excluded: [without('x y', 'z')] });
    expect((await walked(items, both, 0)).found()).toEqual([
      [0, 1],
      [2, 1],
    ]);
  });

  test('ends the walk before an item that may have it and lies beyond what was read of its list', async () => {
    const items = [{ has: 'x' }, { has: 'x' }, { has: 'a' }, { has: 'a x' }, { has: 'a' }];
    const { walk, reads, found } = await walked(items, criteria, 0, { perRead: 2 });
    expect(found()).toEqual([[2, 1]]);
    expect(placeAt(walk.reach())).toBe(2);
    expect(await walk.extend(5, 1, startReadBudget([100_000]))).toBe(true);
    expect(found()).toEqual([
      [2, 1],
      [4, 1],
    ]);
    expect(reads.slice(2)).toEqual(expect.arrayContaining(['x after 2']));
    expect(walk.reach()).toBe(END);
  });

  test('whose list ends early hides nothing and ends no walk where no signature has it', async () => {
    const items = [{ has: 'x' }, { has: 'x' }, { has: 'x' }, { has: 'a' }, { has: 'a' }];
    const { walk, found } = await walked(items, criteria, 0, { perRead: 2 });
    expect(found()).toEqual([
      [3, 1],
      [4, 1],
    ]);
    expect(walk.reach()).toBe(END);
  });
});

describe('reading on', () => {
  const crowd = Array.from({ length: 200 }, (_, place) => ({ has: place % 2 === 0 ? 'a b' : 'b' }));

  test('reaches as far as the list that is behind, and reads leader and rarer words in one step', async () => {
    const { walk, reads } = await walked(crowd, criteriaOf('a b'), 1);
    expect(placeAt(walk.reach())).toBe(35);
    reads.length = 0;
    await walk.extend(10, 5, startReadBudget([100_000]));
    expect(reads.length).toBeGreaterThan(0);
    expect(reads.every((read) => /^[ab] after (?:35|70)$/.test(read))).toBe(true);
    expect(new Set(reads).size).toBe(reads.length);
    expect(Number(placeAt(walk.reach()))).toBeGreaterThan(35);
  });

  test('is refused once the budget is spent', async () => {
    const { walk, reads } = await walked(crowd, criteriaOf('a b'), 1);
    reads.length = 0;
    expect(await walk.extend(10, 5, startReadBudget([]))).toBe(false);
    expect(reads).toEqual([]);
  });

  test('reads no further than the bytes of its page allow, but never less than a first page', async () => {
    const reachWith = async (bytes: number) => {
      const { walk } = await walked(crowd, criteriaOf('a b'), 1);
      await walk.extend(1_000, 0, startReadBudget([bytes]));
      return placeAt(walk.reach());
    };
    expect(await reachWith(110)).toBe(70);
    expect(await reachWith(100 * 110)).toBe(101);
    expect(await reachWith(1_000_000)).toBe('end');
  });

  test('begins after the place of an earlier page', async () => {
    const { lists } = listsByHand([{ has: 'a' }, { has: 'a' }, { has: 'a' }]);
    const walk = walkLeader(lists, criteriaOf('a'), 0, positionAt(1));
    await walk.open();
    expect(walk.items().map(({ position }) => placeAt(position))).toEqual([2]);
  });
});
