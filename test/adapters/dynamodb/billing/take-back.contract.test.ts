/**
 * A charge whose write got no response: whether it was written, not written or written late, the row ends as if the
 * call had not happened.
 */
import { GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoEnrichmentStore } from '../../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { takeBackDebit } from '../../../../adapters/dynamodb/billing/take-back-debit.ts';
import { usageDebitUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { REMEMBERED_DEBITS } from '../../../../core/billing/meter/take-back.ts';
import { prepareDebit, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { requestCountOf } from '../../../../core/billing/rate-limit/request-count.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { figuresOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults, type Fault, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';
import { cases } from '../../../support/cases.ts';

const CHARGE = { tokens: 120, items: 1 };
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 50_000, requestsPerMinute: 10_000 };

let tables: OpenTables;
let client: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
});
afterAll(() => tables.stop());

const open = (wanted: Parameters<typeof openAccount>[2] = {}) =>
  openAccount(client, tables.accountsTable, { terms: TERMS, ...wanted });

const readCaller = async ({ client: key }: OpenedAccount, nowMs = NOON_MS) => {
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, nowMs);
  if (caller === undefined) throw new Error('the caller is not stored');
  return caller;
};

/** One process that serves the account, with a client that has the faults of the plan. */
const processOf = (opened: OpenedAccount, plan: FaultPlan = () => undefined) => {
  const metering = testClient(tables.endpoint, { maxAttempts: 1 });
  const faults = injectFaults(plan, metering);
  // Its clock does not move, so that a machine that stalls for seconds does not give up the take-back.
  const usageStore = new DynamoUsageStore(metering, tables.accountsTable, () => 0);
  const serve = async (charge = CHARGE) => {
    const caller = await readCaller(opened);
    const request = opened.client.kind === 'live' ? requestCountOf(caller, NOON_MS) : undefined;
    return meterCall(usageStore, caller as BillableCaller, charge, NOON_MS, { request });
  };
  return { serve, faults, metering };
};

const rowOf = async ({ account }: OpenedAccount, key = '2026-11') => {
  const { Item } = await client.send(
    new GetCommand({ TableName: tables.accountsTable, Key: usageKey(account.accountId, key) }),
  );
  return Item;
};

/** The row without its list of debits and its number of requests. */
const billedOf = async (opened: OpenedAccount, key?: string) =>
  Object.fromEntries(
    Object.entries((await rowOf(opened, key)) ?? {}).filter(([name]) => !/^(pk|sk|[drv][0-9]+)$/.test(name)),
  );

/** A period without terms and figures. Its client keeps the place. */
const UNOPENED = { n: 1, T00: 0 };

/** The debit of a call as it is sent, and the process that would take it back. */
const debitOf = async (opened: OpenedAccount, charge = CHARGE) => {
  const { account, client: key, usage } = await readCaller(opened);
  // Only one first call of a client takes its place on the row; these are all to land, so they are no client's.
  const isFirst = usage.counts?.size === 0;
  const { number, ...anonymous } = key;
  const billable = { account, usage, client: isFirst ? anonymous : { ...anonymous, number } } as BillableCaller;
  const debit = valueOf(prepareDebit(billable, { ...charge, parts: 0 }, NOON_MS));
  const land = () => client.send(new UpdateCommand(usageDebitUpdate(tables.accountsTable, debit)));
  const takeBack = (own = client, nowMs = () => 0) => takeBackDebit(own, tables.accountsTable, debit, nowMs);
  return { debit, land, takeBack };
};

const inDoubtOf = ({ account }: OpenedAccount) =>
  new DynamoDoubtStore(client, tables.accountsTable).listCharges(account.accountId);

/** Runs an action before the client's nth call. */
const beforeWrite = (own: typeof client, actions: Readonly<Record<number, () => Promise<unknown>>>) => {
  let writes = 0;
  own.middlewareStack.add(
    (next) => async (call) => {
      await actions[(writes += 1)]?.();
      return next(call);
    },
    { step: 'initialize', name: 'beforeWrite' },
  );
};

const UNANSWERED: readonly Fault[] = ['answer-lost', 'answer-timed-out', 'reset', 'timeout'];

describe.each(UNANSWERED)('a charge that gets %s', (fault) => {
  test('leaves a period as it was, unopened if it was the first call', async () => {
    const opened = await open();
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    expect([{}, UNOPENED]).toContainEqual(await billedOf(opened));
    valueOf(
      await setAccount(opened.store, opened.account.accountId, { terms: { tokensIncluded: 7 } }, OPERATOR, NOON_MS),
    );
    expect(figuresOf(await processOf(opened).serve()).tokens_included).toBe(7);
    const before = await billedOf(opened);
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    expect(await billedOf(opened)).toEqual(before);
  });

  test('leaves the items of a trial as they were', async () => {
    const opened = await open({ kind: 'trial', planCode: null, terms: {}, trialAllowanceItems: 2 });
    valueOf(await processOf(opened).serve());
    const before = await billedOf(opened, 'TRIAL');
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    expect(await billedOf(opened, 'TRIAL')).toEqual(before);
    valueOf(await processOf(opened).serve());
    expect((await processOf(opened).serve()).ok).toBe(false);
  });

  test('leaves the rest of the cap as it was', async () => {
    // 100 included tokens and one cent make 200 tokens: two calls fit, and 60 tokens are left.
    const opened = await open({ spendingCapCents: 1 });
    valueOf(await processOf(opened).serve());
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    valueOf(await processOf(opened).serve());
    expect((await processOf(opened).serve()).ok).toBe(false);
  });

  test('is taken back once, even if that also fails at first', async () => {
    const opened = await open();
    valueOf(await processOf(opened).serve());
    const before = await billedOf(opened);
    const script = { 1: fault, 2: 'answer-lost', 3: 'throttled', 4: 'answer-timed-out', 5: 'conflict' } as const;
    const { serve, faults } = processOf(opened, faultScript({ UpdateItem: script }));
    await expect(serve()).rejects.toThrow('Injected');
    expect(await billedOf(opened)).toEqual(before);
    expect(faults.injected.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the request of a failed charge', () => {
  const countedOf = async (opened: OpenedAccount) =>
    (await rowOf(opened))?.[`r${NOON_MS / 60_000}`] as number | undefined;
  const chargesMeet =
    (fault: Fault): FaultPlan =>
    ({ operation, input }) =>
      operation === 'UpdateItem' && /#tokens :add_tokens/.test(JSON.stringify(input)) ? fault : undefined;

  test.each(UNANSWERED)('counts once toward the rate limit if the charge gets %s', async (fault) => {
    const opened = await open();
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    expect(await countedOf(opened)).toBe(1);
    await expect(processOf(opened, faultScript({ UpdateItem: { 1: fault } })).serve()).rejects.toThrow('Injected');
    valueOf(await processOf(opened).serve());
    expect(await countedOf(opened)).toBe(3);
  });

  test.each(['throttled', 'throttling', 'conflict'] as const)(
    'counts toward the rate limit if the charge gets %s endlessly',
    async (fault) => {
      const opened = await open();
      await expect(processOf(opened, chargesMeet(fault)).serve()).rejects.toThrow('Injected');
      expect(await countedOf(opened)).toBe(1);
    },
  );

  test('counts only as far as the minute has room', async () => {
    const opened = await open({ terms: { ...TERMS, requestsPerMinute: 1 } });
    valueOf(await processOf(opened).serve());
    await expect(processOf(opened, chargesMeet('throttled')).serve()).rejects.toThrow('Injected');
    expect(await countedOf(opened)).toBe(1);
  });
});

describe('a late charge', () => {
  test('finds itself void after it was taken back, on a new row and on an old one', async () => {
    const opened = await open();
    for (const before of [{}, undefined]) {
      const { land, takeBack } = await debitOf(opened);
      const was = before ?? (await billedOf(opened));
      expect(await takeBack()).toBe('taken_back');
      await expect(land()).rejects.toThrow('conditional');
      expect(await takeBack()).toBe('taken_back');
      expect(await billedOf(opened)).toEqual(was);
      valueOf(await processOf(opened).serve());
    }
  });

  test('is taken back if it is written between two steps', async () => {
    const opened = await open();
    valueOf(await processOf(opened).serve());
    const before = await billedOf(opened);
    const { land, takeBack } = await debitOf(opened);
    const own = testClient(tables.endpoint);
    beforeWrite(own, { 2: land });
    expect(await takeBack(own)).toBe('taken_back');
    expect(await billedOf(opened)).toEqual(before);
  });

  test('stays taken back if two processes take it back concurrently', async () => {
    const opened = await open();
    valueOf(await processOf(opened).serve());
    const before = await billedOf(opened);
    const { land, takeBack } = await debitOf(opened);
    await land();
    expect(await Promise.all([takeBack(), takeBack(), takeBack()])).toEqual(['taken_back', 'taken_back', 'taken_back']);
    expect(await billedOf(opened)).toEqual(before);
  });
});

describe('a research transaction without a response', () => {
  const commit = async (opened: OpenedAccount, plan: FaultPlan) => {
    const caller = (await readCaller(opened)) as BillableCaller;
    const debit = valueOf(prepareDebit(caller, { ...CHARGE, parts: 2 }, NOON_MS));
    const own = testClient(tables.endpoint);
    injectFaults(plan, own);
    const store = new DynamoEnrichmentStore(own, tables.accountsTable);
    const { accountId } = opened.account;
    return store.commit({ accountId, changes: [], usage: { kind: 'debit', debit } });
  };
  const always =
    (fault: Fault): FaultPlan =>
    ({ operation }) =>
      operation === 'TransactWriteItems' ? fault : undefined;

  test.each(['answer-lost', 'answer-timed-out'] as const)(
    'after %s returns the charge for its items; its reserve stays',
    async (fault) => {
      const opened = await open();
      await expect(commit(opened, always(fault))).rejects.toThrow('Injected');
      const reserved = { research: 300_000_000, reserved: 300_000_000, committed: 300_000_000 };
      expect(await billedOf(opened)).toMatchObject({ tokens: 0, items: 0, calls: 0, ...reserved });
      await expect(commit(opened, always(fault))).rejects.toThrow('Injected');
      expect(await billedOf(opened)).toMatchObject({ tokens: 0, items: 0, calls: 0, research: 600_000_000 });
      valueOf(await processOf(opened).serve());
      expect(await billedOf(opened)).toMatchObject({ ...CHARGE, calls: 1, research: 600_000_000 });
    },
  );

  test.each(['throttling', 'conflict'] as const)(
    'returns the charge for its items if a response was lost and its repeat got %s',
    async (fault) => {
      const opened = await open();
      const plan: FaultPlan = ({ operation, occurrence }) =>
        operation === 'TransactWriteItems' ? (occurrence === 1 ? 'answer-lost' : fault) : undefined;
      await expect(commit(opened, plan)).rejects.toThrow();
      expect(await billedOf(opened)).toMatchObject({ tokens: 0, items: 0, calls: 0, reserved: 300_000_000 });
    },
  );

  test.each(['reset', 'timeout'] as const)('after %s leaves nothing, and cannot be written late', async (fault) => {
    const opened = await open();
    await expect(commit(opened, always(fault))).rejects.toThrow('Injected');
    expect([{}, UNOPENED]).toContainEqual(await billedOf(opened));
  });

  test('returns the items of a trial; those it reserved stay', async () => {
    const opened = await open({ kind: 'trial', planCode: null, terms: {}, trialAllowanceItems: 9 });
    await expect(commit(opened, always('answer-lost'))).rejects.toThrow('Injected');
    expect(await billedOf(opened, 'TRIAL')).toEqual({ items: 2, reserved: 2, tokens: 0, calls: 0 });
  });

  test('has nothing to return if it was refused for a lasting conflict', async () => {
    const opened = await open();
    valueOf(await processOf(opened).serve());
    const before = await rowOf(opened);
    await expect(commit(opened, always('conflict'))).rejects.toThrow('Injected');
    expect(await rowOf(opened)).toEqual(before);
  });
});

describe('a process that is killed', () => {
  test('while it takes a charge back leaves the charge complete or gone, and the next attempt finishes', async () => {
    for (const [isLanded, at] of [
      [true, 1],
      [false, 1],
      [false, 2],
    ] as const) {
      for (const fault of ['crash', 'crash-after'] as const) {
        const opened = await open();
        valueOf(await processOf(opened).serve());
        const before = await billedOf(opened);
        const { land, takeBack } = await debitOf(opened);
        if (isLanded) await land();
        const dying = testClient(tables.endpoint, { maxAttempts: 1 });
        injectFaults(({ call }) => (call === at ? fault : undefined), dying);
        let elapsedMs = 0;
        expect(await takeBack(dying, () => (elapsedMs += 1_000))).toBe('gave_up');
        const left = await billedOf(opened);
        expect([before['tokens'], Number(before['tokens']) + CHARGE.tokens]).toContain(left['tokens']);
        expect(await takeBack()).toBe('taken_back');
        expect(await billedOf(opened)).toEqual(before);
      }
    }
  });
});

describe('a busy account', () => {
  test.each([true, false])(
    'has a charge in doubt if the row no longer shows whether it was written (it was: %s)',
    async (isLanded) => {
      const opened = await open();
      valueOf(await processOf(opened).serve());
      const { debit, land, takeBack } = await debitOf(opened);
      if (isLanded) await land();
      for (let call = 0; call < REMEMBERED_DEBITS; call += 1) valueOf(await processOf(opened).serve());
      expect(await takeBack()).toBe('in_doubt');
      await expect(land()).rejects.toThrow('conditional');
      const calls = 17 + Number(isLanded);
      expect(await billedOf(opened)).toMatchObject({ calls, items: calls, tokens: calls * CHARGE.tokens });
      expect(await inDoubtOf(opened)).toEqual([
        {
          accountId: opened.account.accountId,
          usageKey: '2026-11',
          debitId: debit.mark.id,
          amounts: {
            calls: 1,
            ...CHARGE,
            committed: CHARGE.tokens * TERMS.overagePriceNanoUsdPerToken,
            share: { number: '00', day: null },
          },
          minute: NOON_MS / 60_000,
          resolution: undefined,
        },
      ]);
    },
  );

  test('has no charge in doubt for a debit that a row has listed, however many follow', async () => {
    const opened = await open();
    valueOf(await processOf(opened).serve());
    const { land, takeBack } = await debitOf(opened);
    const own = testClient(tables.endpoint);
    beforeWrite(own, {
      2: land,
      3: async () => {
        for (let call = 0; call < REMEMBERED_DEBITS; call += 1) valueOf(await processOf(opened).serve());
      },
    });
    expect(await takeBack(own)).toBe('taken_back');
    expect(await billedOf(opened)).toMatchObject({ calls: 17, items: 17, tokens: 17 * CHARGE.tokens });
  });

  test.each([REMEMBERED_DEBITS - 1, REMEMBERED_DEBITS])(
    'has no silent charge if one lands between two steps and %s calls follow before the void',
    async (followers) => {
      const opened = await open();
      valueOf(await processOf(opened).serve());
      const { land, takeBack } = await debitOf(opened);
      const own = testClient(tables.endpoint);
      beforeWrite(own, {
        2: async () => {
          await land();
          for (let call = 0; call < followers; call += 1) valueOf(await processOf(opened).serve());
        },
      });
      const isKnown = followers < REMEMBERED_DEBITS;
      expect(await takeBack(own)).toBe(isKnown ? 'taken_back' : 'in_doubt');
      const inDoubt = await inDoubtOf(opened);
      expect(inDoubt).toHaveLength(isKnown ? 0 : 1);
      const calls = 1 + followers + inDoubt.length;
      expect(await billedOf(opened)).toMatchObject({ calls, tokens: calls * CHARGE.tokens });
    },
  );

  test.each([REMEMBERED_DEBITS, REMEMBERED_DEBITS + 1])(
    'has no silent charge if %s first calls of a period land unanswered and the first is taken back last',
    async (count) => {
      const opened = await open();
      const debits = [];
      for (let call = 0; call < count; call += 1) debits.push(await debitOf(opened));
      for (const { land } of debits) await land();
      const outcomes = [];
      for (const { takeBack } of debits.toReversed()) outcomes.push(await takeBack());
      const isKnown = count === REMEMBERED_DEBITS;
      expect(outcomes.at(-1)).toBe(isKnown ? 'taken_back' : 'in_doubt');
      expect(new Set(outcomes.slice(0, -1))).toEqual(new Set(['taken_back']));
      expect(await inDoubtOf(opened)).toHaveLength(isKnown ? 0 : 1);
      if (isKnown) expect(await billedOf(opened)).toEqual({});
      else expect(await billedOf(opened)).toMatchObject({ calls: 1, ...CHARGE });
    },
  );

  test.each([REMEMBERED_DEBITS - 1, REMEMBERED_DEBITS + 1])(
    'never has a negative figure after %s small charges landed unanswered and a large one did not land',
    async (count) => {
      const opened = await open();
      const large = await debitOf(opened, { tokens: count * CHARGE.tokens, items: 1 });
      const debits = [];
      for (let call = 0; call < count; call += 1) debits.push(await debitOf(opened));
      for (const { land } of debits) await land();
      const isKnown = count < REMEMBERED_DEBITS;
      expect(await large.takeBack()).toBe(isKnown ? 'taken_back' : 'in_doubt');
      for (const { takeBack } of debits.toReversed()) await takeBack();
      const { tokens = 0, committed = 0 } = await billedOf(opened);
      expect(Math.min(Number(tokens), Number(committed))).toBeGreaterThanOrEqual(0);
      expect(tokens).toBe(
        (await inDoubtOf(opened)).filter(({ debitId }) => debitId !== large.debit.mark.id).length * CHARGE.tokens,
      );
      expect(figuresOf(await processOf(opened).serve()).tokens_used_this_period).toBe(Number(tokens) + CHARGE.tokens);
    },
  );

  test('has its charge in doubt recorded once, even if the answer to that write is lost', async () => {
    const opened = await open();
    const { takeBack } = await debitOf(opened);
    for (let call = 0; call < REMEMBERED_DEBITS; call += 1) valueOf(await processOf(opened).serve());
    const own = testClient(tables.endpoint, { maxAttempts: 1 });
    injectFaults(
      ({ operation, occurrence }) =>
        operation === 'TransactWriteItems' && occurrence === 1 ? 'answer-lost' : undefined,
      own,
    );
    expect(await takeBack(own)).toBe('in_doubt');
    expect(await inDoubtOf(opened)).toHaveLength(1);
  });

  test('is billed the tokens that its responses state, for any history of failures', async () => {
    const faults = fc.constantFrom<Fault | undefined>(undefined, undefined, ...UNANSWERED, 'throttled', 'conflict');
    const calls = fc.array(
      fc.record({
        tokens: fc.integer({ min: 1, max: 400 }),
        items: fc.integer({ min: 1, max: 3 }),
        at: fc.array(faults, { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 12 },
    );
    const situation = fc.record({
      kind: fc.constantFrom('live' as const, 'trial' as const),
      atOnce: fc.boolean(),
      spendingCapCents: fc.option(fc.integer({ min: 0, max: 5 })),
      calls,
    });
    await fc.assert(
      fc.asyncProperty(situation, async ({ kind, atOnce, spendingCapCents, calls }) => {
        const opened = await open({ kind, spendingCapCents, trialAllowanceItems: 12 });
        const sum = { tokens: 0, items: 0, calls: 0 };
        const serve = async ({ tokens, items, at }: (typeof calls)[number]) => {
          const { serve } = processOf(opened, ({ occurrence }) => at[occurrence - 1]);
          const outcome = await serve({ tokens, items }).catch(() => undefined);
          if (outcome?.ok !== true) return;
          if (kind === 'live') expect(outcome.value.figures.tokens_billed).toBe(tokens);
          sum.tokens += tokens;
          sum.items += items;
          sum.calls += 1;
        };
        if (atOnce) await Promise.all(calls.map(serve));
        else for (const call of calls) await serve(call);
        const {
          tokens = 0,
          items = 0,
          calls: billed = 0,
          committed = 0,
          price = 50_000,
        } = await billedOf(opened, kind === 'trial' ? 'TRIAL' : undefined);
        expect({ tokens, items, calls: billed }).toEqual(sum);
        if (kind === 'live') expect(committed).toBe(tokens * price);
      }),
      { numRuns: cases(60) },
    );
  }, 600_000);
});

describe('the usage row', () => {
  test('stays within one write unit with its full list of debits', async () => {
    const opened = await open({ spendingCapCents: 1_000_000 });
    for (let call = 0; call < REMEMBERED_DEBITS + 2; call += 1) valueOf(await processOf(opened).serve());
    const caller = await readCaller(opened);
    const debit = valueOf(prepareDebit(caller as BillableCaller, { ...CHARGE, parts: 1 }, NOON_MS));
    const { ConsumedCapacity } = await client.send(
      new UpdateCommand({ ...usageDebitUpdate(tables.accountsTable, debit), ReturnConsumedCapacity: 'TOTAL' }),
    );
    expect(ConsumedCapacity?.CapacityUnits).toBe(1);
    expect(JSON.stringify(await rowOf(opened)).length).toBeLessThan(800);
  });

  test('drops entries that were voided more than an hour ago', async () => {
    const opened = await open();
    const key = usageKey(opened.account.accountId, '2026-11');
    const old = { v1: NOON_MS / 60_000 - 60, v2: NOON_MS / 60_000 - 59 };
    await client.send(
      new UpdateCommand({
        TableName: tables.accountsTable,
        Key: key,
        UpdateExpression: 'SET v1 = :one, v2 = :two',
        ExpressionAttributeValues: { ':one': old.v1, ':two': old.v2 },
      }),
    );
    valueOf(await processOf(opened).serve());
    const { debit, takeBack } = await debitOf(opened);
    expect(await takeBack()).toBe('taken_back');
    const voids = Object.entries((await rowOf(opened)) ?? {}).filter(([name]) => name.startsWith('v'));
    expect(Object.fromEntries(voids)).toEqual({ v2: old.v2, [`v${debit.mark.id}`]: NOON_MS / 60_000 });
  });
});
