// Slow: a table of more than 5,000 items.
/** search_items over the real tables: tests that in-memory posting lists cannot do. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { ItemRecord } from '../../../../core/index/items/item-record.ts';
import type { PostingIndex } from '../../../../core/index/search/posting-index.ts';
import type { FoundItem } from '../../../../core/index/search/finish-search.ts';
import type { SearchPlace } from '../../../../core/index/search/search-place.ts';
import { termsOf, termsOfSearch, type SearchCriteria } from '../../../../core/index/search/search-terms.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openLoadedIndex, type LoadedIndex } from '../../../support/index/loaded-index.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { expectAllOf, plainAnswers, plainSearch } from '../../../support/index/plain-search.ts';
import { realParts, realPartsAvailable } from '../../../support/fixtures/real-parts.ts';
import { searchPage, searchPages } from '../../../support/index/search-page.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

/** Returns whether an item is a match, and lacks exactly the named words. */
function isTruthful({ item, lacking }: FoundItem, criteria: SearchCriteria): boolean {
  const [own, { words, number, manufacturer }] = [new Set(termsOf(item)), termsOfSearch(criteria)];
  const holds = (word: (typeof words)[number]) => word.terms.some((term) => own.has(term));
  if (manufacturer !== undefined && !manufacturer.some((term) => own.has(term))) return false;
  if (number !== undefined && own.has(number)) return lacking.length === 0;
  return lacking.length <= words.length / 2 && lacking.every((word) => !holds(word));
}

/** The items with every word, with which each search begins. */
async function searchAll(index: PostingIndex, criteria: SearchCriteria, limit: number): Promise<string[]> {
  const terms = termsOfSearch(criteria);
  const ids: string[] = [];
  let after: SearchPlace | undefined;
  do {
    const page = await searchPage(index, { terms, after, limit, sections: [] });
    ids.push(...page.found.flatMap(({ item, lacking }) => (lacking.length === 0 ? [item.id] : [])));
    after = page.next;
  } while (after !== undefined && after.place.kind !== 'relaxed');
  return ids;
}

describe('while items are written and deleted during a search', () => {
  let tables: OpenTables;
  beforeAll(async () => void (tables = await openTables()));
  afterAll(() => tables.stop());

  const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;
  const versionOf = (number: number, turn: number): ItemRecord =>
    recordOf({
      id: serial(number),
      manufacturer: turn % 3 === 0 ? 'Acme' : 'Borealis',
      mpn: `P-${number}`,
      title: turn % 2 === 0 ? 'red washer' : 'blue washer',
      keywords: [turn % 2 === 0 ? 'red' : 'blue', 'washer'],
      confidence: (number * 7 + turn * 13) % 101,
    });

  test('a page never shows an item that does not match, never shows one twice, and never fails', async () => {
    const writer = new DynamoItemWriter(testClient(tables.endpoint), tables.productIndexTable);
    const index = new DynamoItemIndex(testClient(tables.endpoint), tables.productIndexTable);
    for (let number = 0; number < 40; number += 1) await writer.writeItem(versionOf(number, 0));
    const asked = [
      { query: 'red washer' },
      { manufacturer: 'Acme' },
      { query: 'P-7' },
      { query: 'blue', manufacturer: 'Borealis' },
    ];
    let isWriting = true;
    const writing = (async () => {
      for (let turn = 1; turn <= 150; turn += 1) {
        const number = (turn * 17) % 40;
        await (turn % 10 === 0 ? writer.deleteItem(serial(number)) : writer.writeItem(versionOf(number, turn)));
      }
      isWriting = false;
    })();
    let shown = 0;
    while (isWriting) {
      for (const criteria of asked) {
        const request = { terms: termsOfSearch(criteria), limit: 4, sections: ['keywords'] as const };
        const { pages } = await searchPages(index, request);
        for (const { found } of pages) {
          expect(found.filter((one) => !isTruthful(one, criteria))).toEqual([]);
          expect(new Set(found.map(({ item }) => item.id)).size).toBe(found.length);
          shown += found.length;
        }
      }
    }
    await writing;
    expect(shown).toBeGreaterThan(0);
  });

  test('every later search returns the same items as a filter over all items', async () => {
    const index = new DynamoItemIndex(testClient(tables.endpoint), tables.productIndexTable);
    const ids = Array.from({ length: 40 }, (_, number) => serial(number));
    const stored = [...(await index.readItems(ids, ['keywords'])).values()];
    for (const criteria of [
      { query: 'red' },
      { query: 'blue washer' },
      { manufacturer: 'ACME' },
      { query: 'p7' },
      { unspsc: '31' },
    ]) {
      const { ids, order } = await searchPages(index, { terms: termsOfSearch(criteria), limit: 3, sections: [] });
      expectAllOf(ids, plainAnswers(stored, criteria, order));
    }
  });
});

describe.skipIf(!realPartsAvailable)('a search over real parts', () => {
  let loaded: LoadedIndex;
  // Only a third of the parts is loaded, because loading all would take half a minute.
  const parts = realPartsAvailable ? realParts().filter((_part, place) => place % 3 === 0) : [];
  beforeAll(async () => {
    loaded = await openLoadedIndex();
    await loaded.load(parts);
  });
  afterAll(() => loaded.stop());

  test.each<SearchCriteria>([
    { query: 'low dropout regulator', manufacturer: 'Texas Instruments' },
    { unspsc: '3211', query: 'schottky' },
    { unspsc: '321116', manufacturer: 'onsemi' },
    { query: 'TPS76333' },
    { query: 'lm317_to39' },
    { query: '3.3V SOT-23-5 LDO', manufacturer: 'Diodes Incorporated' },
    { query: 'nothing like this' },
    { manufacturer: 'Bosch Sensortec GmbH' },
  ])('for %j returns what a plain scan returns, page by page to the end', async (criteria) => {
    const index = new DynamoItemIndex(loaded.client(), loaded.tableName);
    const { ids, order } = await searchPages(index, { terms: termsOfSearch(criteria), limit: 25, sections: [] });
    expectAllOf(ids, plainAnswers(parts, criteria, order));
  });

  /** The words of title and keywords, split without the code under test. */
  const nakedWords = (part: ItemRecord) =>
    [part.title, ...(part.keywords ?? [])]
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/);

  /** The words of title, keywords and part number. */
  const textOf = (part: ItemRecord) => [part.title, part.mpn, ...(part.keywords ?? [])].join(' ; ');
  const texas = (part: ItemRecord) => part.manufacturer === 'Texas Instruments';
  const isOf3211 = (part: ItemRecord) => part.unspsc_code?.startsWith('3211') === true;

  test.each<[SearchCriteria, readonly string[], readonly RegExp[], (part: ItemRecord) => boolean]>([
    [
      { query: 'low dropout regulator', manufacturer: 'Texas Instruments' },
      ['low', 'dropout', 'regulator'],
      [/\blow\b|\bldos?\b/i, /\bdropout\b|\bldos?\b|\blow[- ]drop(?:[- ]out)?\b/i, /\bregulators?\b/i],
      texas,
    ],
    [{ unspsc: '3211', query: 'schottky' }, ['schottky'], [/\bschottkys?\b/i], isOf3211],
    [
      { query: 'operational amplifiers', manufacturer: 'Texas Instruments' },
      ['operational', 'amplifiers'],
      [/\boperational\b|\bop-?[ ]?amps?\b/i, /\bamplifiers?\b|\bop-?[ ]?amps?\b/i],
      texas,
    ],
  ])(
    'for %j finds every item with these words, and none without a form of each',
    async (criteria, words, forms, meets) => {
      const index = new DynamoItemIndex(loaded.client(), loaded.tableName);
      const wanted = parts.filter((part) => meets(part) && words.every((word) => nakedWords(part).includes(word)));
      const explained = parts.filter((part) => meets(part) && forms.every((form) => form.test(textOf(part))));
      expect(wanted.length).toBeGreaterThan(10);
      for (const limit of [4, 25]) {
        const found = await searchAll(index, criteria, limit);
        expect(new Set(found).size).toBe(found.length);
        expect(wanted.filter(({ id }) => !found.includes(id))).toEqual([]);
        const foundOnly = found.filter((id) => !explained.some((part) => part.id === id));
        expect(parts.filter(({ id }) => foundOnly.includes(id)).map(textOf)).toEqual([]);
      }
    },
  );

  test.each([
    ['as it is written', (number: string) => number],
    ['in lower case, between spaces', (number: string) => `  ${number.toLowerCase()} `],
    ['without its hyphens, underscores and spaces', (number: string) => number.replaceAll(/[-_ ]/g, '')],
    ['in groups of three', (number: string) => number.replaceAll(/(.{3})(?=.)/g, '$1 ')],
    ['with hyphens and in upper case', (number: string) => number.toUpperCase().replaceAll(/(.{2})(?=.)/g, '$1-')],
  ])('for the part number %s finds all parts that have it first, highest confidence on top', async (_, rewrite) => {
    const index = new DynamoItemIndex(loaded.client(), loaded.tableName);
    const bare = (part: ItemRecord) => (part.mpn ?? '').toUpperCase().replaceAll(/[-_\s]/g, '');
    const asked = [
      ...parts.filter((_part, place) => place % 200 === 0),
      ...parts.filter(texas).filter((_part, place) => place % 40 === 0),
    ];
    expect(asked.length).toBeGreaterThan(15);
    for (const part of asked) {
      const criteria = { query: rewrite(part.mpn ?? ''), manufacturer: (part.manufacturer ?? '').toUpperCase() };
      const found = await searchAll(index, criteria, 10);
      const same = parts.filter((other) => bare(other) === bare(part) && other.manufacturer === part.manufacturer);
      expect(found.slice(0, same.length).toSorted()).toEqual(same.map(({ id }) => id).sort());
      expect(found.toSorted()).toEqual(plainSearch(parts, criteria).toSorted());
    }
  });

  test('with a page of 10 takes two round trips and at most 12 read units', async () => {
    const client = loaded.client();
    const observed = observe(client);
    const index = new DynamoItemIndex(client, loaded.tableName);
    const terms = termsOfSearch({ query: 'regulator' });
    await searchPage(index, { terms, after: undefined, limit: 10, sections: [] });
    expect(observed.depth()).toBe(2);
    expect(observed.readUnits()).toBeLessThanOrEqual(12);
  });
});
