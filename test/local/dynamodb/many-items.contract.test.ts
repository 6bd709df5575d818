import { BatchGetCommand, BatchWriteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient, QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchWrite } from '../../../adapters/dynamodb/client/batch-write.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables } from '../../support/stores/tables.ts';
import type { OpenTables } from '../../support/stores/tables.ts';

let tables: OpenTables;
let client: DynamoDBDocumentClient;
let TableName: string;
const COUNT = 40;

beforeAll(async () => {
  tables = await openTables();
  TableName = tables.productIndexTable;
  client = testClient(tables.endpoint);
  const rows = numbers(COUNT).map((n) => ({ pk: 'p', sk: sortKey(n), odd: n % 2 === 1, text: '漢'.repeat(1_000) }));
  const neighbours = ['o', 'p~', 'p/', 'q'].map((pk) => ({ pk, sk: sortKey(0) }));
  await batchWrite(
    client,
    TableName,
    [...rows, ...neighbours].map((put) => ({ put })),
  );
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function sortKey(n: number): string {
  return String(n).padStart(3, '0');
}

async function query(input: Partial<QueryCommandInput> = {}, condition = '', values: Record<string, unknown> = {}) {
  const answer = await client.send(
    new QueryCommand({
      TableName,
      KeyConditionExpression: `pk = :p${condition}`,
      ExpressionAttributeValues: { ':p': 'p', ...values },
      ReturnConsumedCapacity: 'TOTAL',
      ...input,
    }),
  );
  return { ...answer, keys: (answer.Items ?? []).map(({ sk }) => Number(sk)) };
}

describe('Query', () => {
  test('reads a partition in the order of its sort keys', async () => {
    const { keys, LastEvaluatedKey } = await query();
    expect(keys).toEqual(numbers(COUNT));
    expect(LastEvaluatedKey).toBeUndefined();
  });

  test.each([true, false])('returns every row once over all pages, forward %s', async (ScanIndexForward) => {
    const pages: number[][] = [];
    let ExclusiveStartKey: Record<string, unknown> | undefined;
    do {
      const page = await query({ Limit: 9, ScanIndexForward, ExclusiveStartKey });
      pages.push(page.keys);
      ExclusiveStartKey = page.LastEvaluatedKey;
    } while (ExclusiveStartKey !== undefined);
    expect(pages.map(({ length }) => length)).toEqual([9, 9, 9, 9, 4]);
    expect(pages.flat()).toEqual(ScanIndexForward ? numbers(COUNT) : numbers(COUNT).reverse());
  });

  test('names the last row of a page even if no row follows', async () => {
    const { keys, LastEvaluatedKey } = await query({ Limit: COUNT });
    expect(keys).toHaveLength(COUNT);
    expect(LastEvaluatedKey).toEqual({ pk: 'p', sk: sortKey(COUNT - 1) });
    const after = await query({ Limit: COUNT, ExclusiveStartKey: LastEvaluatedKey });
    expect([after.keys, after.LastEvaluatedKey]).toEqual([[], undefined]);
  });

  test('starts after a key that does not exist', async () => {
    expect((await query({ Limit: 2, ExclusiveStartKey: { pk: 'p', sk: '010zz' } })).keys).toEqual([11, 12]);
  });

  test.each([
    ['begins_with(sk, :a)', { ':a': '01' }, numbers(20).slice(10)],
    ['sk BETWEEN :a AND :b', { ':a': '010', ':b': '012' }, [10, 11, 12]],
    ['sk > :a', { ':a': '037' }, [38, 39]],
    ['sk >= :a', { ':a': '038' }, [38, 39]],
    ['sk < :a', { ':a': '002' }, [0, 1]],
    ['sk <= :a', { ':a': '001' }, [0, 1]],
    ['sk = :a', { ':a': '007' }, [7]],
  ])('%s', async (condition, values, expected) => {
    const { keys } = await query({}, ` AND ${condition}`, values);
    expect(keys).toEqual(expected);
    const backwards = await query({ ScanIndexForward: false }, ` AND ${condition}`, values);
    expect(backwards.keys).toEqual([...expected].reverse());
  });

  test('applies the filter after the limit, and the projection after the filter', async () => {
    const { Items, ScannedCount, LastEvaluatedKey } = await query(
      { Limit: 4, FilterExpression: 'odd = :true', ProjectionExpression: 'sk' },
      '',
      { ':true': true },
    );
    expect(Items).toEqual([{ sk: '001' }, { sk: '003' }]);
    expect(ScannedCount).toBe(4);
    expect(LastEvaluatedKey).toEqual({ pk: 'p', sk: '003' });
  });

  test.each([
    ['consistently', { ConsistentRead: true }, 30],
    ['eventually', {}, 15],
    ['projected', { ProjectionExpression: 'sk' }, 15],
    ['with a limit', { Limit: 4 }, 1.5],
  ])('%s costs the bytes of the rows that it reads', async (_name, input, units) => {
    const { ConsumedCapacity } = await query(input);
    expect(ConsumedCapacity?.CapacityUnits).toBe(units);
  });

  test('ends a page after a megabyte', async () => {
    const large = numbers(6).map((n) => ({ pk: 'large', sk: sortKey(n), text: 'x'.repeat(300_000) }));
    await batchWrite(
      client,
      TableName,
      large.map((put) => ({ put })),
    );
    const { keys, LastEvaluatedKey } = await query({ ExpressionAttributeValues: { ':p': 'large' } });
    expect(keys).toEqual([0, 1, 2, 3]);
    expect(LastEvaluatedKey).toEqual({ pk: 'large', sk: '003' });
  });
});

describe('BatchGetItem', () => {
  const keys = numbers(10).map((n) => ({ pk: 'p', sk: sortKey(n) }));

  async function batchGet(more: object, Keys: { pk: string; sk: string }[] = keys) {
    const RequestItems = { [TableName]: { Keys, ...more } };
    const answer = await client.send(new BatchGetCommand({ RequestItems, ReturnConsumedCapacity: 'TOTAL' }));
    return { ...answer, rows: answer.Responses?.[TableName] ?? [] };
  }

  test('reads the existing rows, projected', async () => {
    const { rows, UnprocessedKeys } = await batchGet({ ProjectionExpression: 'sk' }, [
      ...keys,
      { pk: 'p', sk: 'none' },
    ]);
    expect(rows.map(({ sk }) => Number(sk)).sort((a, b) => a - b)).toEqual(numbers(10));
    expect(Object.keys(rows[0] ?? {})).toEqual(['sk']);
    expect(UnprocessedKeys).toEqual({});
  });

  test.each([
    ['consistently', true, 10],
    ['eventually', false, 5],
  ])('%s costs every row separately', async (_name, ConsistentRead, units) => {
    const { ConsumedCapacity } = await batchGet({ ConsistentRead, ProjectionExpression: 'sk' });
    expect(ConsumedCapacity?.map(({ CapacityUnits }) => CapacityUnits)).toEqual([units]);
  });

  test('refuses a repeated key, and 101 keys', async () => {
    await expect(batchGet({}, [...keys, ...keys])).rejects.toMatchObject({ name: 'ValidationException' });
    const many = numbers(101).map((n) => ({ pk: 'many', sk: sortKey(n) }));
    await expect(batchGet({}, many)).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('returns five megabytes in one response', async () => {
    const rows = numbers(20).map((n) => ({ pk: 'heavy', sk: sortKey(n), text: 'x'.repeat(260_000) }));
    await batchWrite(
      client,
      TableName,
      rows.map((put) => ({ put })),
    );
    const answer = await batchGet(
      {},
      rows.map(({ pk, sk }) => ({ pk, sk })),
    );
    expect(answer.rows).toHaveLength(20);
    expect(answer.UnprocessedKeys).toEqual({});
  });
});

describe('BatchWriteItem', () => {
  const row = (n: number) => ({ PutRequest: { Item: { pk: 'written', sk: sortKey(n) } } });

  test('writes and deletes items', async () => {
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [row(1), row(2)] } }));
    const deletion = { DeleteRequest: { Key: { pk: 'written', sk: sortKey(1) } } };
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [deletion, row(3)] } }));
    expect(answer.UnprocessedItems).toEqual({});
    expect((await query({ ExpressionAttributeValues: { ':p': 'written' } })).keys).toEqual([2, 3]);
  });

  test.each([
    ['a row named twice', [row(1), row(1)]],
    ['26 rows', numbers(26).map(row)],
  ])('refuses %s', async (_name, rows) => {
    const refused = client.send(new BatchWriteCommand({ RequestItems: { [TableName]: rows } }));
    await expect(refused).rejects.toMatchObject({ name: 'ValidationException' });
  });
});
