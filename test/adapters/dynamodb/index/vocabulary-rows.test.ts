/**
 * The vocabulary on the real tables: the rows that a dying process leaves, and searches while everything is indexed
 * again.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import {
  addToVocabulary,
  readVocabulary,
  rebuildVocabulary,
} from '../../../../adapters/dynamodb/index/vocabulary-rows.ts';
import { reindexItems } from '../../../../bin/admin/sourcing/import/reindex-items.ts';
import { beginCurrentSearch } from '../../../../core/index/corrections/begin-current-search.ts';
import { isCursorOfCorrected, readCursor, writeCursor } from '../../../../core/index/search/search-cursor.ts';
import { LATER_PAGE_BYTES } from '../../../../core/index/search/read-budget.ts';
import { finishSearch } from '../../../../core/index/search/finish-search.ts';
import { termsOfSearch } from '../../../../core/index/search/search-terms.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openLoadedIndex, type LoadedIndex } from '../../../support/index/loaded-index.ts';
import { CrashError, injectFaults } from '../../../support/stores/faulty-client.ts';

const RECORDS = 60;
const serial = (number: number) => `itm_${String(number).padStart(8, '0')}`;
const volts = (number: number) => 2 + (number % 5);
const recordAt = (number: number, confidence: number) =>
  recordOf({
    id: serial(number),
    manufacturer: 'onsemi',
    mpn: `${number % 2 === 0 ? 'INA219' : 'INA226'}-${number}`,
    title: `accelerometer with monitor, ${volts(number)} V`,
    confidence,
  });
const confidenceOf = (number: number) => (number * 37) % 101;
const items = Array.from({ length: RECORDS }, (_, number) => recordAt(number, confidenceOf(number)));

let loaded: LoadedIndex;
beforeAll(async () => {
  loaded = await openLoadedIndex();
  // The postings of the first versions stay; those with another confidence now are stale.
  await loaded.load(items.map((_record, number) => recordAt(number, number % 3 === 0 ? 50 : confidenceOf(number))));
  await loaded.load(items);
  await rebuild();
});
afterAll(() => loaded.stop());

function rebuild(client = loaded.client()): Promise<boolean> {
  return rebuildVocabulary(client, loaded.tableName, new AbortController().signal, () => undefined);
}

/**
 * Kills a run before and after each call in turn, then repeats it.
 * @returns the calls of a run
 */
async function killedEverywhere(
  prepare: () => Promise<unknown>,
  run: (client: ReturnType<LoadedIndex['client']>) => Promise<unknown>,
  checkKilled: () => Promise<void>,
  checkRepeated: () => Promise<void>,
): Promise<number> {
  for (let call = 1; ; call += 1) {
    for (const fault of ['crash', 'crash-after'] as const) {
      await prepare();
      const client = loaded.client();
      const injected = injectFaults((one) => (one.call === call ? fault : undefined), client);
      const error: unknown = await run(client).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      if (!injected.crashed) return call - 1;
      expect(error).toBeInstanceOf(CrashError);
      await checkKilled();
      await run(loaded.client());
      await checkRepeated();
    }
  }
}

const knows = async (...words: readonly string[]) => {
  const vocabulary = await readVocabulary(loaded.client(), loaded.tableName);
  return words.map((word) => vocabulary.has(word));
};

describe('a process that dies', () => {
  test('while it rewrites the vocabulary leaves every word, and a repeat completes it', async () => {
    const calls = await killedEverywhere(
      () => addToVocabulary(loaded.client(), loaded.tableName, [['obsoleteword', 9]]),
      rebuild,
      async () => expect(await knows('accelerometer', 'monitor')).toEqual([true, true]),
      async () => expect(await knows('accelerometer', 'obsoleteword')).toEqual([true, false]),
    );
    expect(calls).toBe(5);
  });

  test('while an import adds words loses none, and a repeat adds each once', async () => {
    const added = [
      ['gyroscope', 4],
      ['accelerometer', 60],
      ['rareword', 2],
    ] as const;
    const calls = await killedEverywhere(
      rebuild,
      (client) => addToVocabulary(client, loaded.tableName, added),
      async () => expect(await knows('accelerometer', 'monitor')).toEqual([true, true]),
      async () => expect(await knows('gyroscope', 'rareword')).toEqual([true, false]),
    );
    expect(calls).toBe(3);
    await rebuild();
  });
});

test('a word that an import adds is known after a minute', async () => {
  let nowMs = 0;
  const index = new DynamoItemIndex(loaded.client(), loaded.tableName, { clock: { nowMs: () => nowMs } });
  const isKnown = async () => (await index.vocabulary()).has('freshword');
  expect(await isKnown()).toBe(false);
  await addToVocabulary(loaded.client(), loaded.tableName, [['freshword', 5]]);
  nowMs = 59_999;
  expect(await isKnown()).toBe(false);
  nowMs = 60_000;
  expect(await isKnown()).toBe(true);
  await rebuild();
});

describe('while items are indexed again, all pages', () => {
  const all = (_number: number) => true;
  const isBase = (number: number) => number % 2 === 0;
  test.each([
    ['INA219 accelerometer', isBase],
    ['accelorometer', all],
    ['accelerometer over 3.5 V', (number: number) => volts(number) > 3.5],
    ['INA219 accelorometer at least 4 V', (number: number) => isBase(number) && volts(number) >= 4],
  ])(
    'of %s are what a plain filter and sort return, under three budgets',
    async (query, isMeant) => {
      const plain = items
        .map((item, number) => ({ id: item.id, number, confidence: confidenceOf(number) }))
        .filter(({ number }) => isMeant(number))
        .toSorted((one, other) => other.confidence - one.confidence || (one.id < other.id ? -1 : 1));
      const stop = new AbortController();
      const writer = new DynamoItemWriter(loaded.client(), loaded.tableName);
      let isDone = false;
      let runs = 0;
      const filing = (async () => {
        while (!isDone) {
          await reindexItems({
            client: loaded.client(),
            table: loaded.tableName,
            repairItem: (itemId) => writer.repairItem(itemId),
            fromStart: true,
            concurrency: 2,
            stop: stop.signal,
            onProgress: () => undefined,
          });
          runs += 1;
        }
      })();
      try {
        for (const laterPageBytes of [LATER_PAGE_BYTES, [500], []]) {
          expect(await pagesOf(query, laterPageBytes)).toEqual(plain.map(({ id }) => id));
        }
      } finally {
        isDone = true;
        await filing;
      }
      expect(runs).toBeGreaterThan(0);
    },
    120_000,
  );

  /** Another instance without a cache reads each page. */
  async function pagesOf(query: string, laterPageBytes: readonly number[]): Promise<readonly string[]> {
    const found: string[] = [];
    const terms = termsOfSearch({ query });
    let cursor: string | undefined;
    do {
      const index = new DynamoItemIndex(loaded.client(), loaded.tableName);
      const isCorrected = cursor !== undefined && isCursorOfCorrected(cursor, terms) === true;
      const after = cursor === undefined || isCorrected ? undefined : readCursor(cursor, terms);
      const place = { after, correctedCursor: isCorrected ? cursor : undefined };
      const started = await beginCurrentSearch(
        index,
        { query },
        { ...place, limit: 4, sections: [] },
        { laterPageBytes },
      );
      expect(started.isForeign).not.toBe(true);
      const page = await finishSearch(index, started);
      found.push(...page.found.map(({ item }) => item.id));
      cursor = page.next === undefined ? undefined : writeCursor(page.next, terms);
      expect(cursor?.length ?? 0).toBeLessThanOrEqual(40);
    } while (cursor !== undefined);
    return found;
  }
});
