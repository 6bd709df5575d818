import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, type OpenedAccount, type WantedAccount } from '../../support/fixtures/accounts.ts';
import {
  modernRequest,
  startMcpService,
  toolCall,
  type McpService,
  type WireRequest,
} from '../../support/service/mcp-service.ts';

let service: McpService;
beforeAll(async () => {
  service = await startMcpService();
});
afterAll(() => service.stop());

async function open(wanted: WantedAccount = {}): Promise<OpenedAccount & { readonly credential: string }> {
  const opened = await openAccount(service.store, service.tables.accountsTable, wanted);
  return { ...opened, credential: `${opened.client.clientId}:${opened.secret}` };
}

async function lineOf(request: WireRequest): Promise<Record<string, unknown>> {
  service.logged.length = 0;
  await service.send(request);
  return JSON.parse(service.logged[0] ?? '{}') as Record<string, unknown>;
}

const PRIVATE = 'a word of the customer’s';
const PART = { manufacturer: PRIVATE, part_number: 'X1' };

test('a refused argument is logged with its field, but not a name that the client invented', async () => {
  const { credential, client } = await open();
  expect(await lineOf(toolCall('lookup_part', { part_number: 'X1' }, credential))).toMatchObject({
    outcome: 'missing_parameter',
    client: client.clientId,
    tool: 'lookup_part',
    asked: 'part_number: 2 characters',
    why: { field: 'manufacturer' },
  });
  const unknown = await lineOf(toolCall('lookup_part', { ...PART, [PRIVATE]: PRIVATE }, credential));
  expect(unknown).toMatchObject({ why: { field: '(unknown)' }, asked: expect.stringContaining('1 unknown') });
  expect(JSON.stringify(unknown)).not.toContain('customer');
});

test('a batch above the plan’s size is logged with both numbers', async () => {
  const { credential } = await open({ terms: { batchSize: 2 } });
  expect(await lineOf(toolCall('lookup_parts', { items: [PART, PART, PART] }, credential))).toMatchObject({
    outcome: 'batch_too_large',
    why: { field: 'items', limit: 2, limitOf: 'parts a call', asked: 3 },
  });
});

test('a missing scope is logged with the scopes that the caller has', async () => {
  const { credential } = await open({ scopes: ['usage:read'] });
  expect(await lineOf(toolCall('lookup_part', PART, credential))).toMatchObject({
    outcome: 'insufficient_scope',
    why: { scopeNeeded: 'items:read', scopesHeld: 'usage:read' },
  });
});

test('a full minute is logged with the plan’s rate limit', async () => {
  const { credential } = await open({ terms: { requestsPerMinute: 1 } });
  await lineOf(toolCall('get_usage', {}, credential));
  expect(await lineOf(toolCall('get_usage', {}, credential))).toMatchObject({
    outcome: 'rate_limited',
    why: { limit: 1, limitOf: 'requests a minute', retryAfterSeconds: expect.any(Number) },
  });
});

test('a wrong secret is logged with the claimed key, not as its caller', async () => {
  const { client } = await open();
  const line = await lineOf(toolCall('get_usage', {}, `${client.clientId}:sec_wrong`));
  expect(line).toMatchObject({ outcome: 'wrong_secret', claimedClient: client.clientId });
  expect(line).not.toHaveProperty('client');
});

test('the caller’s trace is logged from the body, otherwise from the header', async () => {
  const { credential } = await open();
  const [fromBody, fromHeader] = ['a', 'b'].map((digit) => `00-${digit.repeat(32)}-${digit.repeat(16)}-01`);
  const request = modernRequest('tools/list', {}, credential);
  const withHeader = { ...request, headers: { ...request.headers, traceparent: fromHeader ?? '' } };
  expect(await lineOf(withHeader)).toMatchObject({ traceparent: fromHeader, rpcMethod: 'tools/list' });
  const body = request.body as { params: { _meta: object } };
  const both = { ...body, params: { ...body.params, _meta: { ...body.params._meta, traceparent: fromBody } } };
  expect(await lineOf({ ...withHeader, body: both })).toMatchObject({ traceparent: fromBody });
  expect(await lineOf({ ...request, headers: { ...request.headers, traceparent: PRIVATE } })).not.toHaveProperty(
    'traceparent',
  );
});
