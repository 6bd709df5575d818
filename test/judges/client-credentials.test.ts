/**
 * The official client-credentials extension: an official client connects with the address, the id and the secret alone. It finds the token
 * endpoint by the challenge and the well-known documents, asks for exactly the scopes of the challenge, and must get what its key holds.
 */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { ClientCredentialsProvider as Provider1 } from '@modelcontextprotocol/sdk/client/auth-extensions.js';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REGULATOR } from '../support/item-records.ts';
import { startRunningService, type RunningService } from '../support/running-service.ts';

const GET_ITEM = { name: 'get_item', arguments: { item_id: REGULATOR.id } };
const MODES: [string, VersionNegotiationMode][] = [
  ['2026-07-28', { pin: '2026-07-28' }],
  ['auto', 'auto'],
  ['legacy', 'legacy'],
];

let service: RunningService;

beforeAll(async () => {
  service = await startRunningService();
});
afterAll(async () => {
  await service.stop();
});

async function connect(key: { clientId: string; clientSecret: string }, mode: VersionNegotiationMode): Promise<Client> {
  const { clientId, clientSecret } = key;
  const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: service.baseUrl });
  const client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { authProvider }));
  return client;
}

test.each(MODES)('SDK 2.4, %s: a key with every scope', async (_, mode) => {
  const client = await connect(service, mode);
  expect(await client.callTool(GET_ITEM)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
  await client.close();
});

test.each(MODES)('SDK 2.4, %s: a key that may look up only connects and looks up', async (_, mode) => {
  const client = await connect(service.readOnly, mode);
  expect(await client.callTool(GET_ITEM)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
  await client.close();
});

test.each(MODES)('SDK 2.4, %s: a wrong secret does not connect', async (_, mode) => {
  const wrong = { clientId: service.clientId, clientSecret: `${service.clientSecret}x` };
  await expect(connect(wrong, mode)).rejects.toThrow();
});

test('SDK 1.32: a key with every scope', async () => {
  const { clientId, clientSecret } = service;
  const client = new Client1({ name: 'judge', version: '1.0.0' });
  const authProvider = new Provider1({ clientId, clientSecret, expectedIssuer: service.baseUrl });
  await client.connect(new Transport1(new URL(`${service.baseUrl}/mcp`), { authProvider }));
  expect(await client.callTool(GET_ITEM)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
  await client.close();
});
