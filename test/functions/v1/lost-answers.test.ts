/**
 * Requests with an Idempotency-Key whose charge got no response: an error is never billed, a repeat is billed once,
 * and what an answer relied on stays paid. Every order in which the two can interleave is tested.
 */
import { GetCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { openAccount, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { openApiProcess, type ApiProcess } from '../../support/service/api-process.ts';
import type { HandlerAnswer } from '../../support/service/gateway.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { seededFaults, type Fault, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';
import { cases, pointAfter } from '../../support/cases.ts';

const LOOKUP = '/v1/items/lookup?manufacturer=Norvane&mpn=nv+7805%2F2.5';
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 50_000 };

let tables: OpenTables;
let store: ReturnType<typeof testClient>;
let writer: DynamoItemWriter;
let price: number;

beforeAll(async () => {
  tables = await openTables();
  store = testClient(tables.endpoint);
  writer = new DynamoItemWriter(store, tables.productIndexTable);
  await writer.writeItem(REGULATOR);
  price = billed(await open().send(await account(), LOOKUP));
});
afterAll(() => tables.stop());

const account = (wanted: Parameters<typeof openAccount>[2] = {}) =>
  openAccount(store, tables.accountsTable, { terms: TERMS, ...wanted });
const open = (plan?: FaultPlan): ApiProcess => openApiProcess(tables, plan && { plan });

function billed({ statusCode, json }: HandlerAnswer): number {
  expect([statusCode, json.errors]).toEqual([200, []]);
  return json.meta.usage.tokens_billed;
}

/** The used figures of the row, without the list of debits; the requests of the minute as `requests`. */
async function rowOf({ account: { accountId } }: OpenedAccount, key = '2026-11') {
  const { Item = {} } = await store.send(
    new GetCommand({ TableName: tables.accountsTable, Key: usageKey(accountId, key), ConsistentRead: true }),
  );
  const named = Object.entries(Item).map(([name, value]) => [
    /^r\d+$/.test(name) ? 'requests' : name,
    value as unknown,
  ]);
  return Object.fromEntries(named.filter(([name]) => !/^(pk|sk|[dv]\d+)$/.test(String(name)))) as Record<
    string,
    number
  >;
}

/** The debit's transaction, first and repeated, without what takes it back. */
const chargeMeets = (fault: Fault): FaultPlan => {
  let charges = 0;
  return ({ operation }) => (operation === 'TransactWriteItems' && (charges += 1) <= 2 ? fault : undefined);
};
const UNANSWERED = ['answer-lost', 'answer-timed-out', 'reset', 'timeout'] as const;

describe.each(UNANSWERED)('a charge that gets %s twice', (fault) => {
  test('is an error that bills nothing and counts toward the rate limit; a repeat is billed once', async () => {
    const opened = await account();
    expect((await open(chargeMeets(fault)).send(opened, LOOKUP)).statusCode).toBe(500);
    // The period looks unopened again; a client that was counted keeps its place, with nothing in it.
    const { n: _places, T00: tokens = 0, ...left } = await rowOf(opened);
    expect([left, tokens]).toEqual([{ requests: 1 }, 0]);
    const [retry, third] = [await open().send(opened, LOOKUP), await open().send(opened, LOOKUP)];
    expect([billed(retry), retry.json.meta.replayed]).toEqual([price, undefined]);
    expect([billed(third), third.json.meta.replayed]).toEqual([0, true]);
    expect(await rowOf(opened)).toMatchObject({
      tokens: price,
      items: 1,
      calls: 1,
      committed: price * 50_000,
      requests: 3,
    });
  });

  test('leaves a running period as it was', async () => {
    const opened = await account();
    await open().send(opened, LOOKUP, { key: 'another-key' });
    const { requests: _, ...before } = await rowOf(opened);
    expect((await open(chargeMeets(fault)).send(opened, LOOKUP)).statusCode).toBe(500);
    expect(await rowOf(opened)).toEqual({ ...before, requests: 2 });
  });

  test('leaves a trial its items', async () => {
    const opened = await account({ kind: 'trial', planCode: null, terms: {}, trialAllowanceItems: 1 });
    expect((await open(chargeMeets(fault)).send(opened, LOOKUP)).statusCode).toBe(500);
    expect((await rowOf(opened, 'TRIAL'))['items'] ?? 0).toBe(0);
    expect((await open().send(opened, LOOKUP)).statusCode).toBe(200);
    expect(await rowOf(opened, 'TRIAL')).toMatchObject({ items: 1, calls: 1 });
  });

  test('beyond a receipt leaves that receipt and its payment', async () => {
    const opened = await account();
    await open().send(opened, LOOKUP);
    await writer.writeItem({ ...REGULATOR, description: 'x'.repeat(400) });
    const { requests: _, ...before } = await rowOf(opened);
    expect((await open(chargeMeets(fault)).send(opened, LOOKUP)).statusCode).toBe(500);
    expect(await rowOf(opened)).toEqual({ ...before, requests: 2 });
    const grown = await open().send(opened, LOOKUP);
    expect([billed(grown) > 90, grown.json.meta.replayed]).toEqual([true, true]);
    expect((await rowOf(opened))['tokens']).toBe(price + billed(grown));
    await writer.writeItem(REGULATOR);
    expect(billed(await open().send(opened, LOOKUP))).toBe(0);
  });

  test('for research returns the cost of its items; its reserve stays, once', async () => {
    const opened = await account();
    const items = [
      { manufacturer: 'Norvane', mpn: 'nv 7805/2.5' },
      { manufacturer: 'Nobody', mpn: `Z9-${fault}` },
    ];
    const ask = (process: ApiProcess) => process.send(opened, '/v1/enrichment', { body: { items } });
    const always: FaultPlan = ({ operation, occurrence }) =>
      operation === 'TransactWriteItems' && occurrence <= 3 ? fault : undefined;
    expect((await ask(open(always))).statusCode).toBe(500);
    expect((await rowOf(opened))['tokens'] ?? 0).toBe(0);
    const [retry, third] = [await ask(open()), await ask(open())];
    expect([retry, third].map(({ statusCode, json }) => [statusCode, json.meta.usage.tokens_billed])).toEqual([
      [202, price],
      [202, 0],
    ]);
    expect(await rowOf(opened)).toMatchObject({ tokens: price, items: 1, reserved: 150_000_000 });
  });
});

test('a charge that loses only its first response is served, and billed once', async () => {
  const opened = await account();
  const plan: FaultPlan = ({ operation, occurrence }) =>
    operation === 'TransactWriteItems' && occurrence === 1 ? 'answer-lost' : undefined;
  expect(billed(await open(plan).send(opened, LOOKUP))).toBe(price);
  expect(await rowOf(opened)).toMatchObject({ tokens: price, calls: 1, requests: 1 });
});

test('a charge that a throttled store keeps refusing bills nothing, and counts toward the rate limit', async () => {
  const opened = await account();
  const plan: FaultPlan = ({ operation }) => (operation === 'TransactWriteItems' ? 'throttled' : undefined);
  expect((await open(plan).send(opened, LOOKUP)).statusCode).toBe(500);
  expect(await rowOf(opened)).toEqual({ requests: 1 });
});

test('a take-back that keeps meeting other writes tries each step three times, gives up, and leaves the charge to the repeat', async () => {
  const opened = await account();
  const tries = new Map<unknown, number>();
  const plan: FaultPlan = ({ operation, occurrence, input }) => {
    if (operation !== 'TransactWriteItems') return undefined;
    if (occurrence <= 2) return 'answer-lost';
    const { ClientRequestToken: step } = input as { readonly ClientRequestToken: string };
    tries.set(step, (tries.get(step) ?? 0) + 1);
    return 'conflict';
  };
  expect((await open(plan).send(opened, LOOKUP)).statusCode).toBe(500);
  expect(tries.size).toBeGreaterThan(1);
  expect(new Set(tries.values())).toEqual(new Set([3]));
  const repeat = await open().send(opened, LOOKUP);
  expect([billed(repeat), repeat.json.meta.replayed]).toEqual([0, true]);
  expect(await rowOf(opened)).toMatchObject({ tokens: price, calls: 1 });
});

describe('a charge that is written late', () => {
  /** Opens a process whose charge is delayed until `land` lets it arrive. */
  function late(): { readonly process: ApiProcess; land(): Promise<unknown> } {
    let held: unknown;
    const plan: FaultPlan = ({ operation, occurrence, input }) => {
      if (operation !== 'TransactWriteItems' || occurrence > 2) return undefined;
      held = input;
      return 'timeout';
    };
    return { process: open(plan), land: () => store.send(new TransactWriteCommand(held as never)) };
  }

  test('finds itself void, with its receipt', async () => {
    const opened = await account();
    const { process, land } = late();
    expect((await process.send(opened, LOOKUP)).statusCode).toBe(500);
    await expect(land()).rejects.toThrow('ConditionalCheckFailed');
    expect(billed(await open().send(opened, LOOKUP))).toBe(price);
    await expect(land()).rejects.toThrow('ConditionalCheckFailed');
    expect(await rowOf(opened)).toMatchObject({ tokens: price, calls: 1 });
  });

  test('cannot be written after its repeat was refused because another request had used the rest', async () => {
    const opened = await account({ kind: 'trial', planCode: null, terms: {}, trialAllowanceItems: 1 });
    const { accountId } = opened.account;
    let held: unknown;
    let charges = 0;
    const process = openApiProcess(tables, {
      plan: ({ operation, occurrence, input }) => {
        if (operation !== 'TransactWriteItems' || occurrence > 1) return undefined;
        held = input;
        return 'timeout';
      },
      beforeCall: async (_, operation) => {
        if (operation === 'TransactWriteItems' && (charges += 1) === 2)
          await open().send(opened, LOOKUP, { key: 'another-key' });
      },
    });
    expect((await process.send(opened, LOOKUP)).statusCode).toBe(500);
    // The other charge is taken back, as if it had got no response.
    await store.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: usageKey(accountId, 'TRIAL'),
        UpdateExpression: 'SET tokens = :none, #items = :none, calls = :none',
        ExpressionAttributeNames: { '#items': 'items' },
        ExpressionAttributeValues: { ':none': 0 },
      }),
    );
    await expect(store.send(new TransactWriteCommand(held as never))).rejects.toThrow('ConditionalCheckFailed');
    expect(await rowOf(opened, 'TRIAL')).toMatchObject({ tokens: 0, items: 0, calls: 0 });
  });

  test.each([1, 2])('is taken back if it is written before transaction %i that takes it back', async (before) => {
    const opened = await account();
    let held: unknown;
    let transactions = 0;
    const process = openApiProcess(tables, {
      plan: ({ operation, occurrence, input }) => {
        if (operation !== 'TransactWriteItems' || occurrence > 2) return undefined;
        if (occurrence === 2) held = input;
        return 'timeout';
      },
      beforeCall: async (_, operation) => {
        if (operation !== 'TransactWriteItems' || held === undefined) return;
        transactions += 1;
        if (transactions === before) await store.send(new TransactWriteCommand(held as never));
      },
    });
    expect((await process.send(opened, LOOKUP)).statusCode).toBe(500);
    expect(transactions).toBeGreaterThanOrEqual(before);
    expect((await rowOf(opened))['tokens'] ?? 0).toBe(0);
    expect(billed(await open().send(opened, LOOKUP))).toBe(price);
    expect(billed(await open().send(opened, LOOKUP))).toBe(0);
    expect(await rowOf(opened)).toMatchObject({ tokens: price, calls: 1 });
  });
});

describe('a repeat at the same moment', () => {
  /** A process that waits before one of its calls until `other` has finished. */
  const pausedBefore = (at: number, other: () => Promise<unknown>, plan?: FaultPlan): ApiProcess =>
    openApiProcess(tables, {
      ...(plan && { plan }),
      beforeCall: async (call) => {
        if (call === at) await other();
      },
    });

  test.each(UNANSWERED)(
    'while a charge that gets %s is taken back is billed once, whichever write comes between',
    async (fault) => {
      for (const outer of ['first', 'repeat'] as const)
        for (let at = 1; ; at = pointAfter(at)) {
          const opened = await account();
          let between: HandlerAnswer | undefined;
          const first = chargeMeets(fault);
          const other = async () => {
            between = await open(outer === 'first' ? undefined : first).send(opened, LOOKUP);
          };
          const around = await pausedBefore(at, other, outer === 'first' ? first : undefined).send(opened, LOOKUP);
          if (between === undefined) break;
          const [lost, repeat] = outer === 'first' ? [around, between] : [between, around];
          // After the repeat's receipt, the first request is itself a repeat, and free; its answer is not lost.
          expect([outer, at, [200, 500].includes(lost.statusCode), repeat.statusCode]).toEqual([outer, at, true, 200]);
          expect(await rowOf(opened)).toMatchObject({ tokens: price, items: 1, calls: 1 });
          const last = await open().send(opened, LOOKUP);
          expect([billed(last), last.json.meta.replayed]).toEqual([0, true]);
        }
    },
    300_000,
  );

  test('while a process dies at any call of taking back: the repeat is served, and everything billed once', async () => {
    for (const fault of ['answer-lost', 'reset'] as const)
      for (const death of ['crash', 'crash-after'] as const)
        for (let at = 1; ; at = pointAfter(at)) {
          const opened = await account();
          const charge = chargeMeets(fault);
          const { send, faults } = open((call) => (call.call === at ? death : charge(call)));
          await send(opened, LOOKUP);
          const retry = await open().send(opened, LOOKUP);
          expect([fault, death, at, retry.statusCode]).toEqual([fault, death, at, 200]);
          expect(await rowOf(opened)).toMatchObject({ tokens: price, items: 1, calls: 1 });
          if (!faults.crashed) break;
        }
  }, 300_000);

  test('is kept once: later repeats write no receipt', async () => {
    const opened = await account();
    await open().send(opened, LOOKUP);
    const updates = async () => {
      const { send, faults } = open();
      await send(opened, LOOKUP);
      return faults.callCount;
    };
    expect(await updates()).toBe((await updates()) + 1);
  });

  test('over its rate limit keeps nothing: the charge of the first can still be taken back', async () => {
    const opened = await account({ terms: { ...TERMS, requestsPerMinute: 1 } });
    let between: HandlerAnswer | undefined;
    const plan = chargeMeets('answer-lost');
    let charges = 0;
    const process = openApiProcess(tables, {
      plan,
      beforeCall: async (_, operation) => {
        if (operation === 'TransactWriteItems' && (charges += 1) === 3) between = await open().send(opened, LOOKUP);
      },
    });
    expect((await process.send(opened, LOOKUP)).statusCode).toBe(500);
    expect(between?.statusCode).toBe(429);
    expect((await rowOf(opened))['tokens'] ?? 0).toBe(0);
  });
});

test('the charge is taken back among any number of later debits', async () => {
  const opened = await account();
  let charges = 0;
  const process = openApiProcess(tables, {
    plan: chargeMeets('answer-lost'),
    beforeCall: async (_, operation) => {
      if (operation !== 'TransactWriteItems' || (charges += 1) !== 3) return;
      const { send } = open();
      for (let other = 1; other <= 20; other += 1) await send(opened, LOOKUP, { key: null });
    },
  });
  expect((await process.send(opened, LOOKUP)).statusCode).toBe(500);
  expect(await rowOf(opened)).toMatchObject({ tokens: 20 * price, items: 20, calls: 20 });
});

test('the tokens of the answers equal those of the period under any storage failure, once the last repeat is answered', async () => {
  const faults: Fault[] = ['answer-lost', 'answer-timed-out', 'reset', 'throttled', 'conflict'];
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 3 }), async (seed, atOnce) => {
      const opened = await account();
      const plan = seededFaults(seed, 0.25, faults);
      const answers: HandlerAnswer[] = [];
      for (let round = 0; round < 4; round += 1)
        answers.push(...(await Promise.all(Array.from({ length: atOnce }, () => open(plan).send(opened, LOOKUP)))));
      answers.push(await open().send(opened, LOOKUP));
      const served = answers.filter(({ statusCode }) => statusCode === 200);
      expect(served.length).toBeGreaterThan(0);
      expect((await rowOf(opened))['tokens']).toBe(price);
    }),
    { numRuns: cases(30) },
  );
}, 300_000);
