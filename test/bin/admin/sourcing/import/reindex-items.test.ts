// Slow: a table of more than 5,000 items.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reindexItems } from '../../../../../bin/admin/sourcing/import/reindex-items.ts';
import { sampleItems } from '../../../../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../../../../local/demo/seeded-random.ts';
import { openLoadedIndex, type LoadedIndex } from '../../../../support/index/loaded-index.ts';

/** So many items that the table is read in several pages. */
const RECORDS = 1_200;
let loaded: LoadedIndex;

beforeAll(async () => {
  loaded = await openLoadedIndex();
  await loaded.load(sampleItems(createSeededRandom(3), { count: RECORDS, firstNumber: 1 }));
});
afterAll(() => loaded.stop());

/** Runs once over the table, and is asked to stop after this many items. */
async function reindex(stopAfter: number, fromStart = false) {
  const stop = new AbortController();
  const repaired: string[] = [];
  const progress: number[] = [];
  const report = await reindexItems({
    client: loaded.client(),
    table: loaded.tableName,
    repairItem: async (itemId) => {
      repaired.push(itemId);
      if (repaired.length === stopAfter) stop.abort();
      return true;
    },
    fromStart,
    concurrency: 4,
    stop: stop.signal,
    onProgress: (count) => void progress.push(count),
  });
  return { report, repaired, progress };
}

test('a stopped reindex resumes after the last finished page, and misses no item', async () => {
  const first = await reindex(RECORDS - 100);
  expect(first.report.finished).toBe(false);
  expect(first.progress.at(-1)).toBeGreaterThan(RECORDS - 110);
  const second = await reindex(Infinity);
  expect(second.report).toEqual({ finished: true, repaired: RECORDS });
  expect(second.repaired.length).toBeLessThan(RECORDS / 2);
  expect(new Set([...first.repaired, ...second.repaired]).size).toBe(RECORDS);
});

test('a reindex starts over on request, or if the last one finished', async () => {
  await reindex(RECORDS - 100);
  expect((await reindex(Infinity, true)).repaired).toHaveLength(RECORDS);
  expect((await reindex(Infinity)).repaired).toHaveLength(RECORDS);
});
