import { describe, expect, test } from 'vitest';
import { tokensPerRecord, usageFigures } from '../../../../core/billing/meter/usage-figures.ts';
import { callerIn, NOON_MS, type CallerSituation } from '../../../support/fixtures/callers.ts';

describe('the figures of a free call', () => {
  test('show a live key its period', () => {
    const caller = callerIn({ periods: { '2026-11': { tokens: 4_000_000, items: 20_000 } } });
    expect(usageFigures(caller, NOON_MS)).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: 4_000_000,
      tokens_included: 10_000_000,
      records_estimate_remaining: 30_000,
    });
  });

  test('show the included tokens frozen when the period opened', () => {
    const caller = callerIn({ periods: { '2026-11': { tokens: 5, items: 1, tokensIncluded: 1_000 } } });
    expect(usageFigures(caller, NOON_MS).tokens_included).toBe(1_000);
  });

  test('estimate a period without items from the previous one, and estimate nothing without that', () => {
    const before = { '2026-10': { tokens: 1_000, items: 10 } };
    expect(usageFigures(callerIn({ periods: before }), NOON_MS)).toMatchObject({
      tokens_used_this_period: 0,
      records_estimate_remaining: 100_000,
    });
    expect(usageFigures(callerIn(), NOON_MS).records_estimate_remaining).toBeNull();
  });

  test('show as overage the items that the cap still pays for, and zero once it is used up', () => {
    const remaining = (spendingCapCents: number | null) =>
      usageFigures(
        callerIn({ account: { spendingCapCents }, periods: { '2026-11': { tokens: 10_001_000, items: 10_001 } } }),
        NOON_MS,
      ).records_estimate_remaining;
    // 1,000 tokens of overage cost $0.03; $0.97 pays for 32,333 more, at 1,000 tokens an item.
    expect(remaining(100)).toBe(32);
    expect(remaining(3)).toBe(0);
    expect(remaining(1)).toBe(0);
    // Without a cap they are unlimited.
    expect(remaining(null)).toBeNull();
  });

  test('add the items that the cap pays for to the included items', () => {
    const periods = { '2026-11': { tokens: 4_000_000, items: 4_000 } };
    const caller = callerIn({ account: { spendingCapCents: 3_000 }, periods });
    expect(usageFigures(caller, NOON_MS).records_estimate_remaining).toBe(6_000 + 1_000);
    // Before the first call of a period, the whole cap is left.
    const before = { '2026-10': { tokens: 10_000, items: 10 } };
    const first = callerIn({ account: { spendingCapCents: 3_000 }, periods: before });
    expect(usageFigures(first, NOON_MS).records_estimate_remaining).toBe(10_000 + 1_000);
  });

  test('add nothing for a cap if tokens cost nothing', () => {
    const periods = { '2026-11': { tokens: 4_000_000, items: 4_000, priceNanoUsdPerToken: 0 } };
    const caller = callerIn({ account: { spendingCapCents: 3_000 }, periods });
    expect(usageFigures(caller, NOON_MS).records_estimate_remaining).toBe(6_000);
  });

  test('include nothing for an account without a plan', () => {
    const caller = callerIn({ account: { billingState: 'no_active_plan' } });
    expect(usageFigures(caller, NOON_MS)).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: 0,
      tokens_included: null,
      records_estimate_remaining: null,
    });
  });

  test('show the terms of the opened period to an account that lost its plan meanwhile', async () => {
    const situation = {
      account: { billingState: 'no_active_plan' },
      periods: { '2026-11': { tokens: 5, items: 1 } },
    } as const;
    expect(usageFigures(callerIn(situation), NOON_MS)).toMatchObject({
      tokens_used_this_period: 5,
      tokens_included: 10_000_000,
      records_estimate_remaining: 1_999_999,
    });
  });

  test.each([
    { tokens: 0, items: 3 },
    { tokens: 3, items: 0 },
  ])('with %j in the period use the average of the previous one', (current) => {
    const periods = { '2026-11': current, '2026-10': { tokens: 1_000, items: 10 } };
    expect(usageFigures(callerIn({ periods }), NOON_MS).records_estimate_remaining).toBe(
      Math.floor((10_000_000 - current.tokens) / 100),
    );
    expect(usageFigures(callerIn({ periods: { '2026-11': current } }), NOON_MS).records_estimate_remaining).toBeNull();
  });

  test('show a trial key the remaining items, and a test key nothing', () => {
    expect(usageFigures(callerIn({ kind: 'trial', trial: { items: 30 } }), NOON_MS)).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: 70,
    });
    expect(usageFigures(callerIn({ kind: 'test' }), NOON_MS)).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: null,
    });
  });
});

describe('the usual size of an item', () => {
  const sizeIn = (periods: NonNullable<CallerSituation['periods']>) => {
    const { account, usage } = callerIn({ periods });
    return tokensPerRecord(account, usage, NOON_MS);
  };

  test('is the average of this period, or of the previous one if this one has no items', () => {
    const before = { '2026-10': { tokens: 1_000, items: 10 } };
    expect(sizeIn({ ...before, '2026-11': { tokens: 605, items: 4 } })).toBe(151);
    expect(sizeIn(before)).toBe(100);
  });

  test('is unknown before the first item', () => {
    expect(sizeIn({})).toBeNull();
  });
});
