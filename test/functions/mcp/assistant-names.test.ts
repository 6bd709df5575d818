/** The list of connected assistants: names from calls with versions before 2026-07-28, and the calls that count. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { listConnectedAssistants } from '../../../core/access/assistants/list-assistants.ts';
import { NOON_MS, openAccount } from '../../support/fixtures/accounts.ts';
import {
  legacyRequest,
  startMcpService,
  toolCall,
  type McpService,
  type WireRequest,
} from '../../support/service/mcp-service.ts';

describe('connected assistants', () => {
  let service: McpService;
  beforeAll(async () => {
    service = await startMcpService();
  });
  afterAll(() => service.stop());

  const open = async () => {
    service.clock.nowMs = NOON_MS;
    const { account, client, secret } = await openAccount(service.store, service.tables.accountsTable);
    const key = `${client.clientId}:${secret}`;
    const send = (request: WireRequest, agent?: string) =>
      service.send({
        ...request,
        headers: { ...request.headers, ...(agent !== undefined && { 'user-agent': agent }) },
      });
    return {
      initialize: (name: string, agent?: string) =>
        send(legacyRequest(undefined, 'initialize', { clientInfo: { name, version: '2.4.1' } }, key), agent),
      call: (agent?: string, args = {}) =>
        send(legacyRequest('2025-06-18', 'tools/call', { name: 'get_usage', arguments: args }, key), agent),
      send: (request: (key: string) => WireRequest) => service.send(request(key)),
      calls: async () => {
        const reports = new DynamoAccountReports(service.store, service.tables.accountsTable);
        const listed = await listConnectedAssistants(reports, account.accountId, service.clock.nowMs);
        return Object.fromEntries(listed.map(({ name, callsLast30Days }) => [name, callsLast30Days]));
      },
    };
  };

  test('of a legacy client use the name of its initialize, with the same User-Agent and on the same day', async () => {
    const { initialize, call, calls } = await open();
    await initialize('claude-code', 'node');
    await call('node');
    await call('node');
    await call('python-httpx/0.28');
    service.clock.nowMs = NOON_MS + 86_400_000;
    await call('node');
    expect(await calls()).toEqual({ 'claude-code 2': 2, 'python-httpx 0': 1, node: 1 });
  });

  test('without a User-Agent use that name too; of two introductions the last one counts', async () => {
    const { initialize, call, calls } = await open();
    await initialize('first');
    await call();
    await initialize('second');
    await call();
    expect(await calls()).toEqual({ 'first 2': 1, 'second 2': 1 });
  });

  test('count calls that are refused for their arguments, and calls that find nothing', async () => {
    const { call, send, calls } = await open();
    await call('node', { unknown: 1 });
    await send((key) => toolCall('lookup_part', { part_number: 'no manufacturer' }, key));
    await send((key) => toolCall('get_item', { item_id: 'itm_00000000' }, key));
    expect(await calls()).toEqual({ node: 1, 'Test Assistant 3': 2 });
  });

  test('never fail an initialize: a name that cannot be stored is dropped', async () => {
    const { initialize } = await open();
    const { noteIntroduction } = service.dependencies.ports.activity;
    service.dependencies.ports.activity.noteIntroduction = () => Promise.reject(new Error('down'));
    expect((await initialize('claude-code', 'node')).statusCode).toBe(200);
    service.dependencies.ports.activity.noteIntroduction = noteIntroduction;
  });
});
