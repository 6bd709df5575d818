// Slow: starts processes.
/**
 * The guarantees of an import about crashes and concurrency, with separate processes that are really killed and a real
 * store.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkpointsIn } from '../../../../bin/admin/sourcing/import/import-checkpoint.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { ITEM_SECTIONS, type ItemRecord } from '../../../../core/index/items/item-record.ts';
import { sampleItems } from '../../../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../../../local/demo/seeded-random.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { checkIndex } from '../../../support/index/index-check.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import type { PausedStore } from '../../../support/stores/paused-store.ts';
import { killAt, pauseStoreOf, randomMoments, reach } from '../../../support/processes/kill-at.ts';

const COUNT = 400;

let operator: Operator;
let store: PausedStore;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  operator = await openOperator();
  store = await pauseStoreOf(operator);
  client = testClient(operator.tables.endpoint);
});
afterAll(async () => {
  client.destroy();
  await store.stop();
  await operator.stop();
});

/** The same parts in another version: other words, part numbers and facts. */
function versionOf(items: readonly ItemRecord[], version: string): ItemRecord[] {
  return items.map((item) => ({
    ...item,
    title: `${version} ${item.title}`,
    mpn: `${item.mpn}-${version}`,
    confidence: 50 + version.length,
    attributes: { ...item.attributes, long_description: `${version} ${'x'.repeat(500)}` },
    keywords: version === 'second' ? null : [version, ...(item.keywords ?? [])],
  }));
}

async function writeLines(name: string, items: readonly ItemRecord[]): Promise<string> {
  const file = path.join(operator.folder, name);
  await writeFile(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  return file;
}

async function readAll(ids: readonly string[]): Promise<ReadonlyMap<string, ItemRecord>> {
  return new DynamoItemIndex(client, operator.tables.productIndexTable).readItems(ids, ITEM_SECTIONS);
}

async function firstNotStored(items: readonly ItemRecord[]): Promise<ItemRecord | undefined> {
  const records = await readAll(items.map(({ id }) => id));
  return items.find((item) => records.get(item.id)?.title !== item.title);
}

test('an import killed at any moment loses nothing that it has confirmed, and shows no partial item', async () => {
  const drawn = sampleItems(createSeededRandom(11), { count: COUNT, firstNumber: 1 });
  const first = versionOf(drawn, 'one');
  const second = versionOf(drawn, 'second');
  expect((await operator.run('items', 'import', await writeLines('first', first))).exitCode).toBe(0);
  const file = await writeLines('second', second);
  const checkpoints = checkpointsIn(client, operator.tables.productIndexTable);
  const random = randomMoments();
  const itemWritten = (upTo: number) => ({
    operation: 'TransactWriteItems',
    occurrence: random.integer(1, upTo),
    isApplied: random.chance(50),
  });
  const saved = (isApplied: boolean) => ({ operation: 'PutItem', occurrence: 1, isApplied });
  // The checkpoint is saved after the first slice of 250 items. Every item needs at least one transaction.
  const kills = [
    { moment: itemWritten(250), confirmed: 0 },
    { moment: saved(false), confirmed: 0 },
    { moment: saved(true), confirmed: 250 },
    { moment: itemWritten(150), confirmed: 250 },
  ];

  for (const { moment, confirmed } of kills) {
    await killAt(operator.start('items', 'import', file), store, moment);

    const { line } = await checkpoints.find(file);
    expect(line).toBe(confirmed);
    const records = await readAll(second.map(({ id }) => id));
    expect(records.size).toBe(COUNT);
    for (const [index, item] of second.entries()) {
      const versions = index < line ? [item] : [item, first[index]];
      expect(versions).toContainEqual(records.get(item.id));
    }
  }

  const finished = await operator.run('items', 'import', file);
  expect(finished).toMatchObject({ exitCode: 0 });
  const state = await checkIndex(client, operator.tables.productIndexTable);
  expect(state.faults).toEqual([]);
  expect(second.map(({ id }) => state.records.get(id))).toEqual(second);
});

test('an interrupted import finishes its current items, says how to resume, and resumes', async () => {
  const items = sampleItems(createSeededRandom(13), { count: COUNT, firstNumber: 9001 });
  const file = await writeLines('interrupted', items);
  const running = operator.start('items', 'import', file);
  await reach(running, store, { operation: 'TransactWriteItems', occurrence: 100, isApplied: false });
  running.kill('SIGINT');
  store.goOn();
  const interrupted = await running.result;
  expect(interrupted.exitCode).toBe(130);
  expect(interrupted.stdout.replaceAll('\n', ' ')).toContain('Stopped: run the same command to resume.');
  expect((await operator.run('items', 'import', file)).exitCode).toBe(0);
  expect(await firstNotStored(items)).toBeUndefined();
});

test('two concurrent imports of overlapping files leave every item whole and every key and posting right', async () => {
  // Two processes that write the same rows wait for each other, so both write only a hundred items.
  const drawn = sampleItems(createSeededRandom(12), { count: 160, firstNumber: 5001 });
  const left = versionOf(drawn.slice(0, 130), 'left');
  const right = versionOf(drawn.slice(30), 'rightmost');
  const files = [await writeLines('left', left), await writeLines('right', right)];
  const results = await Promise.all(files.map((file) => operator.start('items', 'import', file).result));
  expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 0]);

  const state = await checkIndex(client, operator.tables.productIndexTable);
  expect(state.faults).toEqual([]);
  for (const { id } of drawn) {
    const versions = [...left, ...right].filter((item) => item.id === id);
    expect(versions).toContainEqual(state.records.get(id));
  }
});
