/**
 * Official clients that get nothing but the URL, a client id and a secret: they find the token endpoint themselves.
 */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { ClientCredentialsProvider as Provider1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeClient } from '../../core/access/administration/administer-clients.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { openAccount, OPERATOR, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';
import { startWholeService, type WholeService } from '../support/service/whole-service.ts';

const FOUND = { name: 'lookup_part', arguments: { manufacturer: 'Norvane', part_number: 'nv-7805/2.5' } };
const READ_ONLY = ['items:read', 'items:search', 'catalogs:read', 'usage:read'] as const;

let service: WholeService;

beforeAll(async () => {
  service = await startWholeService();
});
afterAll(() => service.stop());
beforeEach(() => void service.exchanges.splice(0));

const open = (scopes: OpenedAccount['client']['scopes'] = SCOPES) =>
  openAccount(service.store, service.tables.accountsTable, { scopes, nowMs: Date.now() });
const address = () => new URL(`${service.baseUrl}/mcp`);

async function connect({ client, secret }: OpenedAccount, mode: VersionNegotiationMode): Promise<Client> {
  const authProvider = new ClientCredentialsProvider({
    clientId: client.clientId,
    clientSecret: secret,
    expectedIssuer: service.baseUrl,
  });
  const connected = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  await connected.connect(new StreamableHTTPClientTransport(address(), { authProvider }));
  return connected;
}

describe.each<[string, VersionNegotiationMode]>([
  ['modern', { pin: '2026-07-28' }],
  ['left to choose', 'auto'],
  ['legacy', 'legacy'],
])('SDK 2.4, %s, with only the URL, an id and a secret', (_era, mode) => {
  test.each([
    ['every scope', SCOPES],
    ['read only', READ_ONLY],
  ])('with %s discovers, gets one token, lists and calls', async (_which, scopes) => {
    const client = await connect(await open(scopes), mode);
    expect((await client.listTools()).tools.length).toBeGreaterThan(3);
    expect(await client.callTool(FOUND)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
    await client.close();
    expect(service.exchanges.filter((line) => line.startsWith('POST /v1/oauth/token'))).toEqual([
      'POST /v1/oauth/token 200',
    ]);
    expect(service.exchanges).toContain('GET /.well-known/oauth-protected-resource/mcp 200');
    expect(service.exchanges).toContain('GET /.well-known/oauth-authorization-server 200');
  });

  test('fails on the next request after its key is revoked', async () => {
    const opened = await open();
    const client = await connect(opened, mode);
    await client.callTool(FOUND);
    valueOf(await revokeClient(opened.store, opened.client.clientId, OPERATOR, Date.now()));
    service.exchanges.splice(0);
    await expect(client.callTool(FOUND)).rejects.toThrow();
    await client.close();
    expect(service.exchanges[0]).toBe('POST /mcp 401');
    expect(service.exchanges).not.toContain('POST /mcp 200');
    expect(service.exchanges.at(-1)).toBe('POST /v1/oauth/token 401');
  });
});

describe('a key without a scope', () => {
  test('is reported on the call, and the client gives up', async () => {
    const client = await connect(await open(['usage:read']), 'auto');
    expect(await client.callTool({ name: 'get_usage', arguments: {} })).toMatchObject({
      structuredContent: { sandbox: false },
    });
    await expect(client.callTool(FOUND)).rejects.toThrow();
    await client.close();
    expect(service.exchanges.length).toBeLessThan(20);
  });
});

describe('SDK 1.32', () => {
  test('connects with only the URL, an id and a secret', async () => {
    const opened = await open(READ_ONLY);
    const authProvider = new Provider1({ clientId: opened.client.clientId, clientSecret: opened.secret });
    const client = new Client1({ name: 'judge', version: '1.0.0' });
    await client.connect(new Transport1(address(), { authProvider }));
    expect(await client.callTool(FOUND)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
    await client.close();
  });

  test('is refused by the token endpoint with a wrong secret', async () => {
    const opened = await open();
    const authProvider = new Provider1({ clientId: opened.client.clientId, clientSecret: 'sec_wrong' });
    const client = new Client1({ name: 'judge', version: '1.0.0' });
    await expect(client.connect(new Transport1(address(), { authProvider }))).rejects.toThrow(/wrong/);
    expect(service.exchanges).toContain('POST /v1/oauth/token 401');
  });
});
