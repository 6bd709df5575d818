import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClient } from './dynamodb-client.ts';
import { PausedStore } from './paused-store.ts';
import { openTables, type OpenTables } from './tables.ts';

let tables: OpenTables;
let store: PausedStore;
let direct: ReturnType<typeof testClient>;
let paused: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  store = await PausedStore.open(tables.endpoint);
  direct = testClient(tables.endpoint);
  paused = testClient(store.url, { maxAttempts: 1 });
});
afterAll(async () => {
  paused.destroy();
  direct.destroy();
  await store.stop();
  await tables.stop();
});

const keyOf = (pk: string) => ({ pk, sk: 'ROW' });
const put = (pk: string) => paused.send(new PutCommand({ TableName: tables.accountsTable, Item: keyOf(pk) }));
const isThere = async (pk: string) =>
  (await direct.send(new GetCommand({ TableName: tables.accountsTable, Key: keyOf(pk) }))).Item !== undefined;

test.each([
  ['before', false],
  ['after', true],
])('stops %s the chosen write is applied, and applies no other one until it goes on', async (when, isApplied) => {
  const come = store.pauseAt({ operation: 'PutItem', occurrence: 2, isApplied });
  await put(`${when}-1`);
  const answers = [put(`${when}-2`)];
  await come;
  answers.push(put(`${when}-3`));
  expect([await isThere(`${when}-2`), await isThere(`${when}-3`)]).toEqual([isApplied, false]);
  store.goOn();
  await Promise.all(answers);
  expect([await isThere(`${when}-2`), await isThere(`${when}-3`)]).toEqual([true, true]);
});

test('never applies a dropped write, and passes later ones', async () => {
  const come = store.pauseAt({ operation: 'PutItem', occurrence: 1, isApplied: false });
  const dropped = expect(put('dropped')).rejects.toThrow();
  await come;
  store.drop();
  await dropped;
  await put('later');
  expect([await isThere('dropped'), await isThere('later')]).toEqual([false, true]);
});

test('goes on from one moment to the next', async () => {
  const first = store.pauseAt({ operation: 'PutItem', occurrence: 1, isApplied: true });
  const answers = put('one').then(() => put('two'));
  await first;
  await store.pauseAt({ operation: 'PutItem', occurrence: 1, isApplied: false });
  expect([await isThere('one'), await isThere('two')]).toEqual([true, false]);
  store.goOn();
  await answers;
});
