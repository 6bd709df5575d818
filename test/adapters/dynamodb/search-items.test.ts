/** search_items over the real tables: what the lists in memory cannot show. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DynamoItemWriter } from '../../../functions/adapters/dynamodb/dynamo-item-writer.ts';
import { DynamoProductIndex } from '../../../functions/adapters/dynamodb/dynamo-product-index.ts';
import type { ItemRecord } from '../../../functions/core/products/item-record.ts';
import type { PostingIndex } from '../../../functions/core/products/posting-index.ts';
import { searchItems, type SearchPlace } from '../../../functions/core/products/search-items.ts';
import { termsOf, termsOfSearch, type SearchCriteria } from '../../../functions/core/products/search-terms.ts';
import { testClient } from '../../support/dynamodb-client.ts';
import { recordOf } from '../../support/item-records.ts';
import { openLoadedIndex, type LoadedIndex } from '../../support/loaded-index.ts';
import { observe } from '../../support/observed-client.ts';
import { plainSearch } from '../../support/plain-search.ts';
import { realParts, realPartsAtHand } from '../../support/real-parts.ts';
import { openTables, type OpenTables } from '../../support/tables.ts';

async function* pagesOf(
  index: PostingIndex,
  criteria: SearchCriteria,
  limit: number,
): AsyncGenerator<readonly ItemRecord[]> {
  const terms = termsOfSearch(criteria);
  let after: SearchPlace | undefined;
  do {
    const page = await searchItems(index, { terms, after, limit, sections: ['keywords'] });
    yield page.records;
    after = page.next;
  } while (after !== undefined);
}

async function searchAll(index: PostingIndex, criteria: SearchCriteria, limit: number): Promise<string[]> {
  const ids: string[] = [];
  for await (const records of pagesOf(index, criteria, limit)) ids.push(...records.map(({ id }) => id));
  return ids;
}

describe('while records are written and deleted under the reader', { timeout: 180_000 }, () => {
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

  it('a page never shows a record that does not match, nor one twice, and never fails', async () => {
    const writer = new DynamoItemWriter(testClient(tables.endpoint), tables.productIndexTable);
    const index = new DynamoProductIndex(testClient(tables.endpoint), tables.productIndexTable);
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
        for await (const records of pagesOf(index, criteria, 4)) {
          expect(plainSearch(records, criteria)).toEqual(records.map(({ id }) => id));
          expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
          shown += records.length;
        }
      }
    }
    await writing;
    expect(shown).toBeGreaterThan(0);
  });

  it('and when the writing has ended, every search gives what a filter over all records gives', async () => {
    const index = new DynamoProductIndex(testClient(tables.endpoint), tables.productIndexTable);
    const ids = Array.from({ length: 40 }, (_, number) => serial(number));
    const stored = [...(await index.readItems(ids, ['keywords'])).values()];
    for (const criteria of [
      { query: 'red' },
      { query: 'blue washer' },
      { manufacturer: 'ACME' },
      { query: 'p7' },
      { unspsc: '31' },
    ]) {
      expect(await searchAll(index, criteria, 3)).toEqual(plainSearch(stored, criteria));
    }
  });
});

describe.skipIf(!realPartsAtHand)('over real parts', { timeout: 300_000 }, () => {
  let loaded: LoadedIndex;
  const parts = realPartsAtHand ? realParts() : [];
  beforeAll(async () => {
    loaded = await openLoadedIndex();
    await loaded.load(parts);
  }, 300_000);
  afterAll(() => loaded.stop());

  it.each<SearchCriteria>([
    { query: 'low dropout regulator', manufacturer: 'Texas Instruments' },
    { unspsc: '3211', query: 'schottky' },
    { unspsc: '321116', manufacturer: 'onsemi' },
    { query: 'TPS76333' },
    { query: 'lm317_to39' },
    { query: '3.3V SOT-23-5 LDO' },
    { query: 'nothing like this' },
    { manufacturer: 'Bosch Sensortec GmbH' },
  ])('%j gives what a plain scan gives, page by page to the end', async (criteria) => {
    const index = new DynamoProductIndex(loaded.client(), loaded.tableName);
    expect(await searchAll(index, criteria, 25)).toEqual(plainSearch(parts, criteria));
  });

  it('words of letters find what splitting title and keywords at everything else finds', async () => {
    const index = new DynamoProductIndex(loaded.client(), loaded.tableName);
    const naive = (part: ItemRecord) =>
      [part.title, ...(part.keywords ?? [])]
        .join(' ')
        .toLowerCase()
        .split(/[^a-z]+/);
    const wanted = parts.filter(
      (part) =>
        part.manufacturer === 'Texas Instruments' &&
        ['low', 'dropout', 'regulator'].every((word) => naive(part).includes(word)),
    );
    const found = await searchAll(index, { query: 'low dropout regulator', manufacturer: 'Texas Instruments' }, 25);
    expect(found.toSorted()).toEqual(wanted.map(({ id }) => id).sort());
  });

  it('every thousandth part is the first result of its number', async () => {
    const index = new DynamoProductIndex(loaded.client(), loaded.tableName);
    for (const part of parts.filter((_, place) => place % 1_000 === 0)) {
      const [first] = await searchAll(index, { query: part.mpn ?? '', manufacturer: part.manufacturer ?? '' }, 10);
      expect(first).toBe(part.id);
      expect(termsOf(part)).toContain(termsOfSearch({ query: part.mpn ?? '' }).number);
    }
  });

  it('a page of 10 takes two round trips and at most 12 read units', async () => {
    const client = loaded.client();
    const observed = observe(client);
    const index = new DynamoProductIndex(client, loaded.tableName);
    const terms = termsOfSearch({ query: 'low dropout regulator', manufacturer: 'Texas Instruments' });
    await searchItems(index, { terms, after: undefined, limit: 10, sections: [] });
    expect(observed.depth()).toBe(2);
    expect(observed.readUnits()).toBeLessThanOrEqual(12);
  });
});
