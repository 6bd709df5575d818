/** Requests with an Idempotency-Key are billed once in a day, even with faults and crashes. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { SCOPES } from '../../../core/billing/accounts/scopes.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { createClient } from '../../../core/access/administration/administer-clients.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { openApiProcess, type ApiProcess } from '../../support/service/api-process.ts';
import type { HandlerAnswer } from '../../support/service/gateway.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { faultScript, type Fault, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { pointAfter } from '../../support/cases.ts';

const PART = 'manufacturer=Norvane&mpn=nv+7805%2F2.5';
const LOOKUP = `/v1/items/lookup?${PART}`;

let tables: OpenTables;
let store: ReturnType<typeof testClient>;
let price: number;

beforeAll(async () => {
  tables = await openTables();
  store = testClient(tables.endpoint);
  await new DynamoItemWriter(store, tables.productIndexTable).writeItem(REGULATOR);
  const { send } = open();
  price = billed(await send(await openAccount(store, tables.accountsTable), LOOKUP));
});
afterAll(() => tables.stop());

/** Opens a process of the HTTP API's function with separate clients. */
const open = (plan?: FaultPlan, testItemsPerDay?: string): ApiProcess =>
  openApiProcess(tables, { ...(plan && { plan }), ...(testItemsPerDay && { testItemsPerDay }) });

const account = (wanted: Parameters<typeof openAccount>[2] = {}) => openAccount(store, tables.accountsTable, wanted);

function billed({ statusCode, json }: HandlerAnswer): number {
  expect([statusCode, json.errors]).toEqual([200, []]);
  return json.meta.usage.tokens_billed;
}

function isReplayed({ headers, json }: HandlerAnswer): boolean {
  expect(headers['idempotent-replayed'] === 'true').toBe(json.meta.replayed === true);
  return json.meta.replayed === true;
}

async function usageOf({ account: { accountId } }: OpenedAccount) {
  const { periods, trial } = await new DynamoAccountReports(store, tables.accountsTable).readUsageHistory(accountId);
  const period = periods.get('2026-11');
  return {
    tokens: period?.tokens ?? 0,
    items: period?.items ?? 0,
    calls: period?.calls ?? 0,
    trial: trial?.items ?? 0,
  };
}

describe('a request with an Idempotency-Key', () => {
  test('is billed once, and its repeat says so', async () => {
    const opened = await account();
    const { send } = open();
    const [first, second] = [await send(opened, LOOKUP), await send(opened, LOOKUP)];
    expect([billed(first), isReplayed(first)]).toEqual([price, false]);
    expect([billed(second), isReplayed(second)]).toEqual([0, true]);
    expect(second.json.data).toEqual(first.json.data);
    expect(first.json.meta.usage.tokens_used_this_period).toBe(price);
    expect(second.json.meta.usage.tokens_used_this_period).toBe(price);
    expect(await usageOf(opened)).toMatchObject({ tokens: price, items: 1, calls: 1 });
  });

  test('is billed every time if it has no key', async () => {
    const opened = await account();
    const { send } = open();
    for (const _ of [1, 2]) expect(billed(await send(opened, LOOKUP, { key: null }))).toBe(price);
    expect(await usageOf(opened)).toMatchObject({ tokens: 2 * price, calls: 2 });
  });

  test('that was used for another request is refused, without data or a bill', async () => {
    const opened = await account();
    const { send } = open();
    await send(opened, LOOKUP);
    const other = await send(opened, `${LOOKUP}&fields=title`);
    expect([other.statusCode, other.json.errors[0].code, other.json.errors[0].field]).toEqual([
      422,
      'unprocessable',
      'Idempotency-Key',
    ]);
    expect(await usageOf(opened)).toMatchObject({ tokens: price, calls: 1 });
  });

  test('is billed again after a day', async () => {
    const opened = await account();
    const { send, clock } = open();
    await send(opened, LOOKUP);
    clock.nowMs += 86_400_000 - 1;
    expect(billed(await send(opened, LOOKUP))).toBe(0);
    clock.nowMs += 1;
    expect(billed(await send(opened, LOOKUP))).toBe(price);
  });

  test('belongs to its client: another client of the account may use the same key', async () => {
    const opened = await account();
    const made = valueOf(
      await createClient(
        opened.store,
        { accountId: opened.account.accountId, kind: 'live', name: 'other', scopes: SCOPES },
        OPERATOR,
        NOON_MS,
      ),
    );
    const { send } = open();
    expect(billed(await send(opened, LOOKUP))).toBe(price);
    const foreign = await send(made, LOOKUP);
    expect([billed(foreign), isReplayed(foreign)]).toEqual([price, false]);
  });

  test('pays only what exceeds its receipt if the item has grown meanwhile', async () => {
    const opened = await account();
    const { send } = open();
    await send(opened, LOOKUP);
    const writer = new DynamoItemWriter(store, tables.productIndexTable);
    await writer.writeItem({ ...REGULATOR, description: 'x'.repeat(400) });
    const grown = await send(opened, LOOKUP);
    const more = billed(grown);
    expect([more > 90, isReplayed(grown)]).toEqual([true, true]);
    expect(billed(await send(opened, LOOKUP))).toBe(0);
    expect(await usageOf(opened)).toMatchObject({ tokens: price + more, items: 1, calls: 2 });
    await writer.writeItem(REGULATOR);
  });

  test('passes the billing checks as far as it is paid', async () => {
    const opened = await account();
    const { send } = open();
    await send(opened, LOOKUP);
    const { accountId } = opened.account;
    valueOf(await setAccount(opened.store, accountId, { billingState: 'past_due' }, OPERATOR, NOON_MS));
    expect(billed(await send(opened, LOOKUP))).toBe(0);
    const unpaid = await send(opened, LOOKUP, { key: 'another-key' });
    expect([unpaid.statusCode, unpaid.json.errors[0].code]).toEqual([402, 'past_due']);
  });

  test('whose part is gone meanwhile is a miss that says it is a repeat', async () => {
    const opened = await account();
    const { send } = open();
    const item = { ...REGULATOR, id: 'itm_shortly1', mpn: 'SHORT-1', gtin: null, upc: null };
    const writer = new DynamoItemWriter(store, tables.productIndexTable);
    const asked = ['/v1/items/lookup?manufacturer=Norvane&mpn=SHORT-1', '/v1/items/itm_shortly1'];
    await writer.writeItem(item);
    for (const [place, path] of asked.entries())
      expect(billed(await send(opened, path, { key: `check-gone-${place}` }))).toBeGreaterThan(0);
    await writer.deleteItem(item.id);
    for (const [place, path] of asked.entries()) {
      const gone = await send(opened, path, { key: `check-gone-${place}` });
      expect([path, gone.statusCode, isReplayed(gone)]).toEqual([path, 404, true]);
      expect(isReplayed(await send(opened, path, { key: `check-never-${place}` }))).toBe(false);
    }
  });

  test('that bills nothing leaves no receipt', async () => {
    const opened = await account();
    const { send } = open();
    const missed = await send(opened, '/v1/items/lookup?manufacturer=Nobody&mpn=Z9');
    expect(missed.statusCode).toBe(404);
    expect(billed(await send(opened, LOOKUP))).toBe(price);
  });

  test.each(['short-1', 'with space in it', 'ü'.repeat(8), 'x'.repeat(129), 'one-key-1,two-key-2'])(
    'of an invalid form (%j) is refused and not billed',
    async (key) => {
      const opened = await account();
      const answer = await open().send(opened, LOOKUP, { key });
      expect([answer.statusCode, answer.json.errors[0].field]).toEqual([400, 'Idempotency-Key']);
      expect(await usageOf(opened)).toMatchObject({ calls: 0 });
    },
  );

  test('of a trial key uses its allowance once', async () => {
    const opened = await account({ kind: 'trial' });
    const { send } = open();
    for (const _ of [1, 2]) expect((await send(opened, LOOKUP)).statusCode).toBe(200);
    expect((await usageOf(opened)).trial).toBe(1);
  });

  test.each(['unlimited', '1'])(
    'of a test key behaves the same: it is replayed, and counted once (%s items a day)',
    async (limit) => {
      const opened = await account({ kind: 'test' });
      const { send } = open(undefined, limit);
      const answers = [await send(opened, LOOKUP), await send(opened, LOOKUP)];
      expect(answers.map(isReplayed)).toEqual([false, true]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      const beyond = await send(opened, LOOKUP, { key: 'another-key' });
      expect(beyond.statusCode).toBe(limit === '1' ? 429 : 200);
    },
  );

  test('for research returns items in the index once for their tokens, and queues once', async () => {
    const opened = await account();
    const { send } = open();
    const items = [
      { manufacturer: 'Norvane', mpn: 'nv 7805/2.5' },
      { manufacturer: 'Nobody', mpn: 'Z9-1' },
    ];
    const ask = () => send(opened, '/v1/enrichment', { body: { items } });
    const [first, second, third] = [await ask(), await ask(), await ask()];
    expect([first, second, third].map(({ statusCode }) => statusCode)).toEqual([202, 202, 202]);
    expect([first, second, third].map(({ json }) => json.meta.usage.tokens_billed)).toEqual([price, 0, 0]);
    expect([first, second].map(isReplayed)).toEqual([false, true]);
    expect(await usageOf(opened)).toMatchObject({ tokens: price, items: 1 });
  });
});

describe('concurrent requests with one Idempotency-Key', () => {
  test.each([2, 10])('of %i, all are served and one is billed', async (count) => {
    const opened = await account();
    const processes = Array.from({ length: count }, () => open());
    const answers = await Promise.all(processes.map(({ send }) => send(opened, LOOKUP)));
    expect(answers.map(billed).toSorted((a, b) => b - a)).toEqual([price, ...Array<number>(count - 1).fill(0)]);
    expect(answers.filter(isReplayed)).toHaveLength(count - 1);
    expect(await usageOf(opened)).toMatchObject({ tokens: price, items: 1, calls: 1 });
    const days = await new DynamoAccountReports(store, tables.accountsTable).listAssistantDays(
      opened.account.accountId,
    );
    expect(days.map(({ calls, tokens }) => [calls, tokens])).toEqual([[count, price]]);
  });

  test('for different parts: one is served, the other refused', async () => {
    const opened = await account();
    const answers = await Promise.all([open().send(opened, LOOKUP), open().send(opened, `${LOOKUP}&fields=title`)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    expect((await usageOf(opened)).calls).toBe(1);
  });

  test('with a thousand keys are a thousand requests, each billed once however often it is sent', async () => {
    const opened = await account({ terms: { requestsPerMinute: 10_000 } });
    const { send } = open();
    for (let round = 0; round < 10; round += 1) {
      const keys = Array.from({ length: 100 }, (_, place) => `flood-${round}-${String(place).padStart(4, '0')}`);
      await Promise.all(keys.map((key) => send(opened, LOOKUP, { key })));
    }
    const again = await send(opened, LOOKUP, { key: 'flood-7-0042' });
    expect(isReplayed(again)).toBe(true);
    expect(await usageOf(opened)).toMatchObject({ tokens: 1_000 * price, calls: 1_000 });
  }, 300_000);
});

describe('a storage failure', () => {
  test.each<Fault>(['answer-lost', 'answer-timed-out', 'reset', 'timeout', 'throttled', 'conflict'])(
    'of %s at the meter’s transaction: the request is served, and billed once',
    async (fault) => {
      const opened = await account();
      const { send, faults } = open(faultScript({ TransactWriteItems: { 1: fault } }));
      expect(billed(await send(opened, LOOKUP))).toBe(price);
      expect(faults.injected).toHaveLength(1);
      expect(billed(await send(opened, LOOKUP))).toBe(0);
      expect(await usageOf(opened)).toMatchObject({ tokens: price, calls: 1 });
    },
  );

  test('that ends the process before or right after any storage call: the retry is served, and billed once in total', async () => {
    for (const fault of ['crash', 'crash-after'] as const) {
      for (let at = 1; ; at = pointAfter(at)) {
        const opened = await account();
        const { send, faults } = open(({ call }) => (call === at ? fault : undefined));
        await send(opened, LOOKUP);
        const reached = faults.callCount >= at;
        const retry = await open().send(opened, LOOKUP);
        expect(retry.statusCode).toBe(200);
        expect(await usageOf(opened)).toMatchObject({ tokens: price, items: 1, calls: 1 });
        if (!reached) break;
      }
    }
  }, 300_000);

  test('that hides the usage row after the transaction costs no answer', async () => {
    const opened = await account();
    const { send } = open(({ operation }) => (operation === 'GetItem' ? 'throttled' : undefined));
    const answer = await send(opened, LOOKUP);
    expect(billed(answer)).toBe(price);
  });
});
