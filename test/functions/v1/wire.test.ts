/**
 * The HTTP API as programs and attackers see it: the order of refusals, headers, pages, free responses, and the state
 * that it shares with MCP.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { SigningKeys } from '../../../core/access/auth/signing-keys.ts';
import { API_ROUTES } from '../../../core/api/http-api/api-routes.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import { NOON_MS, openAccount, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { startApiService, type ApiService } from '../../support/service/api-service.ts';
import { callHandler, type HandlerAnswer } from '../../support/service/gateway.ts';
import { SIGNING_KEYS, tokenEndpointOf, toolCall } from '../../support/service/mcp-service.ts';

const PART = 'manufacturer=Norvane&mpn=nv+7805%2F2.5';
const LOOKUP = `/v1/items/lookup?${PART}`;
const ORIGIN = 'https://app.example.com';

let service: ApiService;
let minute = 0;

beforeAll(async () => {
  service = await startApiService();
  valueOf(await service.writer.writeItem(REGULATOR));
});
afterAll(() => service.stop());
beforeEach(() => {
  minute += 1;
  service.clock.nowMs = NOON_MS + minute * 60_000;
});

const open = (wanted: Parameters<typeof openAccount>[2] = {}) =>
  openAccount(service.store, service.tables.accountsTable, wanted);
const keyOf = ({ client, secret }: Pick<OpenedAccount, 'client' | 'secret'>) => `${client.clientId}:${secret}`;
const codeOf = ({ statusCode, json }: HandlerAnswer) => [statusCode, json?.errors?.[0]?.code];

describe('a refused request', () => {
  test.each<[string, string, string | undefined, string | undefined]>([
    ['of a tool', '/v1/items/lookup?mpn=x', undefined, 'manufacturer'],
    ['for a name of the tools', '/v1/items/lookup?part_number=x', undefined, 'part_number'],
    ['for an entry', '/v1/items/lookup', '{"items":[{"manufacturer":"Norvane","mpn":5}]}', 'items[0].mpn'],
    ['for its body', '/v1/items/lookup', '[]', undefined],
    ['for its scope', '/v1/usage', undefined, undefined],
  ])(
    '%s is logged with the message and the field that the caller got, in the words of the API',
    async (_, path, body, field) => {
      const key = keyOf(await open({ scopes: ['items:read'] }));
      service.logged.length = 0;
      const { json } = body === undefined ? await service.get(path, key) : await service.post(path, body, key);
      const line = JSON.parse(service.logged[0] ?? '{}') as { told: string; why?: { field?: string } };
      expect([line.told, line.why?.field]).toEqual([json.errors[0].message, field]);
      expect(json.errors[0].field ?? undefined).toBe(field);
    },
  );
});

describe('every response of the HTTP API', () => {
  test('is never cached, names its request, and has the figures of an authenticated caller', async () => {
    const key = keyOf(await open());
    const answers = [
      await service.get(LOOKUP, key),
      await service.get('/v1/items/lookup?mpn=x', key),
      await service.get('/v1/items/itm_00000000', key),
      await service.post('/v1/items/lookup', '[]', key),
    ];
    for (const { headers, json } of answers) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['etag']).toBeUndefined();
      expect(json.meta.request_id).toBe(headers['x-request-id']);
      expect(Object.keys(json.meta.usage)).toEqual([
        'tokens_billed',
        'tokens_used_this_period',
        'tokens_included',
        'records_estimate_remaining',
      ]);
    }
    expect(answers.slice(1).map(({ json }) => json.meta.usage.tokens_billed)).toEqual([0, 0, 0]);
  });

  test('reports the rate limit as the call read it', async () => {
    const key = keyOf(await open({ terms: { requestsPerMinute: 30 } }));
    const lefts = [];
    for (let sent = 0; sent < 32; sent += 1) {
      const { headers, statusCode } = await service.get('/v1/usage', key);
      expect(headers['ratelimit-policy']).toBe('"plan";q=30;w=60');
      lefts.push(`${statusCode} ${headers['ratelimit']}`);
    }
    expect(lefts[0]).toBe('200 "plan";r=29;t=60');
    expect(lefts[29]).toBe('200 "plan";r=0;t=60');
    expect(lefts[30]).toBe('429 "plan";r=0;t=60');
  });

  test('has no validator: If-None-Match changes nothing', async () => {
    const key = keyOf(await open());
    const answer = await service.get(`${LOOKUP}&fields=title`, key, { 'if-none-match': '*' });
    expect([answer.statusCode, answer.json.meta.usage.tokens_billed > 0]).toEqual([200, true]);
  });
});

describe('the order of refusals', () => {
  test('is origin, path, method, credentials, account, body, form of the key, scope, parameters', async () => {
    const suspended = keyOf(await open({ status: 'suspended' }));
    const limited = keyOf(await open({ scopes: ['usage:read'] }));
    const live = keyOf(await open());
    const foreign = { origin: 'https://evil.example' };
    const noKey = { 'idempotency-key': 'x' };
    const answers = [
      await service.api({ method: 'DELETE', path: '/v1/usage', headers: foreign }),
      await service.api({ method: 'DELETE', path: '/v1/nothing' }),
      await service.api({ method: 'DELETE', path: '/v1/usage' }),
      await service.post('/v1/items/lookup', 'no json'),
      await service.post('/v1/items/lookup', 'no json', suspended),
      await service.post('/v1/items/lookup', 'no json', live, { 'content-type': 'text/plain', ...noKey }),
      await service.post('/v1/items/lookup', 'no json', live, noKey),
      await service.post('/v1/items/lookup', {}, limited, noKey),
      await service.post('/v1/items/lookup', {}, limited),
      await service.post('/v1/items/lookup', {}, live),
    ];
    expect(answers.map(codeOf)).toEqual([
      [403, 'origin_not_allowed'],
      [404, 'not_found'],
      [405, 'method_not_allowed'],
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [415, 'bad_request'],
      [400, 'bad_request'],
      [400, 'invalid_parameter'],
      [403, 'forbidden'],
      [400, 'missing_parameter'],
    ]);
  });

  test('includes a compressed body and one of more than 65,536 bytes', async () => {
    const key = keyOf(await open());
    const body = JSON.stringify({ items: [{ manufacturer: 'Norvane', mpn: 'nv 7805/2.5' }] });
    const compressed = await service.post('/v1/items/lookup', body, key, { 'content-encoding': 'gzip' });
    expect(codeOf(compressed)).toEqual([415, 'bad_request']);
    expect((await service.post('/v1/items/lookup', body.padEnd(65_536), key)).statusCode).toBe(200);
    expect((await service.post('/v1/items/lookup', body.padEnd(65_537), key)).statusCode).toBe(413);
  });

  test('treats a body of ten thousand brackets like any other that is not an object', async () => {
    const key = keyOf(await open());
    const deep = `{"items":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect((await service.post('/v1/items/lookup', deep, key)).statusCode).toBe(400);
  });
});

describe('a parameter', () => {
  test.each([
    ['limit=2&limit=25', 'limit'],
    ['limit=2&limit=', 'limit'],
    ['query=screw&query=bolt', 'query'],
    ['limit=2.0', 'limit'],
    ['limit=0x2', 'limit'],
    ['limit=-1', 'limit'],
    ['query=screw&account=acc_0000000000', 'account'],
    ['query=screw&__proto__=x', '__proto__'],
    ['query=screw&constructor=x', 'constructor'],
    ['query=screw&queue=true', 'queue'],
    ['query=%E0%A4%A', 'query'],
    ['fields=title,secret', 'fields[1]'],
  ])('in %s is refused and names %s', async (query, field) => {
    const answer = await service.get(`/v1/items/search?${query}`, keyOf(await open()));
    expect([...codeOf(answer), answer.json.errors[0].field]).toEqual([400, 'invalid_parameter', field]);
  });

  test('that is a cursor may have sixteen digits, as the description says; more than a whole number holds is refused', async () => {
    const key = keyOf(await open());
    expect((await service.get('/v1/catalogs?cursor=6027471038987066', key)).statusCode).toBe(200);
    expect(codeOf(await service.get('/v1/catalogs?cursor=9007199254740993', key))).toEqual([400, 'invalid_parameter']);
  });

  test('with a list may be repeated, comma-separated and empty; empty entries count as absent', async () => {
    const key = keyOf(await open());
    const { json } = await service.get(`${LOOKUP}&fields=title,mpn&fields=gtin&include=&min_confidence=`, key);
    expect(Object.keys(json.data.item).toSorted()).toEqual(['gtin', 'id', 'mpn', 'title']);
  });

  test('comes only from the body if the method is POST', async () => {
    const answer = await service.post('/v1/items/lookup', { items: [{ gtin: '04006381333931' }] }, keyOf(await open()));
    expect(answer.statusCode).toBe(200);
    const both = await service.api({
      method: 'POST',
      path: '/v1/items/lookup',
      query: 'fields=title',
      headers: { authorization: `Bearer ${keyOf(await open())}`, 'content-type': 'application/json' },
      body: '{"items":[{"gtin":"04006381333931"}]}',
    });
    expect([...codeOf(both), both.json.errors[0].field]).toEqual([400, 'invalid_parameter', 'fields']);
  });

  test('of an entry is named by its position, including the tool’s own name', async () => {
    const items = [{ gtin: '04006381333931' }, { manufacturer: 'X', part_number: 'Y' }];
    const { json } = await service.post('/v1/items/lookup', { items }, keyOf(await open()));
    expect(json.errors[0]).toMatchObject({ code: 'invalid_parameter', field: 'items[1].part_number' });
    expect(json.errors[0].message).toContain('Did you mean mpn?');
    const without = await service.post('/v1/items/lookup', { items: [{ manufacturer: 'X' }] }, keyOf(await open()));
    // An entry that names no part is a miss.
    expect(without.json.data.not_found).toEqual([
      { input_index: 0, message: expect.stringContaining('mpn is missing') as string },
    ]);
    expect(JSON.stringify(without.json)).not.toContain('part_number');
  });
});

describe('a free request', () => {
  test.each(API_ROUTES.filter((route) => route.startsWith('GET ')))(
    'with HEAD of %s reveals nothing',
    async (route) => {
      const path = route.slice(4).replace('{item_id}', REGULATOR.id).replace('{catalog_id}', 'cat_00000000');
      const query = route.includes('lookup') ? PART : '';
      const answer = await service.api({
        method: 'HEAD',
        path,
        query,
        headers: { authorization: `Bearer ${keyOf(await open())}` },
      });
      expect([answer.statusCode, answer.json.errors[0].code]).toEqual([405, 'method_not_allowed']);
    },
  );

  test('with queue=true shows a key that may not be billed no more than any other', async () => {
    const unpaid = keyOf(await open({ billingState: 'past_due' }));
    const hit = await service.get(`${LOOKUP}&queue=true`, unpaid);
    expect(codeOf(hit)).toEqual([402, 'past_due']);
    expect(hit.json.data).toBeNull();
    const withoutScope = keyOf(await open({ scopes: ['items:read'] }));
    const missed = await service.get('/v1/items/lookup?manufacturer=Nobody&mpn=Z9&queue=true', withoutScope);
    expect(codeOf(missed)).toEqual([402, 'plan_required_for_enrich']);
    expect(codeOf(await service.post('/v1/enrichment', { items: [] }, withoutScope))).toEqual([403, 'forbidden']);
  });

  describe('for a part that resembles several others', () => {
    const asked = 'manufacturer=Norvane&mpn=Q9+90';
    beforeAll(async () => {
      for (const [id, mpn] of [
        ['itm_alike001', 'Q-990'],
        ['itm_alike002', 'Q9-90'],
      ] as const)
        valueOf(await service.writer.writeItem({ ...REGULATOR, id, mpn, gtin: null, upc: null }));
    });

    test('refuses research with them as candidates, neither in the error nor in the advice', async () => {
      const answer = await service.get(`/v1/items/lookup?${asked}&queue=true`, keyOf(await open()));
      expect(codeOf(answer)).toEqual([409, 'conflict']);
      expect(JSON.stringify(answer.json.errors)).not.toMatch(/Q-990|Q9-90/);
      expect(answer.json.meta.advice).not.toMatch(/Q-990|Q9-90/);
      const named = ['Q-990', 'Q9-90'].map((part_number) => ({ manufacturer: 'Norvane', part_number }));
      expect(answer.json.meta.candidates).toEqual(named);
    });

    test('shows an account at its cap the refusal for an unknown part', async () => {
      const key = keyOf(await open({ spendingCapCents: 0, terms: { tokensIncluded: 0 } }));
      const ask = (mpn: string) => service.post('/v1/enrichment', { items: [{ manufacturer: 'Norvane', mpn }] }, key);
      const told = async (mpn: string) => {
        const { statusCode, json } = await ask(mpn);
        return [
          statusCode,
          json.data,
          json.errors.map(({ code, message }: { code: string; message: string }) => [code, message]),
          json.meta.advice,
        ];
      };
      expect(await told('Q9 90')).toEqual(await told('Z9 99'));
      expect((await told('Q9 90'))[0]).toBe(402);
    });
  });

  test('queues research once for one reserve, and counts one request in the rate', async () => {
    const opened = await open();
    const ask = () => service.get('/v1/items/lookup?manufacturer=Nobody&mpn=Z9-7&queue=true', keyOf(opened));
    const [first, second] = [await ask(), await ask()];
    expect([first.statusCode, second.statusCode]).toEqual([202, 202]);
    expect([first.headers['ratelimit'], second.headers['ratelimit']]).toEqual([
      '"plan";r=599;t=60',
      '"plan";r=598;t=60',
    ]);
    const { periods } = await new DynamoAccountReports(service.store, service.tables.accountsTable).readUsageHistory(
      opened.account.accountId,
    );
    expect(periods.get('2026-11')?.reservedNanoUsd).toBe(150_000_000);
    const reports = new DynamoAccountReports(service.store, service.tables.accountsTable);
    const days = await reports.listAssistantDays(opened.account.accountId);
    expect(days.map(({ calls }) => calls)).toEqual([2]);
  });

  test('shows an account only its own enrichment requests', async () => {
    const [one, other] = [await open(), await open()];
    await service.get('/v1/items/lookup?manufacturer=Nobody&mpn=Z9-8&queue=true', keyOf(one));
    const status = '/v1/enrichment?manufacturer=Nobody&mpn=Z9-8';
    expect((await service.get(status, keyOf(one))).json.data.state).toBe('queued');
    expect(codeOf(await service.get(status, keyOf(other)))).toEqual([404, 'not_found']);
  });
});

describe('web pages', () => {
  test('of an allowed origin may read the rate headers and send a key', async () => {
    const preflight = await service.api({
      method: 'OPTIONS',
      path: '/v1/items/lookup',
      headers: { origin: ORIGIN, 'access-control-request-method': 'GET' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, ORIGIN]);
    expect(preflight.headers['access-control-allow-methods']).toBe('GET, POST');
    expect(preflight.headers['access-control-allow-headers']).toMatch(/(^|, )Idempotency-Key$/);
    const { headers } = await service.get('/v1/usage', keyOf(await open()), { origin: ORIGIN });
    expect(headers['access-control-allow-origin']).toBe(ORIGIN);
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    for (const name of ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Idempotent-Replayed', 'Retry-After'])
      expect(headers['access-control-expose-headers']?.split(', ')).toContain(name);
  });

  test.each(['https://evil.example', 'null', 'https://app.example.com.evil.example', 'http://app.example.com'])(
    'of %s are refused, preflight and call, before credentials are read',
    async (origin) => {
      for (const method of ['OPTIONS', 'GET', 'POST']) {
        const answer = await service.api({
          method,
          path: '/v1/items/lookup',
          headers: { origin, 'access-control-request-method': 'GET' },
        });
        expect(codeOf(answer)).toEqual([403, 'origin_not_allowed']);
        expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      }
    },
  );
});

describe('the HTTP API and MCP', () => {
  test('share one rate window exactly', async () => {
    const key = keyOf(await open({ terms: { requestsPerMinute: 20 } }));
    const call = toolCall('lookup_part', { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' }, key);
    const served: boolean[] = [];
    for (let sent = 0; sent < 15; sent += 1) {
      served.push((await service.get(LOOKUP, key)).statusCode === 200);
      served.push((await service.send(call)).json.result.isError !== true);
    }
    expect(served).toEqual([...Array<boolean>(20).fill(true), ...Array<boolean>(10).fill(false)]);
  });

  test('share one meter: the same part costs the same, and both stop at the cap', async () => {
    const opened = await open();
    const key = keyOf(opened);
    const api = await service.get(LOOKUP, key);
    const mcp = await service.send(
      toolCall('lookup_part', { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' }, key),
    );
    const price = api.json.meta.usage.tokens_billed;
    expect(mcp.json.result.structuredContent.item).toEqual(api.json.data.item);
    expect(mcp.json.result._meta['com.service/usage']).toEqual({
      ...api.json.meta.usage,
      tokens_used_this_period: 2 * price,
      records_estimate_remaining: expect.any(Number),
    });
    const { periods } = await new DynamoAccountReports(service.store, service.tables.accountsTable).readUsageHistory(
      opened.account.accountId,
    );
    expect(periods.get('2026-11')).toMatchObject({ tokens: 2 * price, items: 2, calls: 2 });
  });

  test('accept the same access tokens, and stop a revoked key', async () => {
    const opened = await open();
    const tokenHandler = createTokenHandler({
      ...tokenEndpointOf(service),
      signingKeys: new SigningKeys(SIGNING_KEYS),
      signIn: undefined,
    });
    const issued = await callHandler(tokenHandler, {
      method: 'POST',
      path: '/v1/oauth/token',
      headers: {
        authorization: `Basic ${Buffer.from(keyOf(opened)).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials&scope=items%3Aread',
    });
    const token = issued.json.access_token;
    expect((await service.get(LOOKUP, token)).statusCode).toBe(200);
    expect(codeOf(await service.get('/v1/usage', token))).toEqual([403, 'forbidden']);
    const { revokeClient } = await import('../../../core/access/administration/administer-clients.ts');
    valueOf(await revokeClient(opened.store, opened.client.clientId, { who: 'test' }, NOON_MS));
    expect(codeOf(await service.get(LOOKUP, token))).toEqual([401, 'unauthorized']);
    expect(codeOf(await service.get(LOOKUP, keyOf(opened)))).toEqual([401, 'unauthorized']);
  });

  test('list connected programs by their User-Agent', async () => {
    const opened = await open();
    await service.get(LOOKUP, keyOf(opened), { 'user-agent': 'curl/8.5.0' });
    const days = await new DynamoAccountReports(service.store, service.tables.accountsTable).listAssistantDays(
      opened.account.accountId,
    );
    expect(days.map(({ name, calls }) => [name, calls])).toEqual([['HTTP API (curl 8)', 1]]);
  });
});

describe('an IP address', () => {
  test('over its limit is refused before its credentials are read, on both interfaces', async () => {
    const small = await startApiService({ addressLimitPerMinute: 3 });
    const answers = [];
    for (let sent = 0; sent < 5; sent += 1) answers.push(await small.get('/v1/usage', 'cli_live_x:y'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429, 429]);
    expect(answers[3]?.headers).toMatchObject({
      'ratelimit-policy': '"address";q=3;w=60',
      ratelimit: '"address";r=0;t=60',
      'retry-after': '60',
    });
    expect((await small.send(toolCall('get_usage', {}, 'cli_live_x:y'))).statusCode).toBe(429);
    await small.stop();
  });
});
