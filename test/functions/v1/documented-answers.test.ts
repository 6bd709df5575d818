/**
 * Reaches every status that docs/openapi.json documents for an endpoint, and compares the headers and the body with
 * its description.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { SCOPES } from '../../../core/billing/accounts/scopes.ts';
import { API_ROUTES, type ApiRoute } from '../../../core/api/http-api/api-routes.ts';
import { ENDPOINT_TOOLS, METERED_ROUTES } from '../../../core/api/http-api/endpoints.ts';
import { openAccount, valueOf, type OpenedAccount, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { recordOf, REGULATOR } from '../../support/fixtures/item-records.ts';
import { startApiService } from '../../support/service/api-service.ts';
import {
  DocumentedAnswers,
  judged,
  OPENAPI_FILE,
  type JudgedService,
} from '../../support/service/documented-answers.ts';
import type { HandlerAnswer } from '../../support/service/gateway.ts';

const PART = { manufacturer: 'Norvane', mpn: 'nv 7805/2.5' };
const MISSING = { manufacturer: 'Norvane', mpn: 'absent 7' };
const ALIKE = ['ZQ-4501', 'ZQ4-501'];

const document = JSON.parse(readFileSync(OPENAPI_FILE, 'utf8'));

let service: JudgedService;
let catalogId: string;
let owner: OpenedAccount;

beforeAll(async () => {
  service = judged(await startApiService());
  const alike = ALIKE.map((mpn, index) =>
    recordOf({ id: `itm_Alike00${index}`, manufacturer: 'Norvane', mpn, title: mpn }),
  );
  for (const item of [REGULATOR, ...alike]) valueOf(await service.writer.writeItem(item));
  owner = await open();
  const catalogs = new DynamoCatalogStore(service.store, service.tables.accountsTable);
  ({ catalogId } = await newCatalog(catalogs, owner.account.accountId, 'parts.csv'));
});
afterAll(() => service.stop());

const open = (wanted: WantedAccount = {}) => openAccount(service.store, service.tables.accountsTable, wanted);
const keyOf = ({ client, secret }: OpenedAccount) => `${client.clientId}:${secret}`;
const query = (values: Readonly<Record<string, string>>) => new URLSearchParams(values).toString();

type Headers = Readonly<Record<string, string>>;

/** A request of the endpoint that succeeds, and the same with one change. */
function ask(
  route: ApiRoute,
  credential: string | undefined,
  change: {
    readonly more?: Headers;
    readonly body?: unknown;
    readonly part?: Headers;
    readonly id?: string;
    readonly headers?: Headers;
  } = {},
): Promise<HandlerAnswer> {
  const { more = {}, part = PART, id, headers } = change;
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace('{item_id}', id ?? REGULATOR.id).replace('{catalog_id}', id ?? catalogId);
  if (method === 'POST') return service.post(filled, change.body ?? { items: [part], ...more }, credential, headers);
  const needed = /lookup|enrichment/.test(path) ? part : path.endsWith('search') ? { query: 'regulator' } : {};
  return service.get(`${filled}?${query({ ...needed, ...more })}`, credential, headers);
}

const NEW: Headers = { manufacturer: 'Norvane', mpn: 'not there yet' };

/**
 * The requests that reach each status; 500 has a separate test. Conflicting writes of research are tested in
 * test/functions/mcp/storage-faults.test.ts.
 */
const REACHED: Readonly<Record<number, (route: ApiRoute) => Promise<HandlerAnswer>>> = {
  200: async (route) => {
    if (route === 'GET /v1/enrichment') await ask('POST /v1/enrichment', keyOf(owner), { part: MISSING });
    return ask(route, keyOf(owner), route === 'GET /v1/enrichment' ? { part: MISSING } : {});
  },
  202: (route) => ask(route, keyOf(owner), { part: NEW, ...(route.startsWith('GET') && { more: { queue: 'true' } }) }),
  400: (route) => ask(route, keyOf(owner), { more: { unknown: '1' } }),
  401: (route) => ask(route, undefined),
  402: async (route) => ask(route, keyOf(await open({ billingState: 'past_due' }))),
  403: async (route) =>
    ask(route, keyOf(await open({ scopes: SCOPES.filter((scope) => scope !== ENDPOINT_TOOLS[route].scope) }))),
  404: (route) =>
    ask(route, keyOf(owner), {
      part: { ...MISSING, mpn: 'never there' },
      id: route.includes('item_id') ? 'itm_00000000' : 'cat_0',
    }),
  409: (route) =>
    ask(route, keyOf(owner), { part: { manufacturer: 'Norvane', mpn: 'ZQ 4501' }, more: { queue: 'true' } }),
  413: (route) => ask(route, keyOf(owner), { body: ' '.repeat(65_537) }),
  415: (route) => ask(route, keyOf(owner), { headers: { 'content-type': 'text/plain' } }),
  422: async (route) => {
    const [key, headers] = [keyOf(await open()), { 'idempotency-key': 'of-another-1' }];
    await service.get(`/v1/items/lookup?${query({ ...PART, fields: 'title' })}`, key, headers);
    return ask(route, key, { headers, part: route === 'POST /v1/enrichment' ? NEW : PART });
  },
  429: async (route) => {
    const key = keyOf(await open({ terms: { requestsPerMinute: 1 } }));
    await service.get('/v1/usage', key);
    return ask(route, key);
  },
};

const documented = API_ROUTES.map((route) => {
  const [method = '', path = ''] = route.split(' ');
  const statuses = Object.keys(document.paths[path][method.toLowerCase()].responses);
  return [route, statuses.filter((status) => status !== 'default').map(Number)] as const;
});

describe.each(documented)('%s', (route, statuses) => {
  test.each(statuses.filter((status) => status in REACHED && !(status === 409 && route.startsWith('POST'))))(
    'answers %i as documented',
    async (status) => {
      const before = service.faults.length;
      const answer = await REACHED[status]?.(route);
      expect([answer?.statusCode, answer?.json.errors[0]?.message]).toEqual([
        status,
        status < 300 ? undefined : expect.any(String),
      ]);
      expect(service.faults.slice(before)).toEqual([]);
    },
  );

  test('documents every status that its kind can return, and none that is not tested here', () => {
    const kind = [400, 401, 403, 429, 500, ...(METERED_ROUTES.has(route) ? [402, 422] : [])];
    expect(statuses).toEqual(expect.arrayContaining(kind));
    expect(statuses.filter((status) => !(status in REACHED))).toEqual([500]);
  });
});

test('an endpoint whose store is down answers the documented 500', async () => {
  const broken = judged(await startApiService());
  const key = keyOf(await openAccount(broken.store, broken.tables.accountsTable));
  await broken.stop();
  for (const route of API_ROUTES.filter((one) => !one.includes('{'))) {
    const [method = '', path = ''] = route.split(' ');
    const send =
      method === 'POST' ? broken.post(path, { items: [PART] }, key) : broken.get(`${path}?${query(PART)}`, key);
    expect((await send).statusCode).toBe(500);
  }
  expect(broken.faults).toEqual([]);
});

test('other methods and unknown paths are answered as the description says for all of them', async () => {
  const before = service.faults.length;
  for (const route of API_ROUTES) {
    const path = (route.split(' ')[1] ?? '').replaceAll(/\{\w+\}/g, 'x');
    expect((await service.api({ method: 'DELETE', path })).statusCode).toBe(405);
    expect((await service.api({ method: 'GET', path, headers: { origin: 'https://evil.example' } })).statusCode).toBe(
      403,
    );
  }
  await service.get('/v1/nothing', keyOf(owner));
  expect(service.faults.slice(before)).toEqual([]);
});

describe('the check of documented answers', () => {
  const served = { method: 'GET', path: '/v1/usage', headers: { 'x-request-id': `req_${'a'.repeat(20)}` } };
  const error = {
    data: null,
    errors: [{ code: 'unauthorized', message: 'm', field: null, doc_url: 'd' }],
    meta: { request_id: 'r' },
  };

  test.each<[string, number, unknown, string]>([
    ['a status that is not documented', 204, {}, 'not documented'],
    [
      'an error of another status',
      401,
      { ...error, errors: [{ ...error.errors[0], code: 'not_found' }] },
      'allowed values',
    ],
    ['a response without its meta', 200, { data: {}, errors: [] }, 'meta'],
  ])('finds %s', (_name, status, body, said) => {
    expect(new DocumentedAnswers().faultsOf({ ...served, status, body }).join()).toContain(said);
  });

  test('finds a missing header, and accepts a documented one', () => {
    const judge = new DocumentedAnswers();
    expect(judge.faultsOf({ ...served, status: 401, body: error })).toEqual([]);
    expect(judge.faultsOf({ ...served, headers: {}, status: 401, body: error }).join()).toContain(
      'X-Request-Id is missing',
    );
  });
});
