/** The wire, pinned: every row of the contract that the MCP function serves, over the real adapters. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import {
  legacyRequest,
  modernRequest,
  startMcpService,
  toolCall,
  type McpService,
} from '../../support/service/mcp-service.ts';

let service: McpService;
let live: OpenedAccount;
let key: string;
let readOnlyKey: string;
let testKey: string;
let suspendedKey: string;

beforeAll(async () => {
  service = await startMcpService();
  const open = (wanted: Parameters<typeof openAccount>[2]) =>
    openAccount(service.store, service.tables.accountsTable, wanted);
  live = await open({});
  key = credential(live);
  readOnlyKey = credential(await open({ scopes: ['items:search'] }));
  testKey = credential(await open({ kind: 'test' }));
  suspendedKey = credential(await open({ status: 'suspended' }));
  valueOf(await service.writer.writeItem(REGULATOR));
});

afterAll(() => service.stop());

function credential({ client, secret }: OpenedAccount): string {
  return `${client.clientId}:${secret}`;
}

const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const ALL_SCOPES = 'items:read items:search catalogs:read usage:read enrich:write';
const lookup = { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' };

describe('every response', () => {
  test('carries a generated request id even if the client sends one', async () => {
    const request = modernRequest('tools/list', {}, key);
    const answer = await service.send({ ...request, headers: { ...request.headers, 'x-request-id': 'mine' } });
    expect(answer.headers['x-request-id']).toMatch(/^req_[A-Za-z0-9]{20}$/);
  });

  test.each(['DELETE', 'GET', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'])('to %s is 405 and names POST', async (method) => {
    const answer = await service.send({ method, body: '' });
    expect(answer).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
    expect(answer.json.error).toMatchObject({
      code: 405,
      data: { data: null, errors: [{ code: 'method_not_allowed' }] },
    });
    expect(answer.json.error.data.meta.request_id).toBe(answer.headers['x-request-id']);
  });
});

describe('the path', () => {
  test('with a slash at its end is served alike, without a redirect', async () => {
    for (const request of [modernRequest('tools/list', {}, key), toolCall('get_usage', {}, key), { body: '{' }]) {
      const [plain, slashed] = [await service.send(request), await service.send({ ...request, path: '/mcp/' })];
      const own = ({ statusCode, body }: typeof plain) => [statusCode, body.replaceAll(/req_\w+/g, '')];
      expect(own(slashed)).toEqual(own(plain));
    }
  });

  test('below the endpoint is not found, and that of the server card only reads', async () => {
    const request = modernRequest('tools/list', {}, key);
    expect(await service.send({ ...request, path: '/mcp/x' })).toMatchObject({
      statusCode: 404,
      json: { errors: [{ code: 'not_found', message: 'There is no such endpoint. The MCP server is at /mcp.' }] },
    });
    const card = await service.send({ ...request, path: '/mcp/server-card' });
    expect([card.statusCode, card.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});

describe('the Origin header', () => {
  test.each(['https://evil.example.com', 'null', 'http://app.example.com', 'https://app.example.com:444', ''])(
    'of %j is refused before credentials are read',
    async (origin) => {
      const answer = await service.send({
        ...toolCall('lookup_part', lookup),
        headers: { origin, authorization: 'x' },
      });
      expect(answer.statusCode).toBe(403);
      expect(answer.json.error.data.errors[0].code).toBe('origin_not_allowed');
      expect(answer.json).not.toHaveProperty('id');
    },
  );

  test('of an allowed page is accepted, and the page may read the headers', async () => {
    const request = modernRequest('tools/list', {}, key);
    const answer = await service.send({
      ...request,
      headers: { ...request.headers, origin: 'https://app.example.com' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example.com');
    expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
    expect(answer.headers['vary']).toBe('Origin');
  });

  test('of an allowed page gets its preflight answered', async () => {
    const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'POST' };
    const answer = await service.send({ method: 'OPTIONS', body: '', headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-headers']).toContain('Mcp-Method');
  });
});

describe('credentials', () => {
  test('that are missing get the challenge that starts discovery', async () => {
    const answer = await service.send(modernRequest('tools/list'));
    expect(answer.statusCode).toBe(401);
    expect(answer.json).toMatchObject({ id: 1, error: { code: 401, data: { errors: [{ code: 'unauthorized' }] } } });
    const challenge = answer.headers['www-authenticate'] ?? '';
    expect(challenge).toContain(`Bearer resource_metadata="${METADATA}", scope="${ALL_SCOPES}", error_description="`);
    expect(challenge).not.toContain('error="');
    expect(answer.headers['x-auth-challenge']).toBe(challenge);
  });

  test.each([
    ['an unknown client', () => 'cli_live_AAAAAAAAAA_BBBBBBBBBBBB:secret'],
    ['a wrong secret', () => `${live.client.clientId}:wrong`],
    ['a malformed pair', () => 'nobody:secret'],
    ['a foreign token', () => 'a.b.c'],
  ])('of %s get invalid_token', async (_, wrong) => {
    const answer = await service.send(modernRequest('tools/list', {}, wrong()));
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('are judged before the message', async () => {
    const answer = await service.send({ body: '{', headers: { 'content-type': 'text/plain' } });
    expect(answer.statusCode).toBe(401);
  });

  test('of a suspended account get 403 for everything', async () => {
    for (const method of ['tools/list', 'server/discover']) {
      const answer = await service.send(modernRequest(method, {}, suspendedKey));
      expect(answer.statusCode).toBe(403);
      expect(answer.json.error.data.errors[0]).toMatchObject({
        code: 'forbidden',
        message: `The account is suspended. Write to support@example.com and quote the request id ${answer.headers['x-request-id']}.`,
      });
    }
  });

  test('without the scope of the tool get 403 and the scope to ask for', async () => {
    const answer = await service.send(toolCall('lookup_part', lookup, readOnlyKey));
    expect(answer.statusCode).toBe(403);
    expect(answer.json.error).toMatchObject({ code: 403, data: { errors: [{ code: 'insufficient_scope' }] } });
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="items:read"');
  });
});

describe('the methods', () => {
  test.each(['2025-11-25', '2025-06-18', '2025-03-26'])(
    'initialize of %s is answered in that version',
    async (revision) => {
      const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
      const { json } = await service.send(legacyRequest(undefined, 'initialize', params, key));
      expect(json.result).toMatchObject({
        protocolVersion: revision,
        capabilities: { tools: {} },
        serverInfo: { name: 'product-data' },
      });
      expect(json.result.resultType).toBeUndefined();
    },
  );

  test.each(['2026-07-28', '2024-11-05', 7])('initialize of %s is answered in 2025-11-25', async (protocolVersion) => {
    const { json } = await service.send(legacyRequest(undefined, 'initialize', { protocolVersion }, key));
    expect(json.result.protocolVersion).toBe('2025-11-25');
  });

  test.each([
    ['2025-11-25', ['description', 'icons', 'name', 'title', 'version', 'websiteUrl']],
    ['2025-06-18', ['name', 'title', 'version']],
    ['2025-03-26', ['name', 'title', 'version']],
  ])('initialize of %s describes the server with what that version knows', async (revision, members) => {
    const params = { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const { json } = await service.send(legacyRequest(undefined, 'initialize', params, key));
    expect(Object.keys(json.result.serverInfo).toSorted()).toEqual(members);
  });

  test('discover shows the icons of the server, which other results of 2026-07-28 do not repeat', async () => {
    const infoOf = async (method: string) => {
      const { json } = await service.send(modernRequest(method, {}, key));
      return json.result._meta['io.modelcontextprotocol/serverInfo'];
    };
    const picture = { mimeType: 'image/png', sizes: ['512x512'] };
    expect(await infoOf('server/discover')).toMatchObject({ icons: [picture, { mimeType: 'image/svg+xml' }] });
    expect(Object.keys(await infoOf('tools/list')).toSorted()).toEqual(['name', 'title', 'version']);
  });

  test('discover names all four versions', async () => {
    const { json } = await service.send(modernRequest('server/discover', {}, key));
    expect(json.result).toMatchObject({
      resultType: 'complete',
      supportedVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      capabilities: { tools: {} },
      cacheScope: 'public',
    });
  });

  test('return the same tools/list to every caller, with a cache hint in every MCP version', async () => {
    const [mine, theirs, legacy] = await Promise.all([
      service.send(modernRequest('tools/list', {}, key)),
      service.send(modernRequest('tools/list', {}, readOnlyKey)),
      service.send(legacyRequest('2025-06-18', 'tools/list', {}, testKey)),
    ]);
    expect(mine.json.result).toEqual(theirs.json.result);
    expect(mine.json.result).toMatchObject({ ttlMs: 3_600_000, cacheScope: 'public' });
    const { tools, ttlMs, cacheScope } = mine.json.result;
    expect(legacy.json.result).toEqual({ tools, ttlMs, cacheScope });
  });

  test.each<[string, () => Parameters<McpService['send']>[0], number, number]>([
    ['a modern unknown method', () => modernRequest('resources/list', {}, key), 404, -32601],
    ['a modern ping', () => modernRequest('ping', {}, key), 404, -32601],
    ['subscriptions/listen', () => modernRequest('subscriptions/listen', {}, key), 404, -32601],
    ['a modern initialize', () => modernRequest('initialize', {}, key), 404, -32601],
    ['a legacy unknown method', () => legacyRequest('2025-11-25', 'prompts/list', {}, key), 200, -32601],
    ['a legacy discover', () => legacyRequest('2025-11-25', 'server/discover', {}, key), 200, -32601],
    ['tools/list with a cursor', () => modernRequest('tools/list', { cursor: 'x' }, key), 200, -32602],
    ['a tool without a name', () => modernRequest('tools/call', {}, key), 200, -32602],
    ['an unknown tool', () => toolCall('delete_item', {}, key), 200, -32602],
    ['a tool called __proto__', () => toolCall('__proto__', {}, key), 200, -32602],
    ['arguments that are not an object', () => toolCall('get_item', ['itm_00000001'], key), 200, -32602],
    ['arguments that are a number', () => toolCall('get_item', 7, key), 200, -32602],
  ])('%s', async (_, request, status, code) => {
    const answer = await service.send(request());
    expect(answer).toMatchObject({ statusCode: status, json: { id: 1, error: { code } } });
  });

  test('accept a notification with 202 and no body', async () => {
    const answer = await service.send({
      body: { jsonrpc: '2.0', method: 'notifications/initialized' },
      headers: { authorization: `Bearer ${key}` },
    });
    expect(answer).toMatchObject({ statusCode: 202, body: '' });
  });

  test('list the supported versions for an unsupported one, next to the envelope', async () => {
    const answer = await service.send(legacyRequest('2030-01-01', 'ping', {}, key));
    expect(answer.json.error).toMatchObject({
      code: -32022,
      data: {
        supported: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
        requested: '2030-01-01',
        data: null,
      },
    });
  });

  test('refuse a body of one byte more than 64 kB, encoded or not', async () => {
    const authorization = { authorization: `Bearer ${key}` };
    const body = Buffer.alloc(65_537, 0x20);
    expect((await service.send({ body, headers: authorization })).statusCode).toBe(413);
    expect((await service.send({ body: body.toString(), headers: authorization })).statusCode).toBe(413);
  });
});

describe('a tool result', () => {
  test('carries the item, a summary, the figures and the request id', async () => {
    const answer = await service.send(toolCall('lookup_part', lookup, key));
    const { result } = answer.json;
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toMatchObject({
      found: true,
      item: { id: REGULATOR.id, mpn: 'NV-7805/2.5', warranty: null },
    });
    expect(result.structuredContent.item).not.toHaveProperty('attributes');
    expect(result.content).toEqual([
      { type: 'text', text: expect.stringMatching(/^Found .*NV-7805\/2\.5.*\.$/) as string },
      { type: 'text', text: JSON.stringify(result.structuredContent) },
    ]);
    expect(result._meta['com.service/request_id']).toBe(answer.headers['x-request-id']);
    const bytes = Buffer.byteLength(JSON.stringify(result.structuredContent.item));
    expect(result._meta['com.service/usage'].tokens_billed).toBe(Math.ceil(bytes / 4));
    expect(result._meta['io.modelcontextprotocol/serverInfo'].name).toBe('product-data');
  });

  test.each([undefined, '2025-06-18', '2025-11-25'])('in version %s has the same JSON as text', async (revision) => {
    const call = { name: 'lookup_part', arguments: lookup };
    const { json } = await service.send(legacyRequest(revision, 'tools/call', call, key));
    expect(json.result.content).toHaveLength(2);
    expect(JSON.parse(json.result.content[1].text)).toEqual(json.result.structuredContent);
    expect(json.result.resultType).toBeUndefined();
    expect(json.result._meta).not.toHaveProperty('io.modelcontextprotocol/serverInfo');
  });

  test('that is an error has no structured content, and explains itself', async () => {
    const answer = await service.send(toolCall('get_item', { item_id: 'itm_zzzzzzzz' }, key));
    const { result } = answer.json;
    expect(answer.statusCode).toBe(200);
    expect(result).toMatchObject({ isError: true, resultType: 'complete' });
    expect(result).not.toHaveProperty('structuredContent');
    expect(result.content[0].text).toMatch(/^not_found: /);
    expect(result._meta['com.service/error']).toEqual({
      code: 'not_found',
      message: expect.any(String) as string,
      field: 'item_id',
      doc_url: 'https://docs.example.com/errors#not_found',
      http_status: 404,
    });
    expect(result._meta['com.service/usage'].tokens_billed).toBe(0);
  });

  test('of a look-up without a match is free and not an error', async () => {
    const { json } = await service.send(toolCall('lookup_part', { manufacturer: 'Norvane', part_number: 'none' }, key));
    expect(json.result.structuredContent).toEqual({
      found: false,
      item: null,
      message: expect.stringContaining('request_enrichment, 0.15 USD') as string,
    });
    expect(json.result._meta['com.service/usage'].tokens_billed).toBe(0);
  });

  test('of a test key is never billed', async () => {
    const { json } = await service.send(toolCall('lookup_part', lookup, testKey));
    expect(json.result.structuredContent.found).toBe(true);
    expect(json.result._meta['com.service/usage']).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: null,
    });
  });

  test('answers a batch in the order of the request, and bills a repeated part once', async () => {
    const items = [lookup, { manufacturer: 'Norvane', part_number: 'none' }, { gtin: '4006381333931' }, lookup];
    const { json } = await service.send(toolCall('lookup_parts', { items }, key));
    const { found, not_found } = json.result.structuredContent;
    expect(found.map((entry: { input_index: number }) => entry.input_index)).toEqual([0, 2, 3]);
    expect(not_found).toEqual([{ input_index: 1, message: expect.any(String) as string }]);
    const single = Math.ceil(Buffer.byteLength(JSON.stringify(found[0].item)) / 4);
    expect(json.result._meta['com.service/usage'].tokens_billed).toBe(single);
  });

  test('refuses a batch with one entry of the wrong type as a whole, free', async () => {
    const items = [...Array.from({ length: 49 }, () => lookup), { gtin: true }];
    const { json } = await service.send(toolCall('lookup_parts', { items }, key));
    expect(json.result._meta['com.service/error']).toMatchObject({
      code: 'invalid_parameter',
      field: 'items[49].gtin',
    });
    expect(json.result._meta['com.service/usage'].tokens_billed).toBe(0);
  });

  test('that would be too large for one response is refused, free', async () => {
    const text = 'x'.repeat(290_000);
    const ids = Array.from({ length: 11 }, (_, index) => `itm_Large${String(index).padStart(3, '0')}`);
    for (const id of ids) {
      const large = { ...REGULATOR, id, mpn: id, gtin: null, attributes: { long_description: text } };
      valueOf(await service.writer.writeItem(large));
    }
    const items = ids.map((id) => ({ manufacturer: 'Norvane', part_number: id }));
    const { json } = await service.send(toolCall('lookup_parts', { items, include: ['attributes'] }, key));
    expect(json.result._meta['com.service/error'].code).toBe('batch_too_large');
    expect(json.result._meta['com.service/usage'].tokens_billed).toBe(0);
  });
});

describe('sequential storage round trips', () => {
  test.each([
    ['lookup_part', 2, lookup],
    ['lookup_parts', 2, { items: [lookup, { gtin: '4006381333931' }] }],
    ['get_item', 2, { item_id: REGULATOR.id, include_sources: true }],
    ['get_usage', 2, {}],
  ])('of %s are %i', async (tool, depth, args) => {
    // At an address whose credentials failed, as in other tests here, nothing would be read before the caller is
    // proven.
    const call = { ...toolCall(tool, args, key), sourceIp: '198.51.100.1' };
    await service.send(call);
    service.observed.reset();
    const { json } = await service.send(call);
    expect(json.result.isError).toBeUndefined();
    expect(service.observed.depth()).toBe(depth);
  });

  test('read and write as many units as the price list states for a look-up', async () => {
    service.observed.reset();
    await service.send(toolCall('lookup_part', lookup, key));
    expect(service.observed.writeUnits()).toBeLessThanOrEqual(3);
    expect(service.observed.readUnits()).toBeLessThanOrEqual(6);
  });

  test('of a caller without credentials are only the count of the address', async () => {
    service.observed.reset();
    await service.send(toolCall('lookup_part', lookup));
    expect(service.observed.calls.map((call) => call.operation)).toEqual(['UpdateItem']);
  });
});

describe('the log', () => {
  test('contains no secret, no access token and no product text', async () => {
    await service.send(toolCall('lookup_part', { ...lookup, gtin: 'PLANTED-TEXT' }, key));
    await service.send(modernRequest('tools/list', {}, `${live.client.clientId}:PLANTED-SECRET`));
    const log = service.logged.join('\n');
    expect(log).not.toContain(live.secret);
    expect(log).not.toContain('PLANTED');
    expect(log).not.toContain(REGULATOR.title);
    expect(log).toContain('wrong_secret');
    expect(log).toContain(live.client.clientId);
  });
});

describe('an internal error', () => {
  test('is a 500 with the request id and the support address, without its cause', async () => {
    const broken = await startMcpService();
    const { client, secret } = await openAccount(broken.store, broken.tables.accountsTable, {});
    await broken.stop();
    const answer = await broken.send(toolCall('lookup_part', lookup, `${client.clientId}:${secret}`));
    expect(answer.statusCode).toBe(500);
    expect(answer.json).toMatchObject({
      id: 1,
      error: { code: -32603, data: { errors: [{ code: 'internal_error' }] } },
    });
    expect(answer.json.error.message).toContain('support@example.com');
    expect(answer.body).not.toMatch(/ECONN|stack|dynamodb/i);
    expect(broken.logged.join()).toContain('fault');
  });
});
