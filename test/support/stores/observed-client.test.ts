import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClient } from './dynamodb-client.ts';
import { observe } from './observed-client.ts';
import type { Observation } from './observed-client.ts';
import { openTables } from './tables.ts';
import type { OpenTables } from './tables.ts';

let tables: OpenTables;
let client: DynamoDBDocumentClient;
let other: DynamoDBDocumentClient;
let observed: Observation;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  other = testClient(tables.endpoint);
  observed = observe(client, other);
  return () => {
    client.destroy();
    other.destroy();
  };
});
afterAll(() => tables.stop());

function get(from: DynamoDBDocumentClient, ConsistentRead: boolean) {
  return from.send(new GetCommand({ TableName: tables.accountsTable, Key: { pk: 'o', sk: 's' }, ConsistentRead }));
}

test('depth counts sequential calls of all clients; concurrent calls count once', async () => {
  observed.reset();
  await Promise.all([get(client, true), get(other, true)]);
  await Promise.all([get(client, true), get(client, true).then(() => get(other, true))]);
  expect(observed.calls).toHaveLength(5);
  expect(observed.depth()).toBe(3);
});

test('units are summed as the engine reports them', async () => {
  observed.reset();
  const TableName = tables.accountsTable;
  await client.send(new PutCommand({ TableName, Item: { pk: 'o', sk: 's', text: 'x'.repeat(1_500) } }));
  await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: { pk: 'o', sk: 't' } } }] }));
  await get(client, true);
  await get(client, false);
  expect([observed.writeUnits(), observed.readUnits()]).toEqual([4, 1.5]);
});

test('a refused call is recorded with the name of its error', async () => {
  observed.reset();
  const refused = client.send(
    new PutCommand({
      TableName: tables.accountsTable,
      Item: { pk: 'o', sk: 's' },
      ConditionExpression: 'attribute_not_exists(pk)',
    }),
  );
  await expect(refused).rejects.toThrow();
  expect(observed.calls).toMatchObject([{ operation: 'PutItem', failure: 'ConditionalCheckFailedException' }]);
});
