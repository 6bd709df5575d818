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

test('a refused argument is logged with its field and the caller’s message, without a value', async () => {
  const { credential, client } = await open();
  expect(await lineOf(toolCall('lookup_part', { part_number: 'X1' }, credential))).toMatchObject({
    outcome: 'missing_parameter',
    client: client.clientId,
    tool: 'lookup_part',
    asked: 'part_number: 2 characters',
    told: expect.stringMatching(/^manufacturer is missing\. Name the manufacturer/),
    why: { field: 'manufacturer' },
  });
  const unknown = await lineOf(toolCall('lookup_part', { ...PART, manufactuer: PRIVATE }, credential));
  expect(unknown).toMatchObject({
    why: { field: 'manufactuer' },
    told: expect.stringMatching(
      /^manufactuer: unknown property\. Did you mean manufacturer\? Allowed: manufacturer, part_number/,
    ),
    asked: expect.stringContaining('1 unknown'),
  });
  expect(JSON.stringify(unknown)).not.toContain('customer');
});

test('what is logged of a refusal is what the caller got, on one line of at most 500 characters and without a secret', async () => {
  const { credential, secret } = await open();
  const named = [
    secret,
    `Bearer ${secret}`,
    'two\nlines\u202e',
    ...Array.from({ length: 30 }, (_, at) => `x${at}`.repeat(60)),
  ];
  for (const name of named) {
    const line = await lineOf(toolCall('lookup_part', { ...PART, [name]: 1 }, credential));
    const { told, why } = line as { told: string; why: { field: string } };
    expect(told.length).toBeLessThanOrEqual(500);
    expect(`${told}${why.field}`).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.stringify(line)).not.toContain(secret.slice(4, 30));
  }
  const method = await lineOf(modernRequest(`resources/${secret}`, {}, credential));
  expect(method).toMatchObject({ outcome: 'unknown_method', told: 'Method not found. This server offers tools only.' });
  expect(JSON.stringify(method)).not.toContain(secret);
});

test.each<[string, (secret: string) => string]>([
  ['cut at the end of a long name', (secret) => `${'x '.repeat(35)}${secret}`],
  ['wrapped onto two lines', (secret) => `${secret.slice(0, 24)}\n${secret.slice(24)}`],
  ['with an invisible character inside', (secret) => `${secret.slice(0, 24)}\u200b${secret.slice(24)}`],
  ['with a dot inside', (secret) => `${secret.slice(0, 24)}.${secret.slice(24)}`],
  ['encoded for a URL', (secret) => secret.replaceAll('_', '%5F').replaceAll('-', '%2D')],
])('a secret in the place of an argument’s name is not logged %s', async (_how, written) => {
  const { credential, client } = await open();
  const secret = 'sec_AbCd-fGhIjKlMn_pQrStUvWxYz0123456789abcdEfG';
  const name = written(secret);
  const line = await lineOf(toolCall('lookup_parts', { items: [{ ...PART, [name]: 1 }] }, credential));
  expect(line).toMatchObject({ outcome: 'invalid_parameter', client: client.clientId });
  const parts = [secret.slice(5, 12), secret.slice(15, 22), secret.slice(26, 33), secret.slice(-8)];
  for (const part of parts) expect(JSON.stringify(line)).not.toContain(part);
});

test.each<[string, (credential: string) => WireRequest]>([
  ['a tool error', (credential) => toolCall('lookup_part', { gtin: '00400000010015' }, credential)],
  ['a missing scope', (credential) => toolCall('get_usage', {}, credential)],
  [
    'a header that differs',
    (credential) => {
      const request = toolCall('lookup_part', PART, credential);
      return { ...request, headers: { ...request.headers, 'mcp-name': 'get_usage' } };
    },
  ],
  ['no credentials', () => toolCall('lookup_part', PART, '')],
])('%s is logged with exactly the message that the caller got', async (_, request) => {
  const { credential } = await open({ scopes: ['items:read'] });
  service.logged.length = 0;
  const { json } = await service.send(request(credential));
  const { told } = JSON.parse(service.logged[0] ?? '{}') as { told: string };
  expect(JSON.stringify(json)).toContain(JSON.stringify(told).slice(1, -1));
  expect(told.length).toBeGreaterThan(20);
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
