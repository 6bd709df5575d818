import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import type { UsageFigures } from '../../../../core/billing/accounts/usage.ts';
import { usageStoreContract } from '../../../core/billing/meter/usage-store-contract.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { figuresOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const KEY = '2026-11';

describe('the meter on DynamoDB', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let usageStore: DynamoUsageStore;
  let clients: DynamoClientStore;
  let reports: DynamoAccountReports;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    usageStore = new DynamoUsageStore(testClient(tables.endpoint, { maxAttempts: 1 }), tables.accountsTable);
    clients = new DynamoClientStore(client, tables.accountsTable);
    reports = new DynamoAccountReports(client, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  const open = (wanted: Parameters<typeof openAccount>[2]) => openAccount(client, tables.accountsTable, wanted);
  const callerOf = async (opened: OpenedAccount, nowMs = NOON_MS) => {
    const caller = await clients.readCaller(opened.client, nowMs);
    if (caller === undefined) throw new Error('the caller is not stored');
    return caller as BillableCaller;
  };
  const periodOf = async (opened: OpenedAccount, key = KEY) =>
    (await reports.readUsageHistory(opened.account.accountId)).periods.get(key);

  usageStoreContract(() => usageStore);

  test('serves exactly 37 of 200 concurrent calls on a cap for 37, and counts the billed tokens', async () => {
    const tokens = 1000;
    const terms = { tokensIncluded: 5_500, overagePriceNanoUsdPerToken: 10_000, requestsPerMinute: 10_000 };
    // There are 5,500 included tokens and 31.5 calls of one cent: 37 calls fit, and half a call is left.
    const opened = await open({ terms, spendingCapCents: 32 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async () =>
        meterCall(usageStore, await callerOf(opened), { tokens, items: 2 }, NOON_MS),
      ),
    );
    const served = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.figures] : []));
    const refused = outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.reason.kind]));
    expect(served).toHaveLength(37);
    expect(new Set(refused)).toEqual(new Set(['spending_cap_reached']));
    const row = await periodOf(opened);
    expect(row).toMatchObject({
      tokens: 37_000,
      items: 74,
      calls: 37,
      committedNanoUsd: 370_000_000,
      researchNanoUsd: 0,
    });
    expect(served.reduce((sum, figures) => sum + figures.tokens_billed, 0)).toBe(37_000);
    const seen = served.map((figures) => figures.tokens_used_this_period ?? 0).sort((a, b) => a - b);
    expect(seen).toEqual(Array.from({ length: 37 }, (_, index) => (index + 1) * tokens));
  });

  test('refuses even the first call of a period if it alone would exceed the cap', async () => {
    const opened = await open({
      terms: { tokensIncluded: 10, overagePriceNanoUsdPerToken: 1_000_000 },
      spendingCapCents: 1,
    });
    const big = await meterCall(usageStore, await callerOf(opened), { tokens: 100, items: 1 }, NOON_MS);
    expect(big).toEqual({ ok: false, reason: { kind: 'spending_cap_reached' } });
    expect(await periodOf(opened)).toBeUndefined();
    const fitting = await meterCall(usageStore, await callerOf(opened), { tokens: 20, items: 1 }, NOON_MS);
    expect(fitting.ok).toBe(true);
  });

  test('keeps price and included tokens of the period’s first billed call; a new cap applies immediately', async () => {
    const opened = await open({ terms: { tokensIncluded: 100, overagePriceNanoUsdPerToken: 50_000 } });
    const stale = await callerOf(opened);
    valueOf(await meterCall(usageStore, stale, { tokens: 100, items: 1 }, NOON_MS));
    valueOf(
      await setAccount(
        opened.store,
        opened.account.accountId,
        { terms: { tokensIncluded: 5_000, overagePriceNanoUsdPerToken: 1 }, spendingCapCents: 1 },
        OPERATOR,
        NOON_MS,
      ),
    );
    // 200 tokens at the frozen price cost exactly one cent; 201 cost more.
    const over = await meterCall(usageStore, await callerOf(opened), { tokens: 201, items: 1 }, NOON_MS);
    expect(over).toEqual({ ok: false, reason: { kind: 'spending_cap_reached' } });
    const figures = figuresOf(await meterCall(usageStore, await callerOf(opened), { tokens: 200, items: 1 }, NOON_MS));
    expect(figures).toEqual<UsageFigures>({
      tokens_billed: 200,
      tokens_used_this_period: 300,
      tokens_included: 100,
      records_estimate_remaining: 0,
    });
    // The next period opens with the new terms.
    const later = NOON_MS + 30 * 86_400_000;
    const next = figuresOf(await meterCall(usageStore, await callerOf(opened, later), { tokens: 40, items: 1 }, later));
    expect(next).toMatchObject({ tokens_used_this_period: 40, tokens_included: 5_000 });
  });

  test('bills a caller that was read earlier by the terms with which the period was opened in the meantime', async () => {
    const opened = await open({ terms: { tokensIncluded: 100, overagePriceNanoUsdPerToken: 50_000 } });
    const stale = await callerOf(opened);
    valueOf(
      await setAccount(opened.store, opened.account.accountId, { terms: { tokensIncluded: 7 } }, OPERATOR, NOON_MS),
    );
    valueOf(await meterCall(usageStore, await callerOf(opened), { tokens: 10, items: 1 }, NOON_MS));
    const figures = figuresOf(await meterCall(usageStore, stale, { tokens: 10, items: 1 }, NOON_MS));
    expect(figures).toMatchObject({ tokens_included: 7, tokens_used_this_period: 20 });
    expect((await periodOf(opened))?.committedNanoUsd).toBe(20 * 50_000);
  });

  test('counts items of free-trial keys to the last of the allowance, even if calls run concurrently', async () => {
    const opened = await open({ planCode: null, kind: 'trial', trialAllowanceItems: 25 });
    const outcomes = await Promise.all(
      Array.from({ length: 40 }, async () =>
        meterCall(usageStore, await callerOf(opened), { tokens: 500, items: 2 }, NOON_MS),
      ),
    );
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(12);
    expect(outcomes.flatMap((outcome) => (outcome.ok ? [] : [outcome.reason.kind]))).toEqual(
      Array(28).fill('trial_limit_reached'),
    );
    const last = figuresOf(await meterCall(usageStore, await callerOf(opened), { tokens: 500, items: 1 }, NOON_MS));
    expect(last).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: 0,
    });
  });
});
