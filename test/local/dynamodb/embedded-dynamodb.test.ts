import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTimeToLiveCommand, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, GetCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { batchWrite } from '../../../adapters/dynamodb/client/batch-write.ts';
import { startEmbeddedDynamoDb } from '../../../local/dynamodb/embedded-dynamodb.ts';
import type { EmbeddedDynamoDb } from '../../../local/dynamodb/embedded-dynamodb.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';

const TableName = 'Table';
let folder: string;
let running: EmbeddedDynamoDb[];

beforeEach(async () => {
  running = [];
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
afterEach(async () => {
  await Promise.all(running.map((engine) => engine.stop()));
  await rm(folder, { recursive: true });
});

async function start(settings: { path?: string; port?: number } = {}) {
  const engine = await startEmbeddedDynamoDb(settings);
  running.push(engine);
  return { engine, client: testClient(engine.endpoint, { maxAttempts: 1 }) };
}

async function startWithTable(settings: { path?: string } = {}) {
  const started = await start(settings);
  await started.client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    }),
  );
  await vi.waitFor(() => started.client.send(new GetCommand({ TableName, Key: { pk: 'any' } })));
  return started;
}

describe('a data folder', () => {
  test('is created if it is missing, and opened again with all of its data', async () => {
    const path = join(folder, 'new', 'data');
    const first = await startWithTable({ path });
    await first.client.send(new PutCommand({ TableName, Item: { pk: 'kept' } }));
    await first.engine.stop();
    const second = await start({ path });
    const { Item } = await second.client.send(new GetCommand({ TableName, Key: { pk: 'kept' } }));
    expect(Item).toEqual({ pk: 'kept' });
  });

  test('in use by another engine is refused in one sentence', async () => {
    await start({ path: folder });
    await expect(start({ path: folder })).rejects.toThrow(`The data folder ${folder} is in use by another process.`);
  });

  test('that is a file is refused in one sentence', async () => {
    const path = join(folder, 'file');
    await writeFile(path, 'text');
    await expect(start({ path })).rejects.toThrow(`The data folder ${path} cannot be opened for writing.`);
  });

  test('below a file is refused in one sentence', async () => {
    await writeFile(join(folder, 'file'), 'text');
    const path = join(folder, 'file', 'data');
    await expect(start({ path })).rejects.toThrow(`The data folder ${path} cannot be opened for writing.`);
  });

  test('with a broken manifest is refused in one sentence', async () => {
    const path = join(folder, 'data');
    const { engine } = await startWithTable({ path });
    await engine.stop();
    const manifest = (await readdir(path)).find((name) => name.startsWith('MANIFEST')) ?? '';
    await writeFile(join(path, manifest), 'broken');
    await expect(start({ path })).rejects.toThrow(`The data folder ${path} is damaged.`);
  });

  test('with other files in place of the database is refused in one sentence', async () => {
    await mkdir(join(folder, 'CURRENT'));
    await expect(start({ path: folder })).rejects.toThrow(/^The data folder \S+ .*\.$/);
  });
});

test('a used port is refused as in Node, and the data folder is released', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(start({ path: folder, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  other.close();
  await start({ path: folder });
});

test('the engine stops immediately, even if clients keep their connections open', async () => {
  const { engine, client } = await startWithTable();
  await Promise.all(Array.from({ length: 10 }, () => client.send(new GetCommand({ TableName, Key: { pk: 'any' } }))));
  const startMs = performance.now();
  await engine.stop();
  running = [];
  expect(performance.now() - startMs).toBeLessThan(2_000);
  await expect(client.send(new GetCommand({ TableName, Key: { pk: 'any' } }))).rejects.toThrow();
});

test('the engine may be stopped twice', async () => {
  const { engine } = await start();
  await Promise.all([engine.stop(), engine.stop()]);
});

test('the engine listens only on 127.0.0.1', async () => {
  const { engine } = await start();
  expect(engine.endpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
});

test.each([
  ['text that is not JSON', 'POST', 'not json', 'SerializationException'],
  ['a value that is not an object', 'POST', '[]', 'SerializationException'],
  ['an unknown operation', 'POST', '{}', 'UnknownOperationException'],
])('a request to the engine with %s is refused', async (_name, method, body, type) => {
  const { engine } = await start();
  const answer = await fetch(engine.endpoint, {
    method,
    body,
    headers: { 'x-amz-target': 'DynamoDB_20120810.Nothing' },
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(type);
});

describe('capacity units that Amazon documents and DynamoDB Local counts differently', () => {
  const consumed = { ReturnConsumedCapacity: 'TOTAL' } as const;

  test('count every item of a transaction twice, and its repeat like a read', async () => {
    const { client } = await startWithTable();
    const TransactItems = [
      { Put: { TableName, Item: { pk: 'a', text: 'x'.repeat(1_500) } } },
      { ConditionCheck: { TableName, Key: { pk: 'b' }, ConditionExpression: 'attribute_not_exists(pk)' } },
    ];
    const input = { TransactItems, ClientRequestToken: 'token', ...consumed };
    const first = await client.send(new TransactWriteCommand(input));
    const again = await client.send(new TransactWriteCommand(input));
    expect([first, again].map(({ ConsumedCapacity }) => ConsumedCapacity?.[0]?.CapacityUnits)).toEqual([6, 4]);
  });

  test('count a missing key in a batch like the smallest row', async () => {
    const { client } = await startWithTable();
    const RequestItems = { [TableName]: { Keys: [{ pk: 'none' }], ConsistentRead: true } };
    const { ConsumedCapacity } = await client.send(new BatchGetCommand({ RequestItems, ...consumed }));
    expect(ConsumedCapacity?.[0]?.CapacityUnits).toBe(1);
  });
});

test('a batch over 16 MB returns the rest as unprocessed, as it was requested', async () => {
  const { client } = await startWithTable();
  const rows = Array.from({ length: 50 }, (_, n) => ({ pk: `row-${n}`, sk: '', text: 'x'.repeat(380_000) }));
  await batchWrite(
    client,
    TableName,
    rows.map((put) => ({ put })),
  );
  const shape = { ConsistentRead: true, ProjectionExpression: '#t', ExpressionAttributeNames: { '#t': 'text' } };
  const RequestItems = { [TableName]: { Keys: rows.map(({ pk }) => ({ pk })), ...shape } };
  const { Responses, UnprocessedKeys } = await client.send(new BatchGetCommand({ RequestItems }));
  const read = Responses?.[TableName]?.length ?? 0;
  expect(read).toBeLessThan(50);
  expect(UnprocessedKeys?.[TableName]).toMatchObject(shape);
  expect(UnprocessedKeys?.[TableName]?.Keys).toHaveLength(50 - read);
});

test('a token is forgotten after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { client } = await startWithTable();
    const write = (text: string) =>
      client.send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName, Item: { pk: 'p', text } } }],
          ClientRequestToken: 'token',
        }),
      );
    await write('first');
    await expect(write('second')).rejects.toMatchObject({ name: 'IdempotentParameterMismatchException' });
    vi.setSystemTime(Date.now() + 10 * 60 * 1_000 + 1);
    await write('third');
  } finally {
    vi.useRealTimers();
  }
});

test('the time-to-live setting is stored', async () => {
  const { client } = await startWithTable();
  const setting = { AttributeName: 'expires', Enabled: true };
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: setting }));
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }));
  expect(TimeToLiveDescription).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expires' });
});
