/** Attacks on the HTTP API that try to get items, or to learn about them, without paying, or to fill the tables. */
import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { NOON_MS, openAccount, valueOf, type OpenedAccount, type WantedAccount } from '../support/fixtures/accounts.ts';
import { recordOf, REGULATOR } from '../support/fixtures/item-records.ts';
import { startApiService, type ApiService } from '../support/service/api-service.ts';
import type { HandlerAnswer } from '../support/service/gateway.ts';

const PART = 'manufacturer=Norvane&mpn=nv+7805%2F2.5';
const LOOKUP = `/v1/items/lookup?${PART}`;
const ABSENT = '/v1/items/lookup?manufacturer=Norvane&mpn=absent-1';
const OTHER = recordOf({ id: 'itm_Other001', manufacturer: 'Norvane', mpn: 'QX-900', title: 'The other one' });

let service: ApiService;
let minute = 0;

beforeAll(async () => {
  service = await startApiService();
  for (const item of [REGULATOR, OTHER]) valueOf(await service.writer.writeItem(item));
});
afterAll(() => service.stop());
beforeEach(() => {
  minute += 1;
  service.clock.nowMs = NOON_MS + minute * 60_000;
});

const open = (wanted: WantedAccount = {}) => openAccount(service.store, service.tables.accountsTable, wanted);
const keyOf = ({ client, secret }: OpenedAccount) => `${client.clientId}:${secret}`;
const codeOf = ({ statusCode, json }: HandlerAnswer) => [statusCode, json?.errors?.[0]?.code];

/**
 * Returns the parts of a response that an attacker can compare: everything except its request id and the requested
 * part.
 */
function comparable({ statusCode, headers, json }: HandlerAnswer) {
  const { 'x-request-id': _id, ...others } = headers;
  return { statusCode, headers: others, errors: json.errors, data: json.data, usage: json.meta.usage };
}

async function tokensOf({ account }: OpenedAccount): Promise<number> {
  const reports = new DynamoAccountReports(service.store, service.tables.accountsTable);
  return (await reports.readUsageHistory(account.accountId)).periods.get('2026-11')?.tokens ?? 0;
}

async function receiptsOf({ account }: OpenedAccount): Promise<number> {
  const { Count = 0 } = await service.store.send(
    new QueryCommand({
      TableName: service.tables.accountsTable,
      KeyConditionExpression: 'pk = :account AND begins_with(sk, :receipt)',
      ExpressionAttributeValues: { ':account': `ACCOUNT#${account.accountId}`, ':receipt': 'RECEIPT#' },
    }),
  );
  return Count;
}

describe('free access to item data', () => {
  test.each([
    ['a validator', { 'if-none-match': '"x"', 'if-modified-since': 'Mon, 23 Nov 2026 12:00:00 GMT' }],
    ['a range', { range: 'bytes=0-40' }],
    ['another method in a header', { 'x-http-method-override': 'HEAD', 'x-method-override': 'HEAD' }],
    ['a Prefer header', { prefer: 'return=minimal', expect: '200-ok', accept: 'text/html' }],
  ])('is not possible through %s: the response is complete, and billed', async (_name, headers) => {
    const opened = await open();
    const plain = await service.get(LOOKUP, keyOf(opened));
    const tried = await service.get(LOOKUP, keyOf(opened), headers);
    expect([tried.statusCode, tried.json.data]).toEqual([200, plain.json.data]);
    expect(tried.json.meta.usage.tokens_billed).toBe(plain.json.meta.usage.tokens_billed);
    expect(await tokensOf(opened)).toBe(2 * plain.json.meta.usage.tokens_billed);
  });

  test.each(['OPTIONS', 'HEAD', 'PUT', 'PATCH', 'TRACE'])(
    'is not possible by %s, which answers the same for an existing and a missing part',
    async (method) => {
      const key = keyOf(await open());
      const ask = (asked: string) => {
        const [path = '', query = ''] = asked.split('?');
        return service.api({ method, path, query, headers: { authorization: `Bearer ${key}` } });
      };
      const [there, absent] = [comparable(await ask(LOOKUP)), comparable(await ask(ABSENT))];
      expect(there).toEqual(absent);
      expect(there.statusCode).toBe(405);
    },
  );

  test('is not possible by comparing 202 and 404 without being billed', async () => {
    const key = keyOf(await open({ billingState: 'past_due' }));
    const there = await service.get(`${LOOKUP}&queue=true`, key);
    const absent = await service.get(`${ABSENT}&queue=true`, key);
    expect([codeOf(there), codeOf(absent)]).toEqual([
      [402, 'past_due'],
      [402, 'past_due'],
    ]);
    expect([there.json.data, absent.json.data]).toEqual([null, null]);
  });

  test('is not possible by queuing for an account with another account’s key, or a key without the scope', async () => {
    const [owner, reader] = [await open(), await open({ scopes: ['items:read'] })];
    expect(codeOf(await service.get(`${ABSENT}&queue=true`, keyOf(reader)))).toEqual([402, 'plan_required_for_enrich']);
    expect(codeOf(await service.get(ABSENT.replace('lookup', '../enrichment'), keyOf(owner)))).toEqual([
      404,
      'not_found',
    ]);
    const status = ABSENT.replace('/items/lookup', '/enrichment');
    expect(codeOf(await service.get(status, keyOf(reader)))).toEqual([404, 'not_found']);
    expect(codeOf(await service.get(status, keyOf(owner)))).toEqual([404, 'not_found']);
  });
});

describe('a receipt', () => {
  const headers = { 'idempotency-key': 'shared-key-1' };

  test('of another client, of the same account or not, pays for nobody else and reveals nothing', async () => {
    const [payer, stranger] = [await open(), await open()];
    const price = (await service.get(LOOKUP, keyOf(payer), headers)).json.meta.usage.tokens_billed;
    const answer = await service.get(LOOKUP, keyOf(stranger), headers);
    expect([answer.statusCode, answer.json.meta.usage.tokens_billed, answer.json.meta.replayed]).toEqual([
      200,
      price,
      undefined,
    ]);
    // The key repeats with another part: had the receipt been used, this would be 422.
    const third = await open();
    expect((await service.get(`/v1/items/${OTHER.id}`, keyOf(third), headers)).statusCode).toBe(200);
  });

  test('of a test key does not pay for a live one', async () => {
    const live = await open();
    const test = await open({ kind: 'test' });
    expect((await service.get(LOOKUP, keyOf(test), headers)).json.meta.usage.tokens_billed).toBe(0);
    expect((await service.get(LOOKUP, keyOf(live), headers)).json.meta.usage.tokens_billed).toBeGreaterThan(0);
  });

  test('is not stored for a request that is refused, not found or not authenticated, for any number of keys', async () => {
    const opened = await open({ terms: { requestsPerMinute: 40 } });
    const unpaid = await open({ billingState: 'past_due' });
    const keyed = (number: number) => ({ 'idempotency-key': `flood-${String(number).padStart(6, '0')}` });
    const statuses = new Set<number>();
    for (let number = 0; number < 60; number += 1) {
      const asked = [ABSENT, '/v1/items/lookup?mpn=x', `${ABSENT}&unknown=1`][number % 3] ?? ABSENT;
      statuses.add((await service.get(asked, keyOf(opened), keyed(number))).statusCode);
      statuses.add((await service.get(LOOKUP, keyOf(unpaid), keyed(number))).statusCode);
      statuses.add((await service.get(LOOKUP, `${opened.client.clientId}:wrong`, keyed(number))).statusCode);
    }
    expect([...statuses].toSorted()).toEqual([400, 401, 402, 404, 429]);
    expect([await receiptsOf(opened), await receiptsOf(unpaid)]).toEqual([0, 0]);
  });

  test('is one small row per paid key, limited by the rate limit', async () => {
    const opened = await open({ terms: { requestsPerMinute: 10 } });
    for (let number = 0; number < 20; number += 1)
      await service.get(LOOKUP, keyOf(opened), { 'idempotency-key': `paid-${String(number).padStart(6, '0')}` });
    expect(await receiptsOf(opened)).toBe(10);
  });
});

describe('parameter pollution', () => {
  test.each([
    [`/v1/items/${REGULATOR.id}?item_id=${OTHER.id}`, 400],
    [`/v1/items/${REGULATOR.id}?item_id=${REGULATOR.id}`, 400],
    [`/v1/items/${REGULATOR.id}%2F${OTHER.id}`, 400],
    [`/v1/items/${REGULATOR.id}/${OTHER.id}`, 404],
    [`/v1/items//${REGULATOR.id}`, 404],
    [`${LOOKUP}&manufacturer%5B%5D=x`, 400],
    [`${LOOKUP}&Manufacturer=x`, 400],
    [`${LOOKUP};mpn=QX-900`, 404],
    [`${LOOKUP}&mpn%00=QX-900`, 400],
  ])('by %s is answered %i and billed nothing', async (asked, status) => {
    const opened = await open();
    const answer = await service.get(asked, keyOf(opened));
    expect(answer.statusCode).toBe(status);
    expect(await tokensOf(opened)).toBe(0);
  });

  test.each([
    '{"items":[{"gtin":"04006381333931"}],"__proto__":{"fields":[]}}',
    '{"items":[{"gtin":"04006381333931","__proto__":{"mpn":"x"}}]}',
    '{"items":[{"gtin":"04006381333931"}],"constructor":1}',
  ])('by a body of %s is refused', async (body) => {
    expect(codeOf(await service.post('/v1/items/lookup', body, keyOf(await open())))[0]).toBe(400);
  });

  test('by a repeated member of a body changes nothing: one value is answered, billed and used for the key', async () => {
    const opened = await open();
    const [one, two] = [
      { manufacturer: 'Norvane', mpn: 'nv 7805/2.5' },
      { manufacturer: 'Norvane', mpn: 'QX-900' },
    ].map((part) => JSON.stringify([part]));
    const headers = { 'idempotency-key': 'twice-in-body' };
    const answer = await service.post('/v1/items/lookup', `{"items":${one},"items":${two}}`, keyOf(opened), headers);
    expect(answer.json.data.found.map(({ item }: { item: { id: string } }) => item.id)).toEqual([OTHER.id]);
    expect(await tokensOf(opened)).toBe(answer.json.meta.usage.tokens_billed);
    const same = await service.post('/v1/items/lookup', `{"items":${two}}`, keyOf(opened), headers);
    expect([same.statusCode, same.json.meta.usage.tokens_billed]).toEqual([200, 0]);
    expect((await service.post('/v1/items/lookup', `{"items":${one}}`, keyOf(opened), headers)).statusCode).toBe(422);
  });
});

describe('a page of another origin', () => {
  test.each(['/v1/usage', LOOKUP, '/v1/nothing'])(
    'can neither call %s nor read its response, with a key or without',
    async (asked) => {
      const opened = await open();
      for (const credential of [undefined, keyOf(opened)]) {
        const answer = await service.get(asked, credential, { origin: 'https://evil.example' });
        expect(codeOf(answer)).toEqual([403, 'origin_not_allowed']);
        for (const name of Object.keys(answer.headers)) expect(name).not.toMatch(/^access-control/);
      }
      expect(await tokensOf(opened)).toBe(0);
    },
  );

  test('cannot send a simple POST, which needs no preflight', async () => {
    const answer = await service.post(
      '/v1/items/lookup',
      '{"items":[{"gtin":"04006381333931"}]}',
      keyOf(await open()),
      {
        origin: 'https://evil.example',
        'content-type': 'text/plain',
      },
    );
    expect(codeOf(answer)).toEqual([403, 'origin_not_allowed']);
  });
});
