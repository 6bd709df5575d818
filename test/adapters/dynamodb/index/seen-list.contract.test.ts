/** What an import remembers of the list of part numbers saves queries and changes no answer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchWrite } from '../../../../adapters/dynamodb/client/batch-write.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { alikeKey } from '../../../../adapters/dynamodb/index/item-index-keys.ts';
import type { NumberAlike } from '../../../../core/index/items/item-index.ts';
import { SeenList } from '../../../../core/index/items/seen-list.ts';
import { createSeededRandom } from '../../../../local/demo/seeded-random.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

/** One long list, with many that begin alike and some of several items; and short ones. */
const LONG = Array.from({ length: 150 }, (_, at) => `QX7${String(at * 10).padStart(4, '0')}${'AB'.slice(0, at % 3)}`);
const SAME = Array.from({ length: 40 }, () => 'QX70700');
const BEGUN = Array.from({ length: 60 }, (_, at) => `QX71400-${at}`);
const SHORT = ['WK2', 'WK21', 'WK210', 'WK2-9/Q', 'WK3x', 'WK34', 'VJ9～A', 'VJ9😀', 'VJ9Z'];
const ASKED = [
  ...LONG.filter((_, at) => at % 2 === 0).map((number) => `${number}R`),
  ...Array.from({ length: 60 }, (_, at) => `QX7${at * 25}`),
  ...['QX7', 'QX70', 'QX70700', 'QX7070', 'QX71400', 'QX714xx', 'QX7zzzz', 'QX6', 'WK2', 'WK', 'WK22', 'WK299', 'WK3'],
  ...['VJ9', 'VJ9～', 'VJ9～B', 'VJ9😀😀', 'VJ9Y', 'VJ9ZZ', 'VJ8', 'unknown'],
];

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let index: DynamoItemIndex;
beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  index = new DynamoItemIndex(client, tables.productIndexTable);
  const puts = [...LONG, ...SAME, ...BEGUN, ...SHORT].map((number, at) => ({
    put: { ...alikeKey(number, `itm_${String(at).padStart(8, '0')}`), names: [number, `Maker ${at}`, null] },
  }));
  await batchWrite(client, tables.productIndexTable, puts);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

function shuffled(seed: number): readonly string[] {
  const random = createSeededRandom(seed);
  return ASKED.map((number) => ({ number, at: random.integer(0, 1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number);
}

describe('numbers alike that an import reads', () => {
  test.each([
    [1, undefined],
    [2, 30],
    [3, 300],
  ])('are those that a look-up reads (order %i, at most %s kept)', async (seed, mostKept) => {
    const seen = new SeenList<NumberAlike>(mostKept);
    for (const number of shuffled(seed)) {
      const alone = await index.readNumbersAlike(number, 'both');
      expect([number, await index.readNumbersAlike(number, 'both', seen)]).toEqual([number, alone]);
    }
  });

  test('are the same if several are read at once', async () => {
    const seen = new SeenList<NumberAlike>();
    const asked = shuffled(4);
    const alone = await Promise.all(asked.map((number) => index.readNumbersAlike(number, 'both')));
    expect(await Promise.all(asked.map((number) => index.readNumbersAlike(number, 'both', seen)))).toEqual(alone);
  });

  test('take two queries for each short list, and fewer than one for each number of a long one', async () => {
    const observed = testClient(tables.endpoint);
    const observation = observe(observed);
    const watched = new DynamoItemIndex(observed, tables.productIndexTable);
    const countQueries = async (asked: readonly string[]) => {
      observation.reset();
      const seen = new SeenList<NumberAlike>();
      await Promise.all(asked.map((number) => watched.readNumbersAlike(number, 'both', seen)));
      return observation.calls.length;
    };
    expect(await countQueries(['WK2', 'WK22', 'WK299', 'WK2', 'WK20', 'WK2ZZ'])).toBe(2);
    expect(await countQueries(Array.from({ length: 50 }, (_, at) => `ZZ1${at}/Q`))).toBe(2);
    const inOrder = LONG.map((number) => `${number}R`);
    expect(await countQueries(inOrder)).toBeLessThan(inOrder.length * 2);
    observed.destroy();
  });
});

test('reads on if the first read of a list failed', async () => {
  const seen = new SeenList<NumberAlike>();
  await expect(seen.afterFirst('list', () => Promise.reject(new Error('throttled')))).rejects.toThrow('throttled');
  expect(await seen.afterFirst('list', () => Promise.resolve('read'))).toBe('read');
});
