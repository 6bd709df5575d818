import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { readRefusingRow } from '../../../../adapters/dynamodb/billing/usage-rows.ts';
import {
  usageDebitUpdate,
  usageSettleUpdate,
  type Settlement,
} from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import {
  repriceDebit,
  refusedByKnownUsage,
  prepareDebit,
  usageKeyOf,
  type UsageDebit,
  type BillableCaller,
} from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { periodCostNanoUsd } from '../../../../core/billing/meter/spending-cap.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { centsToNanoUsd, RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { figuresOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';
import { cases } from '../../../support/cases.ts';

describe('reserves and settlements on usage rows', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let clients: DynamoClientStore;
  let usageStore: DynamoUsageStore;
  let reports: DynamoAccountReports;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    clients = new DynamoClientStore(client, tables.accountsTable);
    usageStore = new DynamoUsageStore(testClient(tables.endpoint, { maxAttempts: 1 }), tables.accountsTable);
    reports = new DynamoAccountReports(client, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  const open = (wanted: Parameters<typeof openAccount>[2]) => openAccount(client, tables.accountsTable, wanted);
  const billableOf = async (opened: OpenedAccount, nowMs = NOON_MS) =>
    (await clients.readCaller(opened.client, nowMs)) as unknown as BillableCaller;
  const history = async ({ account }: OpenedAccount) => reports.readUsageHistory(account.accountId);
  const usageOf = async (opened: OpenedAccount, key = '2026-11') => (await history(opened)).periods.get(key);

  /** Reserves in a transaction, as request_enrichment does. A conflict proves that nothing was written. */
  const transact = async (update: ReturnType<typeof usageDebitUpdate>) => {
    for (;;) {
      try {
        await client.send(new TransactWriteCommand({ TransactItems: [{ Update: update }] }));
        return { written: true } as const;
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw error;
        const [reason] = error.CancellationReasons ?? [];
        if (reason?.Code === 'ConditionalCheckFailed') return { written: false, item: reason.Item } as const;
      }
    }
  };
  const settle = async (settlement: Settlement) =>
    (await transact(usageSettleUpdate(tables.accountsTable, settlement))).written;
  const reserve = async (debit: UsageDebit) => transact(usageDebitUpdate(tables.accountsTable, debit));

  test('open the period with a reserve as the first write, and the meter continues from there', async () => {
    const terms = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 100_000 };
    const opened = await open({ terms, spendingCapCents: 31 });
    const billable = await billableOf(opened);
    const debit = valueOf(prepareDebit(billable, { tokens: 150, items: 1, parts: 2 }, NOON_MS));
    // 50 tokens of overage cost half a cent and two parts 30 cents: 30.5 of 31 cents.
    expect((await reserve(debit)).written).toBe(true);
    expect(await usageOf(opened)).toEqual<PeriodUsage>({
      tokens: 150,
      items: 1,
      calls: 1,
      researchNanoUsd: 300_000_000,
      reservedNanoUsd: 300_000_000,
      chargedNanoUsd: 0,
      committedNanoUsd: 315_000_000,
      priceNanoUsdPerToken: 100_000,
      tokensIncluded: 100,
    });
    const over = await meterCall(usageStore, billable, { tokens: 51, items: 1 }, NOON_MS);
    expect(over).toEqual({ ok: false, reason: { kind: 'spending_cap_reached' } });
    expect((await meterCall(usageStore, billable, { tokens: 50, items: 1 }, NOON_MS)).ok).toBe(true);
  });

  test('limit a reserve by the cap on a row that only the meter wrote to', async () => {
    const opened = await open({ spendingCapCents: 29 });
    valueOf(await meterCall(usageStore, await billableOf(opened), { tokens: 10, items: 1 }, NOON_MS));
    const billable = await billableOf(opened);
    const two = valueOf(prepareDebit(billable, { tokens: 0, items: 0, parts: 2 }, NOON_MS));
    expect((await reserve(two)).written).toBe(false);
    const one = valueOf(prepareDebit(billable, { tokens: 0, items: 0, parts: 1 }, NOON_MS));
    expect((await reserve(one)).written).toBe(true);
    expect((await reserve(one)).written).toBe(false);
  });

  test('refuse exactly the debits that the rule refuses, for any history, cap and terms', async () => {
    const amounts = fc.record({ tokens: fc.integer({ min: 0, max: 500 }), parts: fc.integer({ min: 0, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 120 }),
        fc.constantFrom(0, 90_000, 2_500_000),
        fc.constantFrom(0, 300, 100_000),
        fc.array(amounts, { minLength: 1, maxLength: 4 }),
        async (spendingCapCents, overagePriceNanoUsdPerToken, tokensIncluded, wants) => {
          const terms = { tokensIncluded, overagePriceNanoUsdPerToken };
          const opened = await open({ terms, spendingCapCents });
          for (const want of wants) {
            const billable = await billableOf(opened);
            const debit = valueOf(prepareDebit(billable, { ...want, items: 1 }, NOON_MS));
            expect((await reserve(debit)).written).toBe(refusedByKnownUsage(debit, billable.usage) === undefined);
          }
        },
      ),
      { numRuns: cases(60) },
    );
  });

  test('return the row against which a canceled reserve was tested, so that it can be decided again', async () => {
    const opened = await open({
      terms: { tokensIncluded: 100, overagePriceNanoUsdPerToken: 5 },
      spendingCapCents: 100,
    });
    const stale = await billableOf(opened);
    valueOf(
      await setAccount(opened.store, opened.account.accountId, { terms: { tokensIncluded: 7 } }, OPERATOR, NOON_MS),
    );
    valueOf(await meterCall(usageStore, await billableOf(opened), { tokens: 1, items: 1 }, NOON_MS));
    const debit = valueOf(prepareDebit(stale, { tokens: 0, items: 0, parts: 1 }, NOON_MS));
    const refused = await reserve(debit);
    if (refused.written) throw new Error('it was written on the wrong terms');
    const again = repriceDebit(debit, stale.account, readRefusingRow(usageKeyOf(debit), refused.item));
    expect((await reserve(valueOf(again))).written).toBe(true);
  });

  test('charge a found part, release one that was not found, and settle nothing twice', async () => {
    const opened = await open({ spendingCapCents: 45 });
    const { accountId } = opened.account;
    const debit = valueOf(prepareDebit(await billableOf(opened), { tokens: 0, items: 0, parts: 2 }, NOON_MS));
    expect((await reserve(debit)).written).toBe(true);
    const usageKey = usageKeyOf(debit);
    expect(await settle({ accountId, usageKey, parts: 1, outcome: 'found' })).toBe(true);
    expect(await settle({ accountId, usageKey, parts: 1, outcome: 'released' })).toBe(true);
    expect(await settle({ accountId, usageKey, parts: 1, outcome: 'found' })).toBe(false);
    expect(await settle({ accountId, usageKey, parts: 1, outcome: 'released' })).toBe(false);
    expect(await usageOf(opened)).toMatchObject({
      researchNanoUsd: RESEARCH_PRICE_NANO_USD,
      reservedNanoUsd: 0,
      chargedNanoUsd: RESEARCH_PRICE_NANO_USD,
      committedNanoUsd: RESEARCH_PRICE_NANO_USD,
    });
  });

  test('ignore a settlement of a row that does not exist', async () => {
    const opened = await open({});
    const { accountId } = opened.account;
    expect(await settle({ accountId, usageKey: '2026-11', parts: 1, outcome: 'released' })).toBe(false);
    expect((await history(opened)).periods.size).toBe(0);
  });

  test('reserve items of a trial’s allowance for research and release them if nothing is found', async () => {
    const opened = await open({ planCode: null, kind: 'trial', trialAllowanceItems: 3, trialResearchAllowed: true });
    const { accountId } = opened.account;
    const billable = await billableOf(opened);
    const debit = valueOf(prepareDebit(billable, { tokens: 0, items: 0, parts: 2 }, NOON_MS));
    expect((await reserve(debit)).written).toBe(true);
    expect((await reserve(debit)).written).toBe(false);
    expect(await settle({ accountId, usageKey: 'TRIAL', parts: 1, outcome: 'found' })).toBe(true);
    expect(await settle({ accountId, usageKey: 'TRIAL', parts: 1, outcome: 'released' })).toBe(true);
    expect(await settle({ accountId, usageKey: 'TRIAL', parts: 1, outcome: 'released' })).toBe(false);
    expect((await history(opened)).trial).toEqual({ items: 1, reservedItems: 0, tokens: 0, calls: 1 });
  });

  test('never exceed the cap under 120 concurrent calls, reserves and settlements, and every sum is exact', async () => {
    const capCents = 200;
    const terms = { tokensIncluded: 2_000, overagePriceNanoUsdPerToken: 100_000 };
    const opened = await open({ terms, spendingCapCents: capCents });
    const { accountId } = opened.account;
    const wants = Array.from({ length: 120 }, (_, index) =>
      index % 5 === 0 ? { tokens: 0, parts: 1 + (index % 3) } : { tokens: 1 + ((index * 7919) % 600), parts: 0 },
    );
    let billed = 0;
    const meter = async (tokens: number, billable: Awaited<ReturnType<typeof billableOf>>) => {
      const metered = await meterCall(usageStore, billable, { tokens, items: 1 }, NOON_MS);
      if (metered.ok) billed += metered.value.figures.tokens_billed;
    };
    await Promise.all(
      wants.map(async ({ tokens, parts }, index) => {
        const billable = await billableOf(opened);
        if (parts === 0) return meter(tokens, billable);
        const debit = prepareDebit(billable, { tokens, items: 0, parts }, NOON_MS);
        if (!debit.ok || !(await reserve(debit.value)).written) return;
        const usageKey = usageKeyOf(debit.value);
        const outcome = index % 2 === 0 ? 'found' : 'released';
        expect(await settle({ accountId, usageKey, parts, outcome })).toBe(true);
      }),
    );
    // A debit that was refused only for a reserve released later fits now.
    for (const { tokens } of wants) if (tokens > 0) await meter(tokens, await billableOf(opened));
    const usage = await usageOf(opened);
    if (usage === undefined) throw new Error('nothing was billed');
    expect(usage.tokens).toBe(billed);
    expect(periodCostNanoUsd(usage)).toBeLessThanOrEqual(centsToNanoUsd(capCents));
    expect(periodCostNanoUsd(usage)).toBeGreaterThan(centsToNanoUsd(capCents) * 0.9);
    expect(usage.reservedNanoUsd).toBe(0);
    expect(usage.researchNanoUsd).toBe(usage.chargedNanoUsd);
    expect(usage.committedNanoUsd).toBe(usage.tokens * usage.priceNanoUsdPerToken + usage.researchNanoUsd);
  });

  test('write 50 calls over the end of a period, with settlements of the old one, each to its own period', async () => {
    const opened = await open({ anchorDay: 19 });
    const { accountId } = opened.account;
    const endMs = Date.UTC(2026, 10, 19);
    const reserved = valueOf(
      prepareDebit(await billableOf(opened, endMs - 60_000), { tokens: 0, items: 0, parts: 10 }, endMs - 60_000),
    );
    expect(usageKeyOf(reserved)).toBe('2026-10');
    expect((await reserve(reserved)).written).toBe(true);
    const calls = Array.from({ length: 50 }, async (_, index) => {
      const atMs = endMs - 25 + index;
      // The call is read before the end of the period and may be billed after it: calls may span midnight.
      const figures = figuresOf(
        await meterCall(usageStore, await billableOf(opened, endMs - 30), { tokens: 100 + index, items: 1 }, atMs),
      );
      return { atMs, tokens: figures.tokens_billed };
    });
    const settlements = Array.from({ length: 10 }, (_, index) =>
      settle({ accountId, usageKey: '2026-10', parts: 1, outcome: index < 4 ? 'found' : 'released' }),
    );
    const [billed] = await Promise.all([Promise.all(calls), Promise.all(settlements)]);
    const sum = (from: number, to: number) =>
      billed.filter(({ atMs }) => atMs >= from && atMs < to).reduce((total, { tokens }) => total + tokens, 0);
    const { periods } = await history(opened);
    expect([...periods.keys()]).toEqual(['2026-10', '2026-11']);
    expect(periods.get('2026-10')).toMatchObject({
      tokens: sum(0, endMs),
      calls: 26,
      chargedNanoUsd: 4 * RESEARCH_PRICE_NANO_USD,
      researchNanoUsd: 4 * RESEARCH_PRICE_NANO_USD,
      reservedNanoUsd: 0,
    });
    expect(periods.get('2026-11')).toMatchObject({ tokens: sum(endMs, Infinity), calls: 25, researchNanoUsd: 0 });
  });
});
