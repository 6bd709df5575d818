import { GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testClient } from '../../support/dynamodb-client.ts';
import { openTables } from '../../support/tables.ts';
import type { OpenTables } from '../../support/tables.ts';

let tables: OpenTables;
let client: DynamoDBDocumentClient;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint, { maxAttempts: 1 });
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

test('a transaction writes all of its items', async () => {
  const TableName = tables.accountsTable;
  await client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { pk: 'all', sk: '1', n: 1 } } },
        {
          Update: {
            TableName,
            Key: { pk: 'all', sk: '2' },
            UpdateExpression: 'ADD n :two',
            ExpressionAttributeValues: { ':two': 2 },
          },
        },
      ],
    }),
  );
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: 'all', sk: '2' } }));
  expect(Item).toEqual({ pk: 'all', sk: '2', n: 2 });
});

test('a failed condition writes nothing and names the reason of every item, with the old item where asked', async () => {
  const TableName = tables.accountsTable;
  await client.send(new PutCommand({ TableName, Item: { pk: 'cancel', sk: '1', n: 1 } }));
  const cancelled = client.send(
    new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item: { pk: 'cancel', sk: '2' } } },
        {
          Put: {
            TableName,
            Item: { pk: 'cancel', sk: '1' },
            ConditionExpression: 'attribute_not_exists(pk)',
            ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
          },
        },
      ],
    }),
  );
  await expect(cancelled).rejects.toMatchObject({
    name: 'TransactionCanceledException',
    CancellationReasons: [
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: 'cancel' }, sk: { S: '1' }, n: { N: '1' } } },
    ],
  });
  const { Item } = await client.send(new GetCommand({ TableName, Key: { pk: 'cancel', sk: '2' } }));
  expect(Item).toBeUndefined();
});

test('a failed condition of a single write carries the old item when asked', async () => {
  const TableName = tables.accountsTable;
  await client.send(new PutCommand({ TableName, Item: { pk: 'single', sk: '1', n: 1 } }));
  const refused = client.send(
    new PutCommand({
      TableName,
      Item: { pk: 'single', sk: '1' },
      ConditionExpression: 'n = :two',
      ExpressionAttributeValues: { ':two': 2 },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }),
  );
  await expect(refused).rejects.toMatchObject({
    name: 'ConditionalCheckFailedException',
    Item: { pk: { S: 'single' }, sk: { S: '1' }, n: { N: '1' } },
  });
});
