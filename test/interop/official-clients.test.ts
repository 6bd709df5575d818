/**
 * The official clients as their users configure them: they connect, list and call, and the responses parse with the
 * official schemas.
 */
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import { CallToolResultSchema, DiscoverResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toolList } from '../../tools/docs/tool-entries.ts';
import { bearerKey, startRunningService, type RunningService } from '../support/service/running-service.ts';
import { REGULATOR } from '../support/fixtures/item-records.ts';

const NAMES = toolList().map((tool) => tool['name']);
const FOUND = { name: 'lookup_part', arguments: { manufacturer: 'Norvane', part_number: 'nv-7805/2.5' } };
const REFUSED = { name: 'get_item', arguments: { item_id: 'itm_00000009' } };

let service: RunningService;

beforeAll(async () => {
  service = await startRunningService();
});
afterAll(async () => {
  await service.stop();
});

function address(): URL {
  return new URL(`${service.baseUrl}/mcp`);
}

function withKey(): { requestInit: { headers: { authorization: string } } } {
  return { requestInit: { headers: { authorization: bearerKey(service) } } };
}

describe.each<[string, VersionNegotiationMode, 'modern' | 'legacy', string]>([
  ['pinned to 2026-07-28', { pin: '2026-07-28' }, 'modern', '2026-07-28'],
  ['left to choose', 'auto', 'modern', '2026-07-28'],
  ['legacy', 'legacy', 'legacy', '2025-11-25'],
])('SDK 2.4, %s', (_, mode, era, protocolVersion) => {
  let client: Client;

  beforeAll(async () => {
    client = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(address(), withKey()));
  });
  afterAll(async () => {
    await client.close();
  });

  test('agrees on the version', () => {
    expect(client.getProtocolEra()).toBe(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(protocolVersion);
    expect(client.getServerCapabilities()).toEqual({ tools: {} });
    expect(client.getInstructions()).toEqual(expect.any(String));
    if (era === 'modern') expect(() => DiscoverResultSchema.parse(client.getDiscoverResult())).not.toThrow();
  });

  test('lists every tool', async () => {
    const list = ListToolsResultSchema.parse(await client.listTools());
    expect(list.tools.map(({ name }) => name)).toEqual(NAMES);
  });

  test('gets an item as structured content', async () => {
    const result = CallToolResultSchema.parse(await client.callTool(FOUND));
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({ found: true, item: { id: REGULATOR.id } });
  });

  test('gets a tool error as a result, not as an exception', async () => {
    const result = CallToolResultSchema.parse(await client.callTool(REFUSED));
    expect(result).toMatchObject({ isError: true, _meta: { 'com.service/error': { code: 'not_found' } } });
  });

  test('connects with an id and a secret alone, with a key that may only look up', async () => {
    for (const { clientId, clientSecret } of [service, service.readOnly]) {
      const authProvider = new ClientCredentialsProvider({ clientId, clientSecret, expectedIssuer: service.baseUrl });
      const other = new Client({ name: 'judge', version: '1.0.0' }, { versionNegotiation: { mode } });
      await other.connect(new StreamableHTTPClientTransport(address(), { authProvider }));
      expect((await other.callTool(FOUND)).structuredContent).toMatchObject({ item: { id: REGULATOR.id } });
      await other.close();
    }
  });

  test('gets an error for an unknown tool', async () => {
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toMatchObject({ code: -32602 });
  });
});

describe('SDK 1.32', () => {
  let client: Client1;

  beforeAll(async () => {
    client = new Client1({ name: 'judge', version: '1.0.0' });
    await client.connect(new Transport1(address(), withKey()));
  });
  afterAll(async () => {
    await client.close();
  });

  test('lists every tool', async () => {
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(NAMES);
  });

  test('gets an item that matches the output schema', async () => {
    expect(await client.callTool(FOUND)).toMatchObject({ structuredContent: { item: { id: REGULATOR.id } } });
  });

  test('gets a tool error as a result, although it validates results against the output schema', async () => {
    expect(await client.callTool(REFUSED)).toMatchObject({ isError: true });
  });

  test('may end its session, although there is none', async () => {
    const transport = new Transport1(address(), { ...withKey(), sessionId: 'of-another-server' });
    await expect(transport.terminateSession()).resolves.toBeUndefined();
  });
});
