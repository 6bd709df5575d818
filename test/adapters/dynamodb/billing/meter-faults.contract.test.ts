import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { DynamoUsageStore } from '../../../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import { NOON_MS, openAccount } from '../../../support/fixtures/accounts.ts';
import { figuresOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import {
  faultScript,
  injectFaults,
  seededFaults,
  type Fault,
  type FaultPlan,
} from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const CHARGE = { tokens: 120, items: 1 };

describe('the meter during storage failures', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let reports: DynamoAccountReports;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    reports = new DynamoAccountReports(client, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  /** A capped account, and one process that serves it with clients with the faults of the plan. */
  const open = async (plan: FaultPlan, spendingCapCents: number | null = 10_000) => {
    const opened = await openAccount(client, tables.accountsTable, { spendingCapCents });
    const reading = testClient(tables.endpoint);
    const metering = testClient(tables.endpoint, { maxAttempts: 1 });
    const faults = injectFaults(plan, reading, metering);
    const clients = new DynamoClientStore(reading, tables.accountsTable);
    const usageStore = new DynamoUsageStore(metering, tables.accountsTable);
    const serve = async () => {
      const caller = await clients.readCaller(opened.client, NOON_MS);
      if (caller === undefined) throw new Error('not stored');
      return meterCall(usageStore, caller as BillableCaller, CHARGE, NOON_MS);
    };
    const counted = async () =>
      (await reports.readUsageHistory(opened.account.accountId)).periods.get('2026-11')?.tokens ?? 0;
    const doubts = () => new DynamoDoubtStore(client, tables.accountsTable).listCharges(opened.account.accountId);
    return { serve, counted, doubts, faults };
  };

  test.each<Fault>(['throttled', 'throttling', 'conflict'])(
    'retries after %s, which proves that nothing was written: served and billed once',
    async (fault) => {
      const { serve, counted } = await open(faultScript({ UpdateItem: { 1: fault, 2: fault, 3: fault } }));
      expect(figuresOf(await serve()).tokens_used_this_period).toBe(120);
      expect(await counted()).toBe(120);
    },
  );

  test.each<Fault>(['throttled', 'conflict'])(
    'fails with an internal error after endless %s, never with the cap or a rate limit',
    async (fault) => {
      const { serve, counted } = await open(({ operation }) => (operation === 'UpdateItem' ? fault : undefined));
      await expect(serve()).rejects.toThrow('Injected');
      expect(await counted()).toBe(0);
    },
  );

  test.each<Fault>(['answer-lost', 'answer-timed-out'])(
    'returns no data after %s following the write, and takes the charge back',
    async (fault) => {
      const { serve, counted } = await open(faultScript({ UpdateItem: { 1: fault } }));
      await expect(serve()).rejects.toThrow('Injected');
      expect(await counted()).toBe(0);
    },
  );

  test.each<Fault>(['timeout', 'reset'])(
    'returns no data and charges nothing after %s before the write',
    async (fault) => {
      const { serve, counted } = await open(faultScript({ UpdateItem: { 1: fault } }));
      await expect(serve()).rejects.toThrow('Injected');
      expect(await counted()).toBe(0);
    },
  );

  test('never returns data without its charge after a crash at any storage call, and charges at most once without data', async () => {
    for (const fault of ['crash', 'crash-after'] as const) {
      for (let at = 1; at <= 3; at += 1) {
        const { serve, counted, faults } = await open(({ call }) => (call === at ? fault : undefined));
        const served = await serve().then(
          (outcome) => outcome.ok,
          () => false,
        );
        const charges = (await counted()) / CHARGE.tokens;
        expect(charges).toBeGreaterThanOrEqual(served ? 1 : 0);
        expect(charges).toBeLessThanOrEqual(1);
        if (!faults.crashed) expect([served, faults.callCount]).toEqual([true, at - 1]);
      }
    }
  });

  test('requests unprocessed rows again, and never treats an account as missing', async () => {
    const { serve } = await open(faultScript({ BatchGetItem: { 1: { unprocessed: 4 }, 2: { unprocessed: 1 } } }));
    expect((await serve()).ok).toBe(true);
  });

  test('bills what was served under 150 calls with failures everywhere, and beyond that only charges in doubt', async () => {
    const faults: Fault[] = ['throttled', 'conflict', 'answer-lost', 'reset', { unprocessed: 2 }];
    // 10,000,000 tokens are included, so a cap of 0 would have no effect; the store's own tests cover the cap.
    const { serve, counted, doubts, faults: met } = await open(seededFaults(7, 0.3, faults));
    const outcomes = await Promise.all(Array.from({ length: 150 }, () => serve().catch(() => undefined)));
    const served = outcomes.filter((outcome) => outcome?.ok === true).length;
    const charges = (await counted()) / CHARGE.tokens;
    const { length: inDoubt } = await doubts();
    expect(served).toBeGreaterThan(50);
    expect(charges).toBeLessThanOrEqual(served + inDoubt);
    // These faults prevented the write; among so many concurrent calls they no longer show.
    const unanswered = met.injected.filter(
      ({ operation, fault }) => operation === 'UpdateItem' && (fault === 'reset' || typeof fault === 'object'),
    );
    expect(charges).toBeGreaterThanOrEqual(served);
    expect(charges).toBeGreaterThanOrEqual(served + inDoubt - unanswered.length);
    expect(outcomes.some((outcome) => outcome?.ok === false)).toBe(false);
  });
});
