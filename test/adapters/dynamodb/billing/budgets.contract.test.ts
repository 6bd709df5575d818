/** Budgets on the real usage row: exact under any concurrency, lost answers and deaths, and within one write unit. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { readPeriodRow } from '../../../../adapters/dynamodb/billing/usage-rows.ts';
import { usageDebitUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { DynamoEnrichmentStore } from '../../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { setBudget } from '../../../../core/access/administration/administer-budgets.ts';
import { createClient, rotateClient } from '../../../../core/access/administration/administer-clients.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { resolveDoubt } from '../../../../core/billing/meter/charge-in-doubt.ts';
import { prepareDebit, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import type { Budget } from '../../../../core/billing/plans/budget.ts';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import { requestCountOf } from '../../../../core/billing/rate-limit/request-count.ts';
import { numberName, type AskedPart, type PartName } from '../../../../core/sourcing/enrichment/enrichment-request.ts';
import { requestEnrichment } from '../../../../core/sourcing/enrichment/request-enrichment.ts';
import { abandonRequest } from '../../../../core/sourcing/enrichment/settle-enrichment.ts';
import type { ManufacturerKey } from '../../../../core/index/part-keys/manufacturer-name.ts';
import type { NumberKey, PartKey } from '../../../../core/index/part-keys/part-number.ts';
import { succeed } from '../../../../core/result.ts';
import { DAY_MS } from '../../../../core/time.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, seededFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const CHARGE = { tokens: 120, items: 1 };
const CALLS = 200;
const FIT = 37;
/** 37 calls fit, and most of a 38th. */
const DAILY: Budget = { every: 'day', tokens: FIT * CHARGE.tokens + 119, researchCents: null };
const MONTHLY: Budget = { ...DAILY, every: 'period' };
const PART_CENTS = 15;
const TERMS = { requestsPerMinute: 30_000, openParts: 10_000 };

let tables: OpenTables;
let client: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
});
afterAll(() => tables.stop());

const open = async (budget: Budget | null, wanted: Parameters<typeof openAccount>[2] = {}) => {
  const opened = await openAccount(client, tables.accountsTable, { terms: TERMS, ...wanted });
  if (budget !== null) await bound(opened, budget);
  return opened;
};

const bound = async ({ store, client: { clientId } }: OpenedAccount, budget: Budget | null, nowMs = NOON_MS) =>
  valueOf(await setBudget(store, { clientId }, budget, OPERATOR, nowMs));

const anotherKey = async ({ store, account: { accountId } }: OpenedAccount) =>
  valueOf(await createClient(store, { accountId, kind: 'live', name: 'Other', scopes: [] }, OPERATOR, NOON_MS)).client;

const readCaller = async (key: ClientRecord, nowMs = NOON_MS) => {
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, nowMs);
  if (caller === undefined) throw new Error('the caller is not stored');
  return caller;
};

/** A process that serves calls, with a client that has the faults of the plan. */
const processOf = (plan: FaultPlan = () => undefined) => {
  const metering = testClient(tables.endpoint, { maxAttempts: 1 });
  const faults = injectFaults(plan, metering);
  // Its clock does not move, so that a machine that stalls does not give up a take-back, unless the process is dead.
  let asked = 0;
  const nowMs = () => (faults.crashed ? (asked += 1) * 60_000 : 0);
  const usageStore = new DynamoUsageStore(metering, tables.accountsTable, nowMs);
  const serve = async (key: ClientRecord, { nowMs = NOON_MS, charge = CHARGE } = {}) => {
    const caller = await readCaller(key, nowMs);
    return meterCall(usageStore, caller as BillableCaller, charge, nowMs, { request: requestCountOf(caller, nowMs) });
  };
  return { serve };
};

const rowOf = async ({ account }: OpenedAccount, key = '2026-11') => {
  const Key = usageKey(account.accountId, key);
  const { Item = {} } = await client.send(
    new GetCommand({ TableName: tables.accountsTable, Key: { ...Key }, ConsistentRead: true }),
  );
  return Item;
};

const countsOf = async (opened: OpenedAccount, key?: string) => {
  const { usage, counts } = readPeriodRow(await rowOf(opened, key));
  return { usage, counts };
};

const usedBy = async (opened: OpenedAccount, key: ClientRecord = opened.client) =>
  (await countsOf(opened)).counts?.clients.get(key.number ?? '');

type Outcome = Awaited<ReturnType<ReturnType<typeof processOf>['serve']>>;

function kindsOf(outcomes: readonly Outcome[]): Readonly<Record<string, number>> {
  const kinds: Record<string, number> = {};
  for (const outcome of outcomes) {
    const kind = outcome.ok ? 'answered' : outcome.reason.kind;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  return kinds;
}

const REFUSED = { answered: FIT, budget_reached: CALLS - FIT };

describe('200 concurrent calls on a key whose budget fits 37', () => {
  test.each(Array.from({ length: 10 }, (_, run) => [run + 1, run % 2 === 0 ? DAILY : MONTHLY] as const))(
    'are answered 37 times in run %s, by %o, and another key goes on',
    async (_, budget) => {
      const opened = await open(budget);
      const other = await anotherKey(opened);
      const { serve } = processOf();
      const outcomes = await Promise.all(Array.from({ length: CALLS }, () => serve(opened.client)));
      expect(kindsOf(outcomes)).toEqual(REFUSED);
      expect((await serve(other)).ok).toBe(true);
      expect(await usedBy(opened)).toMatchObject({ tokens: FIT * CHARGE.tokens });
      const { usage, counts } = await countsOf(opened);
      expect(usage?.tokens).toBe((FIT + 1) * CHARGE.tokens);
      expect(sumOf(counts)).toBe(usage?.tokens);
    },
  );

  test.each([3, 5, 8])(
    'are answered 37 times with lost answers (seed %s), which give back what they took',
    async (seed) => {
      const opened = await open(DAILY);
      const { serve } = processOf(seededFaults(seed, 0.1, ['answer-lost', 'timeout', 'throttled']));
      // At most eight at a time: more could push an unanswered debit off the row's list, which leaves its charge in
      // doubt.
      const calls = Array.from({ length: CALLS }, () => async () => serve(opened.client).catch(() => undefined));
      const outcomes = (await inTurn(calls, 8)).filter((outcome) => outcome !== undefined);
      const { answered = 0, budget_reached: refused = 0 } = kindsOf(outcomes);
      expect(answered).toBe(FIT);
      expect(refused).toBeGreaterThan(0);
      expect(answered + refused).toBeLessThan(CALLS);
      const { usage, counts } = await countsOf(opened);
      expect(counts?.clients.get('00')?.tokens).toBe(FIT * CHARGE.tokens);
      expect(usage?.tokens).toBe(FIT * CHARGE.tokens);
    },
  );

  test('are answered 37 times, less those whose process was killed after its charge', async () => {
    const opened = await open(MONTHLY);
    const { serve } = processOf();
    let killed = 0;
    const calls = Array.from({ length: CALLS }, (_, call) => async () => {
      if (call % 10 !== 0) return serve(opened.client);
      const fault = call % 20 === 0 ? 'crash' : 'crash-after';
      const dying = processOf(({ operation }) => (operation === 'UpdateItem' ? fault : undefined));
      return dying.serve(opened.client).catch(() => void (killed += 1));
    });
    const outcomes = (await inTurn(calls, 20)).filter((outcome) => outcome !== undefined);
    const { answered = 0 } = kindsOf(outcomes);
    const charged = ((await usedBy(opened))?.tokens ?? 0) / CHARGE.tokens;
    expect(charged).toBe(FIT);
    expect(killed).toBeGreaterThan(FIT - answered);
    expect(answered).toBeLessThan(FIT);
  });

  test('are answered 37 times if the budget is by research, and what is not found is given back', async () => {
    const opened = await open({ every: 'day', tokens: null, researchCents: FIT * PART_CENTS + 14 });
    const ask = asking(opened);
    const refusals = await inTurn(
      Array.from({ length: CALLS }, (_, place) => () => ask(`B-${place}`)),
      20,
    );
    expect(refusals.filter((refusal) => refusal === undefined)).toHaveLength(FIT);
    expect(new Set(refusals)).toEqual(new Set([undefined, 'budget_reached']));
    const reserved = FIT * PART_CENTS * 10_000_000;
    expect(await usedBy(opened)).toMatchObject({ researchNanoUsd: reserved });
    const enrichment = new DynamoEnrichmentStore(client, tables.accountsTable);
    const requests = await enrichment.listRequests(opened.account.accountId);
    for (const request of requests.slice(0, 5))
      await abandonRequest(enrichment, request, 'cancelled', { evenLeased: true }, NOON_MS + 1);
    const { usage, counts } = await countsOf(opened);
    const left = reserved - 5 * PART_CENTS * 10_000_000;
    expect(counts?.clients.get('00')).toEqual({
      tokens: 0,
      researchNanoUsd: left,
      days: new Map([[18, { tokens: 0, researchNanoUsd: left }]]),
    });
    expect(usage?.researchNanoUsd).toBe(left);
    const again = await inTurn(
      Array.from({ length: 20 }, (_, place) => () => ask(`C-${place}`)),
      10,
    );
    expect(again.filter((refusal) => refusal === undefined)).toHaveLength(5);
  });

  test.each([null, { ...MONTHLY, tokens: 60 * CHARGE.tokens }])(
    'stay within the larger budget if it becomes %o while they run',
    async (changed) => {
      const opened = await open(MONTHLY);
      const { serve } = processOf();
      const outcomes = await inTurn(
        Array.from({ length: CALLS }, (_, call) => async () => {
          if (call === 100) await bound(opened, changed);
          return serve(opened.client);
        }),
        20,
      );
      const { answered = 0 } = kindsOf(outcomes);
      const tokens = (await usedBy(opened))?.tokens;
      expect(tokens).toBe(answered * CHARGE.tokens);
      if (changed === null) expect(answered).toBeGreaterThan(60);
      else expect(answered).toBe(60);
    },
  );

  test('stay within the smaller budget if it is lowered while they run, whatever budget they have read before', async () => {
    const opened = await open({ ...MONTHLY, tokens: 150 * CHARGE.tokens });
    const { serve } = processOf();
    const outcomes = await inTurn(
      Array.from({ length: CALLS }, (_, call) => async () => {
        if (call === 10) await bound(opened, MONTHLY);
        return serve(opened.client);
      }),
      10,
    );
    expect(kindsOf(outcomes)).toEqual(REFUSED);
    expect((await usedBy(opened))?.tokens).toBe(FIT * CHARGE.tokens);
  });

  test('are all refused from the moment at which the budget is lowered below what is used, which stays used', async () => {
    const opened = await open({ ...MONTHLY, tokens: 150 * CHARGE.tokens });
    const { serve } = processOf();
    let isLowered = false;
    const outcomes = await inTurn(
      Array.from({ length: CALLS }, (_, call) => async () => {
        if (call === 40) {
          await bound(opened, { ...MONTHLY, tokens: CHARGE.tokens });
          isLowered = true;
        }
        const isAfter = isLowered;
        return { isAfter, ...(await serve(opened.client)) };
      }),
      10,
    );
    const answered = outcomes.filter(({ ok }) => ok);
    expect(answered.filter(({ isAfter }) => isAfter)).toEqual([]);
    expect(answered.length).toBeGreaterThanOrEqual(31);
    expect((await usedBy(opened))?.tokens).toBe(answered.length * CHARGE.tokens);
  });

  test('are answered 37 times for a rotated key, whose old and new secret share the budget', async () => {
    const opened = await open(DAILY);
    const { serve } = processOf();
    const outcomes = await inTurn(
      Array.from({ length: CALLS }, (_, call) => async () => {
        if (call === 15) valueOf(await rotateClient(opened.store, opened.client.clientId, DAY_MS, OPERATOR, NOON_MS));
        return serve(opened.client);
      }),
      20,
    );
    expect(kindsOf(outcomes)).toEqual(REFUSED);
  });
});

describe('a budget', () => {
  test('by day begins anew at midnight UTC, and a period’s with the period', async () => {
    const midnight = NOON_MS + DAY_MS / 2;
    const { serve } = processOf();
    const daily = await open({ every: 'day', tokens: 120, researchCents: null });
    expect((await serve(daily.client)).ok).toBe(true);
    expect(await serve(daily.client, { nowMs: midnight - 1 })).toMatchObject({
      reason: { kind: 'budget_reached', used: 120, most: 120, asked: 120, resetsAtMs: midnight },
    });
    expect((await serve(daily.client, { nowMs: midnight })).ok).toBe(true);
    expect(Object.keys(await rowOf(daily)).filter((name) => name.startsWith('D'))).toEqual(['D00J']);
    const monthly = await open({ every: 'period', tokens: 120, researchCents: null });
    expect((await serve(monthly.client, { nowMs: Date.UTC(2026, 11, 1) - 1 })).ok).toBe(true);
    expect((await serve(monthly.client, { nowMs: Date.UTC(2026, 11, 1) - 1 })).ok).toBe(false);
    expect((await serve(monthly.client, { nowMs: Date.UTC(2026, 11, 1) })).ok).toBe(true);
  });

  test('counts a call toward the next day if it began before midnight and is written after the first call of that day', async () => {
    const opened = await open({ every: 'day', tokens: 240, researchCents: null });
    const midnight = NOON_MS + DAY_MS / 2;
    const { serve } = processOf();
    const late = await lateDebit(opened, midnight - 1);
    expect((await serve(opened.client, { nowMs: midnight })).ok).toBe(true);
    expect((await late()).ok).toBe(true);
    expect((await usedBy(opened))?.days).toEqual(new Map([[19, { tokens: 240, researchNanoUsd: 0 }]]));
    expect((await serve(opened.client, { nowMs: midnight - 1 })).ok).toBe(false);
  });

  test('is refused after the account’s own reason', async () => {
    const opened = await open({ every: 'day', tokens: 0, researchCents: 0 });
    const { serve } = processOf();
    expect(await serve(opened.client)).toMatchObject({ reason: { kind: 'budget_reached', used: 0, most: 0 } });
    await setAccount(opened.store, opened.account.accountId, { spendingCapCents: 0, terms: { ...TERMS, tokensIncluded: 0 } }, OPERATOR, NOON_MS); // prettier-ignore
    expect(await serve(opened.client)).toMatchObject({ reason: { kind: 'spending_cap_reached' } });
    await setAccount(opened.store, opened.account.accountId, { billingState: 'past_due' }, OPERATOR, NOON_MS);
    expect(await serve(opened.client)).toMatchObject({ reason: { kind: 'past_due' } });
  });

  test('survives a rotation and a change of plan, with what is used of it', async () => {
    const opened = await open({ every: 'period', tokens: 240, researchCents: null });
    const { serve } = processOf();
    expect((await serve(opened.client)).ok).toBe(true);
    valueOf(await rotateClient(opened.store, opened.client.clientId, 0, OPERATOR, NOON_MS));
    valueOf(await setAccount(opened.store, opened.account.accountId, { planCode: 'scale' }, OPERATOR, NOON_MS));
    expect((await serve(opened.client)).ok).toBe(true);
    expect(await serve(opened.client)).toMatchObject({ reason: { kind: 'budget_reached', used: 240 } });
  });

  test('gives back a charge in doubt that an operator takes back', async () => {
    const opened = await open({ every: 'day', tokens: 17 * 120, researchCents: null });
    const { serve } = processOf();
    const doubted = processOf(({ operation, occurrence }) =>
      operation === 'UpdateItem' && occurrence === 1 ? 'answer-lost' : undefined,
    );
    // Sixteen other debits push the unanswered one off the list before it is taken back.
    const [failed] = await Promise.allSettled([doubted.serve(opened.client)]);
    expect(failed.status).toBe('rejected');
    expect((await usedBy(opened))?.tokens).toBe(0);
    const lost = await lateDebit(opened, NOON_MS);
    const { debit } = await lost();
    for (let call = 0; call < 16; call += 1) valueOf(await serve(opened.client));
    expect((await serve(opened.client)).ok).toBe(false);
    const doubts = new DynamoDoubtStore(client, tables.accountsTable);
    const { accountId } = opened.account;
    const share = { number: '00', day: NOON_MS / DAY_MS - 0.5 };
    const charge = { accountId, usageKey: '2026-11', debitId: debit.mark.id, minute: NOON_MS / 60_000 };
    const amounts = { calls: 1, ...CHARGE, committed: 120 * 30_000, share };
    await doubts.resolve({ ...charge, amounts, resolution: 'taken_back' }, false, {
      who: 'test',
      what: 'usage.doubt_resolved',
      details: {},
      atMs: NOON_MS,
    });
    expect(await usedBy(opened)).toMatchObject({ tokens: 16 * 120, days: new Map([[18, { tokens: 16 * 120, researchNanoUsd: 0 }]]) }); // prettier-ignore
    expect((await serve(opened.client)).ok).toBe(true);
    expect(await resolveDoubt(doubts, charge, { resolution: 'taken_back' }, { who: 'test' }, NOON_MS)).toMatchObject({
      ok: true,
      value: { amounts: { share } },
    });
  });
});

describe('the figures of a day', () => {
  test('are never negative, even if several charges of it are taken back once it is over', async () => {
    const opened = await open(DAILY);
    const { serve } = processOf();
    const usageStore = new DynamoUsageStore(client, tables.accountsTable);
    const { accountId } = opened.account;
    const doubts = new DynamoDoubtStore(client, tables.accountsTable);
    const debits: number[] = [];
    for (let call = 0; call < 3; call += 1) {
      const caller = (await readCaller(opened.client)) as BillableCaller;
      const debit = valueOf(prepareDebit(caller, { ...CHARGE, parts: 0 }, NOON_MS));
      expect((await usageStore.debit(debit)).kind).toBe('debited');
      debits.push(debit.mark.id);
    }
    expect((await serve(opened.client, { nowMs: NOON_MS + DAY_MS })).ok).toBe(true);
    const share = { number: '00', day: Math.floor(NOON_MS / DAY_MS) };
    const amounts = { calls: 1, ...CHARGE, committed: 120 * 30_000, share };
    for (const debitId of debits) {
      const charge = { accountId, usageKey: '2026-11', debitId, minute: NOON_MS / 60_000, amounts };
      const audit = { who: 'test', what: 'usage.doubt_resolved' as const, details: {}, atMs: NOON_MS };
      expect(await doubts.resolve({ ...charge, resolution: 'taken_back' }, false, audit)).toBe(true);
    }
    const negative = Object.entries(await rowOf(opened)).filter(([, value]) => typeof value === 'number' && value < 0);
    expect(negative).toEqual([]);
    expect(await usedBy(opened)).toMatchObject({ tokens: 120 });
    expect((await usedBy(opened))?.days.get(19)).toEqual({ tokens: 120, researchNanoUsd: 0 });
  });

  test('remain for a late call of that day, if a call of the next day has no budget by day', async () => {
    const daily: Budget = { every: 'day', tokens: 240, researchCents: null };
    const opened = await open(daily);
    const midnight = NOON_MS + DAY_MS / 2;
    const { serve } = processOf();
    const usageStore = new DynamoUsageStore(client, tables.accountsTable);
    const caller = (await readCaller(opened.client, midnight - 2)) as BillableCaller;
    const debit = valueOf(prepareDebit(caller, { ...CHARGE, parts: 0 }, midnight - 2));
    expect((await usageStore.debit(debit)).kind).toBe('debited');
    const late = await lateDebit(opened, midnight - 1);
    await bound(opened, { ...daily, every: 'period', tokens: 10_000 }, midnight);
    expect((await serve(opened.client, { nowMs: midnight })).ok).toBe(true);
    expect((await late()).ok).toBe(true);
    expect((await usedBy(opened))?.days.get(18)?.tokens).toBe(240);
  });

  test('do not begin anew by a call that began before midnight, without a budget by day', async () => {
    const opened = await open({ every: 'period', tokens: 10_000, researchCents: null });
    const midnight = NOON_MS + DAY_MS / 2;
    const { serve } = processOf();
    const late = await lateDebit(opened, midnight - 1);
    // Makes the late call decide again, from a row that has figures of the next day.
    await bound(opened, { every: 'day', tokens: 240, researchCents: null }, midnight);
    expect((await serve(opened.client, { nowMs: midnight })).ok).toBe(true);
    expect((await late()).ok).toBe(true);
    expect((await serve(opened.client, { nowMs: midnight + 1 })).ok).toBe(true);
    expect((await serve(opened.client, { nowMs: midnight + 2 })).ok).toBe(false);
  });
});

describe('the places of a period', () => {
  test('are 24; a client with a budget gets one even then, and further ones are counted together', async () => {
    const opened = await open(null);
    const { serve } = processOf();
    const keys = [opened.client];
    for (let made = 1; made < 26; made += 1) keys.push(await storedKey(opened, `k${made}`));
    for (const key of keys) expect((await serve(key)).ok).toBe(true);
    const full = await countsOf(opened);
    expect([full.counts?.places, full.counts?.clients.size]).toEqual([24, 24]);
    expect(full.usage?.tokens).toBe(26 * 120);
    expect(sumOf(full.counts)).toBe(24 * 120);
    const last = keys.at(-1) as ClientRecord;
    valueOf(await setBudget(opened.store, { clientId: last.clientId }, { ...MONTHLY, tokens: 120 }, OPERATOR, NOON_MS));
    expect([(await serve(last)).ok, (await serve(last)).ok]).toEqual([true, false]);
    expect(await usedBy(opened, last)).toMatchObject({ tokens: 120 });
  });

  test('are taken once each by concurrent first calls, and leave room for budgets by day', async () => {
    const opened = await open(DAILY);
    const { serve } = processOf();
    const keys = [opened.client];
    for (let made = 1; made < 26; made += 1) keys.push(await storedKey(opened, `k${made}`));
    await Promise.all(keys.flatMap((key) => [serve(key), serve(key), serve(key)]));
    const { usage, counts } = await countsOf(opened);
    expect(usage?.tokens).toBe(26 * 3 * 120);
    expect(counts?.places).toBe(counts?.clients.size);
    expect([23, 24]).toContain(counts?.places);
    for (const { tokens } of counts?.clients.values() ?? []) expect(tokens).toBe(3 * 120);
  });

  test('keep the row under 1,024 bytes, with 16 debits, 6 minutes, 3 voids and every figure at its largest', async () => {
    for (const byDay of [0, 6, 12]) {
      const row: Record<string, unknown> = { ...usageKey('acc_0123456789', '2026-11') };
      const most = 999_999_999_999;
      Object.assign(row, {
        price: 12_500,
        included: 100_000_000,
        fee: 9_990_000_000,
        tokens: most,
        items: 999_999_999,
      });
      Object.assign(row, { calls: 999_999_999, research: 999_999_999e7, reserved: 999_999e7, charged: 999_999_999e7 });
      Object.assign(row, { committed: 3_999_999_999_999_999, n: 24 - byDay, c20775: 99_999 });
      for (let debit = 1; debit <= 16; debit += 1) row[`d${debit}`] = 2 ** 48 - debit;
      for (let minute = 0; minute < 6; minute += 1) row[`r${29_916_720 + minute}`] = 29_999;
      for (let debit = 0; debit < 3; debit += 1) row[`v${2 ** 48 - debit - 2}`] = 29_916_720;
      for (let place = 0; place < 24 - byDay; place += 1) {
        Object.assign(row, { [`T0${String.fromCharCode(65 + place)}`]: 99_999_999_999, [`R0${String.fromCharCode(65 + place)}`]: 9_999_999e7 }); // prettier-ignore
        if (place < byDay) Object.assign(row, { [`D0${String.fromCharCode(65 + place)}I`]: 99_999_999_999, [`E0${String.fromCharCode(65 + place)}I`]: 999_999e7 }); // prettier-ignore
      }
      expect(bytesOf(row)).toBeLessThan(1024);
    }
  });
});

/** Runs the steps, at most `width` at a time. */
async function inTurn<T>(steps: readonly (() => Promise<T>)[], width: number): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (let place = next++; place < steps.length; place = next++)
        results[place] = await (steps[place] as () => Promise<T>)();
    }),
  );
  return results;
}

/** Returns a function that requests research of a part, and returns why it was refused. */
function asking(opened: OpenedAccount) {
  const enrichment = new DynamoEnrichmentStore(client, tables.accountsTable);
  return async (number: string): Promise<string | undefined> => {
    const name: PartName = { manufacturerKey: 'norvane' as ManufacturerKey, part: number as PartKey };
    const asked: AskedPart = { manufacturer: 'Norvane', partNumber: number, description: null };
    for (let tries = 0; tries < 30; tries += 1) {
      const caller = await readCaller(opened.client);
      const names = [{ ...numberName(name, number), number: number as NumberKey }];
      const { load } = await enrichment.readBeforeRequest(opened.account.accountId, names, NOON_MS);
      const done = await requestEnrichment<never>(
        { enrichment, researchQueue: { send: async () => undefined } },
        {
          caller,
          parts: [{ name, asked, item: null, alike: [] }],
          attempt: `enr_${number}`,
          nowMs: NOON_MS,
          counted: true,
        },
        { requests: new Map(), load },
        () => succeed(undefined),
      );
      if (!done.ok) continue;
      const [answer] = done.value.plan.answers;
      return answer?.kind === 'refused' ? answer.refusal.kind : undefined;
    }
    return 'contended';
  };
}

/** Prepares a debit now and writes it when called, as a slow process does. */
async function lateDebit({ client: key }: OpenedAccount, nowMs: number) {
  const caller = (await readCaller(key, nowMs)) as BillableCaller;
  const debit = valueOf(prepareDebit(caller, { ...CHARGE, parts: 0 }, nowMs));
  const usageStore = new DynamoUsageStore(client, tables.accountsTable);
  const slow = { debit: async (...sent: Parameters<DynamoUsageStore['debit']>) => usageStore.debit(...sent) };
  return async () => {
    const paid = await meterCall(slow, caller, CHARGE, nowMs);
    return { ...paid, debit, update: usageDebitUpdate(tables.accountsTable, debit) };
  };
}

/** Stores a key beside the twenty that an account may make, as one of an earlier time. */
async function storedKey({ account: { accountId }, client: made }: OpenedAccount, name: string): Promise<ClientRecord> {
  const store = new DynamoAdministrationStore(client, tables.accountsTable);
  const stored = await store.readAccount(accountId);
  if (stored === undefined) throw new Error('no account');
  const clientId = `${made.clientId.slice(0, -name.length)}${name}`;
  const number = `0${'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.charAt(stored.value.clientsNumbered ?? 0)}`;
  const key = { ...made, clientId, name, number };
  const audit = { who: 'test', what: 'client.created' as const, details: {}, atMs: NOON_MS };
  if (!(await store.createClient({ client: key, secrets: [] }, audit, stored.revision))) throw new Error('not made');
  return key;
}

function sumOf(counts: Awaited<ReturnType<typeof countsOf>>['counts']): number {
  return [...(counts?.clients.values() ?? [])].reduce((sum, { tokens }) => sum + tokens, 0);
}

/** The size of an item as DynamoDB weighs it: names, texts, and a byte for each two digits of a number and one more. */
function bytesOf(row: Readonly<Record<string, unknown>>): number {
  return Object.entries(row).reduce(
    (sum, [name, value]) => sum + name.length + (typeof value === 'number' ? numberBytes(value) : String(value).length),
    0,
  );
}

function numberBytes(value: number): number {
  return Math.ceil(String(value).replace(/0+$/, '').length / 2) + 1;
}
