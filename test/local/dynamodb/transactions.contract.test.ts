import type { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, TransactGetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient, TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables } from '../../support/stores/tables.ts';
import type { OpenTables } from '../../support/stores/tables.ts';

type Item = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

let tables: OpenTables;
let client: DynamoDBDocumentClient;
let TableName: string;
/** The partition of the test; each test has a different one. */
let pk = '';
let testNumber = 0;

beforeAll(async () => {
  tables = await openTables();
  TableName = tables.accountsTable;
  client = testClient(tables.endpoint, { maxAttempts: 1 });
});
beforeEach(() => {
  testNumber += 1;
  pk = `test-${testNumber}`;
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

function put(sk: string, more: Record<string, unknown> = {}): Item {
  return { Put: { TableName, Item: { pk, sk, ...more } } };
}

function putNew(sk: string): Item {
  return {
    Put: {
      TableName,
      Item: { pk, sk },
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

function add(sk: string, n: number): Item {
  const ExpressionAttributeValues = { ':n': n };
  return { Update: { TableName, Key: { pk, sk }, UpdateExpression: 'ADD n :n', ExpressionAttributeValues } };
}

function exists(sk: string): Item {
  return { ConditionCheck: { TableName, Key: { pk, sk }, ConditionExpression: 'attribute_exists(pk)' } };
}

function write(TransactItems: Item[], ClientRequestToken?: string) {
  return client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }));
}

async function read(sk: string): Promise<Record<string, unknown> | undefined> {
  return (await client.send(new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }))).Item;
}

describe('TransactWriteItems', () => {
  test('executes all four kinds of actions', async () => {
    await write([put('old'), put('checked')]);
    const old = { Delete: { TableName, Key: { pk, sk: 'old' } } };
    await write([put('new', { text: 'naïve 漢字' }), add('count', 2), old, exists('checked')]);
    expect(await read('new')).toEqual({ pk, sk: 'new', text: 'naïve 漢字' });
    expect(await read('count')).toEqual({ pk, sk: 'count', n: 2 });
    expect(await read('old')).toBeUndefined();
    expect(await read('checked')).toEqual({ pk, sk: 'checked' });
  });

  test('writes nothing if a condition fails, and returns the reason of every item, with the old item on request', async () => {
    await write([put('there', { n: 1 })]);
    const cancelled = await write([put('new'), putNew('there'), exists('absent'), add('there-too', 1)]).catch(
      (error: unknown) => error,
    );
    expect(cancelled).toMatchObject({ name: 'TransactionCanceledException' });
    const { CancellationReasons = [] } = cancelled as TransactionCanceledException;
    expect(CancellationReasons.map(({ Code, Item }) => ({ Code, Item }))).toEqual([
      { Code: 'None' },
      { Code: 'ConditionalCheckFailed', Item: { pk: { S: pk }, sk: { S: 'there' }, n: { N: '1' } } },
      { Code: 'ConditionalCheckFailed' },
      { Code: 'None' },
    ]);
    expect(CancellationReasons[1]?.Message).toBe('The conditional request failed');
    expect((cancelled as Error).message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
        '[None, ConditionalCheckFailed, ConditionalCheckFailed, None]',
    );
    expect(await read('new')).toBeUndefined();
    expect(await read('there-too')).toBeUndefined();
  });

  test('returns no item for a failed condition on a missing item', async () => {
    const changed: Item = {
      Update: {
        TableName,
        Key: { pk, sk: 'absent' },
        UpdateExpression: 'SET n = :n',
        ConditionExpression: 'n = :n',
        ExpressionAttributeValues: { ':n': 1 },
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    };
    const cancelled = (await write([changed]).catch((error: unknown) => error)) as TransactionCanceledException;
    expect(cancelled.CancellationReasons?.map(({ Code, Item }) => ({ Code, Item }))).toEqual([
      { Code: 'ConditionalCheckFailed' },
    ]);
  });

  test('accepts an item only once; the same key in another table is another item', async () => {
    await expect(write([put('twice'), exists('twice')])).rejects.toMatchObject({ name: 'ValidationException' });
    await write([put('once'), { Put: { TableName: tables.productIndexTable, Item: { pk, sk: 'once' } } }]);
  });

  test('accepts 100 items, and refuses 101 and none', async () => {
    const many = Array.from({ length: 101 }, (_, index) => put(`many-${index}`));
    await write(many.slice(0, 100));
    expect(await read('many-99')).toBeDefined();
    await expect(write(many)).rejects.toMatchObject({ name: 'ValidationException' });
    await expect(write([])).rejects.toMatchObject({ name: 'ValidationException' });
  });

  test('refuses more than 4 MB', async () => {
    const large = Array.from({ length: 12 }, (_, index) => put(`large-${index}`, { text: 'x'.repeat(380_000) }));
    await expect(write(large)).rejects.toMatchObject({ name: 'ValidationException' });
    expect(await read('large-0')).toBeUndefined();
  });

  test('refuses an unknown table by that name', async () => {
    const nowhere = { Put: { TableName: 'no-such-table', Item: { pk, sk: 's' } } };
    await expect(write([put('new'), nowhere])).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
    expect(await read('new')).toBeUndefined();
  });

  test('refuses an expression that does not parse', async () => {
    const wrong = { Update: { TableName, Key: { pk, sk: 's' }, UpdateExpression: 'SETT n = n' } };
    await expect(write([wrong])).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('ClientRequestToken', () => {
  test('makes a repeated request take effect once', async () => {
    const token = crypto.randomUUID();
    await write([add('count', 1)], token);
    await write([add('count', 1)], token);
    expect(await read('count')).toMatchObject({ n: 1 });
  });

  test('makes concurrent repeats take effect once', async () => {
    const token = crypto.randomUUID();
    await Promise.allSettled([write([add('count', 1)], token), write([add('count', 1)], token)]);
    expect(await read('count')).toMatchObject({ n: 1 });
  });

  test('is refused for another request', async () => {
    const token = crypto.randomUUID();
    await write([add('count', 1)], token);
    await expect(write([add('count', 2)], token)).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    });
    expect(await read('count')).toMatchObject({ n: 1 });
  });

  test('may be reused after its request was cancelled', async () => {
    const token = crypto.randomUUID();
    await write([put('there')]);
    await expect(write([putNew('there')], token)).rejects.toMatchObject({ name: 'TransactionCanceledException' });
    await write([putNew('free')], token);
    expect(await read('free')).toBeDefined();
  });

  test('has at most 36 characters', async () => {
    await expect(write([put('new')], 'x'.repeat(37))).rejects.toMatchObject({ name: 'ValidationException' });
  });
});

describe('TransactGetItems', () => {
  test('reads in order, projected, and returns nothing for a missing item', async () => {
    await write([put('a', { n: 1, m: 2 })]);
    const get = (sk: string) => ({ Get: { TableName, Key: { pk, sk }, ProjectionExpression: 'n' } });
    const { Responses } = await client.send(new TransactGetCommand({ TransactItems: [get('none'), get('a')] }));
    expect(Responses).toEqual([{}, { Item: { n: 1 } }]);
  });

  test('reads an item only once', async () => {
    const get = { Get: { TableName, Key: { pk, sk: 'a' } } };
    await expect(client.send(new TransactGetCommand({ TransactItems: [get, get] }))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('concurrent transactions', () => {
  const ACCOUNTS = 4;

  /** Amazon may refuse a transaction for another running one, so it is sent again. */
  async function untilDone(send: () => Promise<unknown>): Promise<void> {
    for (;;) {
      const error = (await send().catch((failure: unknown) => failure)) as Error | undefined;
      if (!/Transaction(Conflict|Canceled|InProgress)Exception/.test(error?.name ?? '')) return;
    }
  }

  async function balances(): Promise<number[]> {
    const TransactItems = Array.from({ length: ACCOUNTS }, (_, sk) => ({
      Get: { TableName, Key: { pk, sk: String(sk) } },
    }));
    const { Responses = [] } = await client.send(new TransactGetCommand({ TransactItems }));
    return Responses.map(({ Item }) => Number(Item?.n));
  }

  test('conserve the sum, with single writes in between and for every transactional reader', async () => {
    await write(Array.from({ length: ACCOUNTS }, (_, sk) => put(String(sk), { n: 100, singles: 0 })));
    const sums: number[] = [];
    const transfers = Array.from({ length: 200 }, (_, index) =>
      untilDone(() => write([add(String(index % ACCOUNTS), -1), add(String((index + 1) % ACCOUNTS), 1)])),
    );
    const singles = Array.from({ length: 100 }, (_, index) =>
      untilDone(() =>
        client.send(
          new UpdateCommand({
            TableName,
            Key: { pk, sk: String(index % ACCOUNTS) },
            UpdateExpression: 'ADD singles :one',
            ExpressionAttributeValues: { ':one': 1 },
          }),
        ),
      ),
    );
    const readers = Array.from({ length: 20 }, () =>
      untilDone(async () => sums.push((await balances()).reduce((sum, balance) => sum + balance, 0))),
    );
    await Promise.all([...transfers, ...singles, ...readers]);
    expect(new Set(sums)).toEqual(new Set([100 * ACCOUNTS]));
    expect(await balances()).toEqual(Array.from({ length: ACCOUNTS }, () => 100));
    expect(await read('0')).toMatchObject({ singles: 25 });
  });

  test('let exactly one of many claim an item', async () => {
    const claims = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) => write([putNew('lease'), put(`by-${n}`)])),
    );
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = { TableName, Item: { pk, sk: 'lease' }, ConditionExpression: 'attribute_not_exists(pk)' };
    await expect(client.send(new PutCommand(late))).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' });
  });
});
