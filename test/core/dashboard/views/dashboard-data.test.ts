import { expect, test } from 'vitest';
import {
  capData,
  callsOfPeriod,
  daysOfPeriod,
  keyData,
  periodList,
  spendingData,
  type DayData,
} from '../../../../core/dashboard/views/dashboard-data.ts';
import type { Budget } from '../../../../core/billing/plans/budget.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

const KEY = 'cli_live_0123456789_000000000000';
const TEST_KEY = 'cli_test_0123456789_000000000000';

test('the cost of a period is the charged amount, without the reserve of open enrichment requests', () => {
  const { usage } = callerIn({
    periods: { '2026-11': { researchNanoUsd: 900_000_000, reservedNanoUsd: 150_000_000 } },
  });
  expect(periodList(usage)).toMatchObject([{ research_usd: '$0.75', cost_usd: '$0.75' }]);
});

test('the calls of the current period are those of its keys, without test keys', () => {
  const { account, usage } = callerIn({ periods: { '2026-11': { calls: 18 } } });
  const day = (clientId: string, billed: number, calls: number): DayData => ({
    ...{ day: '2026-11-18', client_id: clientId, tokens: 0, billed_calls: billed, calls },
  });
  const days = [day(KEY, 17, 33), day(TEST_KEY, 0, 50)];
  expect(callsOfPeriod(account, usage, days, NOON_MS)).toEqual({ billed: 18, all: 34 });
  expect(callsOfPeriod(account, { ...usage, periods: new Map() }, days, NOON_MS)).toEqual({ billed: 0, all: 33 });
});

test('the days of the current period are those since its first, with the use of each key summed over its assistants', () => {
  const { account } = callerIn({ account: { anchorDay: 15 } });
  const use = (day: string, clientId: string, calls: number) => ({
    ...{ clientId, name: 'Shop', day, lastUsedMs: 0, tokens: 10, billed: 1, calls },
  });
  const days = [
    use('2026-11-16', KEY, 1),
    use('2026-11-15', KEY, 2),
    use('2026-11-14', KEY, 4),
    use('2026-11-16', KEY, 8),
  ];
  expect(daysOfPeriod(account, days, NOON_MS)).toEqual([
    { day: '2026-11-15', client_id: KEY, tokens: 10, billed_calls: 1, calls: 2 },
    { day: '2026-11-16', client_id: KEY, tokens: 20, billed_calls: 2, calls: 9 },
  ]);
});

test('the cap is used up by what is spent and reserved, in whole percent; a cap of nothing is used up at once', () => {
  const { account, usage } = callerIn({
    account: { spendingCapCents: 300 },
    periods: {
      '2026-11': { researchNanoUsd: 1_000_000_000, reservedNanoUsd: 150_000_000, chargedNanoUsd: 850_000_000 },
    },
  });
  expect(capData(account, usage, NOON_MS)).toEqual({
    cap_cents: 300,
    cap_usd: '$3.00',
    spent_usd: '$0.85',
    tokens_usd: '$0.00',
    research_usd: '$0.85',
    reserved_usd: '$0.15',
    left_usd: '$2.00',
    used_percent: 33,
  });
  expect(capData({ ...account, spendingCapCents: 0 }, usage, NOON_MS).used_percent).toBe(100);
  expect(capData({ ...account, spendingCapCents: null }, usage, NOON_MS)).toMatchObject({
    ...{ cap_usd: null, left_usd: null, used_percent: null },
  });
});

test('spending is that of a live key in force; a test key and a revoked one have none', () => {
  const budget: Budget = { every: 'day', tokens: 500, researchCents: null };
  const { account, usage, client } = callerIn();
  const bounded = { ...account, budgets: new Map([['00', budget]]), clientsNumbered: 1 };
  const live = { ...client, number: '00' };
  expect(spendingData(bounded, live, usage, NOON_MS)).toMatchObject({
    budget: { every: 'day', tokens: 500, research_cents: null },
    as_all_sign_ins: false,
    day: { tokens: 0, resets_at: '2026-11-19T00:00:00.000Z' },
    period: { tokens: 0, resets_at: '2026-12-01T00:00:00.000Z' },
  });
  expect(spendingData({ ...bounded, budgets: new Map() }, live, usage, NOON_MS)?.budget).toBeNull();
  expect(spendingData(bounded, { ...live, revokedAtMs: NOON_MS }, usage, NOON_MS)).toBeNull();
  expect(spendingData(account, callerIn({ kind: 'test' }).client, usage, NOON_MS)).toBeNull();
});

test('a key is shown by its permissions, never with a secret', () => {
  const { client } = callerIn();
  expect(keyData({ ...client, revokedAtMs: NOON_MS })).toEqual({
    ...{ client_id: KEY, name: 'Test key', kind: 'live', permissions: expect.any(Array) as unknown },
    ...{ created_at: '1970-01-01T00:00:00.000Z', revoked_at: '2026-11-18T12:00:00.000Z' },
  });
});
