import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoRegisteredClientStore } from '../../../../functions/adapters/dynamodb/oauth/dynamo-registered-client-store.ts';
import { DynamoRateCounter } from '../../../../functions/adapters/dynamodb/usage/dynamo-rate-counter.ts';
import { findOauthClient } from '../../../../functions/core/oauth/find-oauth-client.ts';
import {
  keepRegistered,
  registerClient,
  registrationAnswer,
} from '../../../../functions/core/oauth/registered-clients.ts';
import { NOON_MS, valueOf } from '../../../../testing/harness/accounts.ts';
import { testClient } from '../../../../testing/harness/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../../testing/harness/tables.ts';

const DAY_MS = 86_400_000;
const ASKED = { redirect_uris: ['http://127.0.0.1/callback'], client_name: 'An assistant' };

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let clients: DynamoRegisteredClientStore;
let addresses = 0;
beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  clients = new DynamoRegisteredClientStore(client, tables.accountsTable);
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

const newAddress = () => `198.51.100.${(addresses += 1)}`;
function register(metadata: unknown, address = newAddress(), nowMs = NOON_MS) {
  const counter = new DynamoRateCounter(client, tables.accountsTable);
  const body = metadata instanceof Uint8Array ? metadata : Buffer.from(JSON.stringify(metadata));
  return registerClient({ clients, counter }, body, address, nowMs);
}
function find(clientId: string, nowMs: number) {
  const documents = { read: () => Promise.reject(new Error('No document is read')) };
  return findOauthClient({ registered: clients, documents, loopbackDocuments: false }, clientId, nowMs);
}

describe('a client that registers', () => {
  test('is found by its id, as it was registered, and as nothing that is proven', async () => {
    const metadata = { ...ASKED, client_uri: 'https://assistant.example', jwks: {}, logo_uri: 7, contacts: ['x'] };
    const { client: registered } = valueOf(await register(metadata));
    expect(registered).toEqual({
      clientId: expect.stringMatching(/^oac_[A-Za-z0-9]{24}$/) as string,
      name: 'An assistant',
      uri: 'https://assistant.example/',
      redirectUris: ASKED.redirect_uris,
      source: 'registered',
    });
    expect(valueOf(await find(registered.clientId, NOON_MS))).toEqual(registered);
  });

  test('is public whatever it asked for, and is told so', async () => {
    const asked = { ...ASKED, token_endpoint_auth_method: 'client_secret_basic', scope: 'everything' };
    const answer = registrationAnswer(valueOf(await register(asked)));
    expect(answer).toEqual({
      client_id: answer.client_id,
      client_id_issued_at: NOON_MS / 1000,
      client_name: 'An assistant',
      redirect_uris: ASKED.redirect_uris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  test.each([
    ['no redirect', 'invalid_redirect_uri', { ...ASKED, redirect_uris: [] }],
    ['none at all', 'invalid_redirect_uri', { client_name: 'x' }],
    ['eleven', 'invalid_redirect_uri', { redirect_uris: Array(11).fill('http://127.0.0.1/') }],
    ['one of them a script', 'invalid_redirect_uri', { redirect_uris: ['http://127.0.0.1/', 'javascript:alert(1)'] }],
    ['http of another machine', 'invalid_redirect_uri', { redirect_uris: ['http://assistant.example/'] }],
    ['a fragment', 'invalid_redirect_uri', { redirect_uris: ['https://assistant.example/#x'] }],
    ['no code', 'invalid_client_metadata', { ...ASKED, response_types: ['token'] }],
    ['another grant', 'invalid_client_metadata', { ...ASKED, grant_types: ['client_credentials'] }],
    ['a list', 'invalid_client_metadata', []],
    ['no JSON', 'no_json', Buffer.from('{')],
    ['17 kB', 'body_too_large', Buffer.alloc(16_385, 32)],
  ])('with %s is refused: %s', async (_, kind, metadata) => {
    expect(await register(metadata)).toMatchObject({ ok: false, reason: { kind } });
  });

  test('is forgotten after a week in which nobody let it in, row and all', async () => {
    const { client: registered } = valueOf(await register(ASKED));
    const { clientId } = registered;
    expect(await find(clientId, NOON_MS + 7 * DAY_MS - 1)).toMatchObject({ ok: true });
    expect(await find(clientId, NOON_MS + 7 * DAY_MS)).toEqual({ ok: false, reason: { kind: 'unknown_client' } });
    const { Item } = await client.send(
      new GetCommand({ TableName: tables.accountsTable, Key: { pk: `OAUTH_CLIENT#${clientId}`, sk: 'CLIENT' } }),
    );
    expect(Item?.['expires_at']).toBe((NOON_MS + 7 * DAY_MS) / 1000);
  });

  test('that somebody let in is kept', async () => {
    const { client: registered } = valueOf(await register(ASKED));
    await keepRegistered(clients, registered, NOON_MS + DAY_MS);
    expect(await find(registered.clientId, NOON_MS + 300 * DAY_MS)).toMatchObject({ ok: true });
  });

  test('that is gone is not brought back by being kept', async () => {
    await clients.keepClient('oac_000000000000000000000000', NOON_MS);
    expect(await clients.readClient('oac_000000000000000000000000')).toBeUndefined();
  });
});

test('an id that no registration gave out leads to no read at all', async () => {
  for (const id of ['', 'x', 'cli_live_0123456789_AbCdEfGhIjKl', 'oac_1', 'http://127.0.0.1/client.json'])
    expect(await find(id, NOON_MS)).toEqual({ ok: false, reason: { kind: 'unknown_client' } });
});

test('a flood of registrations from one address ends at fifty in a day, and stores no more', async () => {
  const address = newAddress();
  for (let sent = 0; sent < 50; sent += 1) expect((await register(ASKED, address)).ok).toBe(true);
  expect(await register(ASKED, address)).toEqual({
    ok: false,
    reason: { kind: 'too_many_registrations', retryAfterSeconds: 43_200 },
  });
  expect((await register(ASKED, newAddress())).ok).toBe(true);
  expect((await register(ASKED, address, NOON_MS + DAY_MS)).ok).toBe(true);
});
