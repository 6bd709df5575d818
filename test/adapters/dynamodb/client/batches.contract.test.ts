import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { batchGet } from '../../../../adapters/dynamodb/client/batch-get.ts';
import { batchWrite } from '../../../../adapters/dynamodb/client/batch-write.ts';
import { rowId } from '../../../../adapters/dynamodb/client/row-key.ts';
import { UnprocessedKeysError } from '../../../../adapters/dynamodb/client/until-processed.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults } from '../../../support/stores/faulty-client.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables } from '../../../support/stores/tables.ts';
import type { OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let client: DynamoDBDocumentClient;
const consistent = true;

beforeAll(async () => {
  tables = await openTables();
  const setUp = testClient(tables.endpoint);
  await batchWrite(
    setUp,
    tables.productIndexTable,
    numbers(250).map((n) => ({ put: { pk: `p${n}`, sk: 's', n, size: 'small' } })),
  );
  setUp.destroy();
});
beforeEach(() => {
  client = testClient(tables.endpoint);
  return () => client.destroy();
});
afterAll(() => tables.stop());

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function keys(count: number): { pk: string; sk: string }[] {
  return numbers(count).map((n) => ({ pk: `p${n}`, sk: 's' }));
}

test('250 rows are read in three concurrent requests', async () => {
  const observed = observe(client);
  const rows = await batchGet(client, tables.productIndexTable, keys(250), { consistent });
  expect(rows.size).toBe(250);
  expect(rows.get(rowId({ pk: 'p249', sk: 's' }))).toEqual({ pk: 'p249', sk: 's', n: 249, size: 'small' });
  expect(observed.calls).toHaveLength(3);
  expect(observed.depth()).toBe(1);
});

test('no keys need no request', async () => {
  const observed = observe(client);
  expect(await batchGet(client, tables.productIndexTable, [], { consistent })).toEqual(new Map());
  await batchWrite(client, tables.productIndexTable, []);
  expect(observed.calls).toEqual([]);
});

test('a key requested twice is read once, and a missing row is absent', async () => {
  const missing = { pk: 'none', sk: 's' };
  const rows = await batchGet(client, tables.productIndexTable, [...keys(2), ...keys(2), missing], { consistent });
  expect([...rows.keys()].sort()).toEqual(keys(2).map(rowId));
});

test('only the requested attributes and the key are read', async () => {
  const rows = await batchGet(client, tables.productIndexTable, keys(1), { consistent, attributes: ['size', 'pk'] });
  expect([...rows.values()]).toEqual([{ pk: 'p0', sk: 's', size: 'small' }]);
});

test('unprocessed keys are read again', async () => {
  const faults = injectFaults(
    faultScript({ BatchGetItem: { 1: { unprocessed: 100 }, 2: { unprocessed: 99 }, 3: { unprocessed: 1 } } }),
    client,
  );
  const rows = await batchGet(client, tables.productIndexTable, keys(100), { consistent });
  expect([...rows.values()].map(({ n }) => n).sort((a, b) => Number(a) - Number(b))).toEqual(numbers(100));
  expect(faults.callCount).toBe(4);
});

test('keys that stay unprocessed fail the read', async () => {
  injectFaults(() => ({ unprocessed: 1 }), client);
  const read = batchGet(client, tables.productIndexTable, keys(3), { consistent });
  await expect(read).rejects.toThrow(UnprocessedKeysError);
});

test('unprocessed writes are sent again', async () => {
  const faults = injectFaults(
    faultScript({ BatchWriteItem: { 1: { unprocessed: 25 }, 3: { unprocessed: 24 } } }),
    client,
  );
  const written = numbers(30).map((n) => ({ pk: `w${n}`, sk: 's', n }));
  await batchWrite(
    client,
    tables.productIndexTable,
    written.map((put) => ({ put })),
  );
  const rows = await batchGet(client, tables.productIndexTable, written, { consistent });
  expect(rows.size).toBe(30);
  expect(faults.injected).toHaveLength(2);
});

test('writes that stay unprocessed fail the call', async () => {
  injectFaults(() => ({ unprocessed: 1 }), client);
  const write = batchWrite(client, tables.productIndexTable, [{ put: { pk: 'never', sk: 's' } }]);
  await expect(write).rejects.toThrow(UnprocessedKeysError);
});

test('the later of two writes of one row counts', async () => {
  await client.send(new PutCommand({ TableName: tables.productIndexTable, Item: { pk: 'twice', sk: 's' } }));
  await batchWrite(client, tables.productIndexTable, [
    { delete: { pk: 'twice', sk: 's' } },
    { put: { pk: 'twice', sk: 's', n: 2 } },
  ]);
  const rows = await batchGet(client, tables.productIndexTable, [{ pk: 'twice', sk: 's' }], { consistent });
  expect([...rows.values()]).toEqual([{ pk: 'twice', sk: 's', n: 2 }]);
});
