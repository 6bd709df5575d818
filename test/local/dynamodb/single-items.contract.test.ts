import type { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables } from '../../support/stores/tables.ts';
import type { OpenTables } from '../../support/stores/tables.ts';

let tables: OpenTables;
let client: DynamoDBDocumentClient;
let TableName: string;
let Key = { pk: '', sk: 's' };
let testNumber = 0;

beforeAll(async () => {
  tables = await openTables();
  TableName = tables.accountsTable;
  client = testClient(tables.endpoint, { maxAttempts: 1 });
});
beforeEach(() => {
  testNumber += 1;
  Key = { pk: `single-${testNumber}`, sk: 's' };
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

function put(more: Record<string, unknown>) {
  return client.send(new PutCommand({ TableName, Item: { ...Key, ...more }, ReturnConsumedCapacity: 'TOTAL' }));
}

function update(input: Omit<UpdateCommandInput, 'TableName' | 'Key'>) {
  return client.send(new UpdateCommand({ TableName, Key, ReturnConsumedCapacity: 'TOTAL', ...input }));
}

describe.each(['ALL_OLD', 'NONE', undefined] as const)('a failed condition with %s', (onFailure) => {
  const condition = {
    ConditionExpression: 'attribute_not_exists(pk)',
    ReturnValuesOnConditionCheckFailure: onFailure,
  };
  const unchangedUpdate = { UpdateExpression: 'SET n = :n', ExpressionAttributeValues: { ':n': 2 } };
  const writes = {
    PutItem: () => client.send(new PutCommand({ TableName, Item: Key, ...condition })),
    UpdateItem: () => update({ ...unchangedUpdate, ...condition }),
    DeleteItem: () => client.send(new DeleteCommand({ TableName, Key, ...condition })),
  };

  test.each(Object.entries(writes))('of %s changes nothing, and returns the item on request', async (_name, write) => {
    await put({ n: 1 });
    const refused = (await write().catch((error: unknown) => error)) as ConditionalCheckFailedException;
    expect(refused).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
    });
    const item = { pk: { S: Key.pk }, sk: { S: 's' }, n: { N: '1' } };
    expect(refused.Item).toEqual(onFailure === 'ALL_OLD' ? item : undefined);
    expect((await client.send(new GetCommand({ TableName, Key }))).Item).toEqual({ ...Key, n: 1 });
  });
});

test('a failed condition on a missing item returns none', async () => {
  const refused = (await update({
    UpdateExpression: 'SET n = :n',
    ConditionExpression: 'n <= :n',
    ExpressionAttributeValues: { ':n': 1 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  }).catch((error: unknown) => error)) as ConditionalCheckFailedException;
  expect(refused.name).toBe('ConditionalCheckFailedException');
  expect(refused.Item).toBeUndefined();
});

test.each([
  ['ALL_NEW', { n: 3, price: 7, set: new Set(['a', 'b']) }],
  ['UPDATED_NEW', { n: 3, set: new Set(['a', 'b']) }],
  ['ALL_OLD', { n: 1, price: 7, set: new Set(['a']) }],
  ['UPDATED_OLD', { n: 1, set: new Set(['a']) }],
  ['NONE', undefined],
] as const)('an update returns %s on request', async (ReturnValues, expected) => {
  await put({ n: 1, price: 7, set: new Set(['a']) });
  const { Attributes } = await update({
    UpdateExpression: 'ADD n :two, #set :b',
    ExpressionAttributeNames: { '#set': 'set' },
    ExpressionAttributeValues: { ':two': 2, ':b': new Set(['b']) },
    ReturnValues,
  });
  const key = ReturnValues.startsWith('ALL') ? Key : {};
  expect(Attributes).toEqual(expected && { ...key, ...expected });
});

test('if_not_exists keeps the first value, DELETE removes an emptied set, REMOVE removes an attribute', async () => {
  const first = { UpdateExpression: 'SET price = if_not_exists(price, :p)', ReturnValues: 'ALL_NEW' } as const;
  await update({ ...first, ExpressionAttributeValues: { ':p': 7 } });
  const { Attributes } = await update({ ...first, ExpressionAttributeValues: { ':p': 8 } });
  expect(Attributes).toEqual({ ...Key, price: 7 });

  await update({ UpdateExpression: 'ADD ids :a', ExpressionAttributeValues: { ':a': new Set(['a']) } });
  const emptied = await update({
    UpdateExpression: 'DELETE ids :a REMOVE price',
    ExpressionAttributeValues: { ':a': new Set(['a']) },
    ReturnValues: 'ALL_NEW',
  });
  expect(emptied.Attributes).toEqual(Key);
});

test('an update that only removes returns no new values', async () => {
  await put({ n: 1 });
  expect((await update({ UpdateExpression: 'REMOVE n', ReturnValues: 'UPDATED_NEW' })).Attributes).toBeUndefined();
});

test('adding to a string is refused', async () => {
  await put({ n: 'text' });
  const refused = update({ UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } });
  await expect(refused).rejects.toMatchObject({ name: 'ValidationException' });
});

test('an item over 400 kB is refused, counted in bytes', async () => {
  await put({ text: 'x'.repeat(409_000) });
  await expect(put({ text: 'x'.repeat(409_600) })).rejects.toMatchObject({ name: 'ValidationException' });
  await expect(put({ text: '漢'.repeat(140_000) })).rejects.toMatchObject({ name: 'ValidationException' });
});

test.each([
  ['a small item', {}, 1],
  ['3,000 letters', { text: 'x'.repeat(3_000) }, 3],
  ['800 characters of three bytes', { text: '漢'.repeat(800) }, 3],
])('writing %s costs its bytes in units', async (_name, more, units) => {
  expect((await put(more)).ConsumedCapacity?.CapacityUnits).toBe(units);
});

test('replacing a large item costs the larger of both', async () => {
  await put({ text: 'x'.repeat(3_000) });
  expect((await put({})).ConsumedCapacity?.CapacityUnits).toBe(3);
});

test.each([
  [true, 2],
  [false, 1],
])('reading 2,400 characters of three bytes, consistently %s, costs %d units', async (ConsistentRead, units) => {
  await put({ text: '漢'.repeat(2_400) });
  const input = {
    TableName,
    Key,
    ConsistentRead,
    ReturnConsumedCapacity: 'TOTAL',
    ProjectionExpression: 'pk',
  } as const;
  const { Item, ConsumedCapacity } = await client.send(new GetCommand(input));
  expect(Item).toEqual({ pk: Key.pk });
  expect(ConsumedCapacity?.CapacityUnits).toBe(units);
});
