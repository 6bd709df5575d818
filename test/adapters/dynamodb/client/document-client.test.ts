import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createDocumentClient } from '../../../../adapters/dynamodb/client/document-client.ts';
import { openTables } from '../../../support/stores/tables.ts';
import type { OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  tables = await openTables();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await tables.stop();
});

test('undefined members are not written', async () => {
  const client = createDocumentClient({ maxAttempts: 1, endpoint: tables.endpoint });
  const key = { pk: 'undefined', sk: 's' };
  const TableName = tables.accountsTable;
  await client.send(new PutCommand({ TableName, Item: { ...key, absent: undefined } }));
  expect((await client.send(new GetCommand({ TableName, Key: key }))).Item).toEqual(key);
  client.destroy();
});

test('the address comes from AWS_ENDPOINT_URL_DYNAMODB if that is set', async () => {
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', tables.endpoint);
  const client = createDocumentClient({ maxAttempts: 1 });
  const answer = await client.send(new GetCommand({ TableName: tables.accountsTable, Key: { pk: 'nobody', sk: 's' } }));
  expect(answer.Item).toBeUndefined();
  client.destroy();
});

test('a call without a response ends after three seconds', async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const client = createDocumentClient({ maxAttempts: 1, endpoint: `http://127.0.0.1:${port}` });
  const startMs = performance.now();
  const call = client.send(new GetCommand({ TableName: 'any', Key: { pk: 'p', sk: 's' } }));
  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  expect(performance.now() - startMs).toBeLessThan(10_000);
  client.destroy();
  silent.closeAllConnections();
  silent.close();
});
