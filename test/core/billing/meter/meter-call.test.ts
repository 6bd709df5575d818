import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UsageStore } from '../../../../core/billing/meter/usage-store.ts';
import { meterCall } from '../../../../core/billing/meter/meter-call.ts';
import type { BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import { overageTokens } from '../../../../core/billing/meter/spending-cap.ts';
import type { ReceiptWrite } from '../../../../core/billing/accounts/receipt.ts';
import type { Charge, PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { callerIn, NOON_MS, periodUsage, type CallerSituation } from '../../../support/fixtures/callers.ts';
import { MemoryUsageStore } from '../../../support/stores/memory-usage-store.ts';
import { figuresOf, valueOf } from '../../../support/fixtures/value-of.ts';

/** A token costs a tenth of a cent, and 100 are included. */
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 1_000_000 };
const RECORD = { tokens: 10, items: 1 };

const billable = (situation: CallerSituation) => callerIn({ terms: TERMS, ...situation }) as BillableCaller;
const meter = (usageStore: UsageStore, situation: CallerSituation = {}, charge = RECORD, nowMs = NOON_MS) =>
  meterCall(usageStore, billable(situation), charge, nowMs);

describe('the meter', () => {
  test('bills an answer once and returns the figures that the write left', async () => {
    const usageStore = new MemoryUsageStore();
    expect(figuresOf(await meter(usageStore, {}, { tokens: 40, items: 2 }))).toEqual({
      tokens_billed: 40,
      tokens_used_this_period: 40,
      tokens_included: 100,
      records_estimate_remaining: 3,
    });
    expect(figuresOf(await meter(usageStore, {}, { tokens: 10, items: 3 }))).toEqual({
      tokens_billed: 10,
      tokens_used_this_period: 50,
      tokens_included: 100,
      records_estimate_remaining: 5,
    });
    expect(usageStore.debits).toBe(2);
  });

  test.each([
    [true, { candidatesSpent: true }],
    [false, { candidatesSpent: false }],
    [false, {}],
  ])('returns %s for whether the candidates of the day are spent if the write says %o', async (isSpent, said) => {
    const writing: UsageStore = { debit: async () => ({ kind: 'debited', usage: periodUsage({}), ...said }) };
    expect(valueOf(await meter(writing)).candidatesSpent).toBe(isSpent);
  });

  describe('with a receipt', () => {
    const receipt = { place: 'p', seen: undefined, receipt: { requestId: 'r' } } as unknown as ReceiptWrite;
    const meterOver = (usageStore: UsageStore, charge: Charge, situation: CallerSituation = {}) =>
      meterCall(usageStore, billable(situation), charge, NOON_MS, { receipt });

    test.each([
      { tokens: 3, items: 0 },
      { tokens: 0, items: 1 },
      { tokens: 3, items: 1 },
    ])('bills %o beyond it by one debit', async (charge) => {
      const usageStore = new MemoryUsageStore();
      await meterOver(usageStore, charge);
      expect(usageStore.debits).toBe(1);
    });

    test('returns a receipt that another request has changed, without another write', async () => {
      const outcome = { kind: 'receipt_changed', receipt: undefined } as const;
      let debits = 0;
      const changed: UsageStore = { debit: async () => ((debits += 1), outcome) };
      expect(await meterOver(changed, RECORD)).toEqual({ ok: false, reason: outcome });
      expect(debits).toBe(1);
    });

    test('returns the figures of the row before and its own bill if the row after was not read', async () => {
      const unread: UsageStore = { debit: async () => ({ kind: 'debited', usage: undefined }) };
      const periods = { '2026-11': { tokens: 40, items: 4, tokensIncluded: 100, priceNanoUsdPerToken: 1_000_000 } };
      expect(figuresOf(await meterOver(unread, RECORD, { periods }))).toMatchObject({
        tokens_billed: 10,
        tokens_used_this_period: 40,
        records_estimate_remaining: 6,
      });
      const trial = { kind: 'trial', trial: { items: 99 } } as const;
      expect(figuresOf(await meterOver(unread, RECORD, trial))).toMatchObject({
        tokens_billed: 0,
        records_estimate_remaining: 1,
      });
    });
  });

  test('counts the request where both are on the same row, and refuses one beyond the rate limit as such', async () => {
    const request = { accountId: 'acc_0123456789', periodKey: '2026-11', minute: 1, atMost: 1, outdated: [] };
    const asked: unknown[] = [];
    const full: UsageStore = {
      debit: async (debit) => {
        asked.push('request' in debit ? debit.request : 'none');
        return { kind: 'minute_full' };
      },
    };
    expect(await meterCall(full, billable({ kind: 'live' }), RECORD, NOON_MS, { request })).toEqual({
      ok: false,
      reason: { kind: 'minute_full' },
    });
    await meterCall(full, billable({ kind: 'trial' }), RECORD, NOON_MS, { request });
    expect(asked).toEqual([request, 'none']);
  });

  test('refuses an account whose state forbids billing before any write', async () => {
    const usageStore = new MemoryUsageStore();
    const refused = await meter(usageStore, { account: { billingState: 'past_due' } });
    expect(refused).toEqual({ ok: false, reason: { kind: 'past_due' } });
    expect(usageStore.debits).toBe(0);
  });

  test('refuses a call that would exceed the cap, and bills nothing of it', async () => {
    const usageStore = new MemoryUsageStore();
    const capped = { account: { spendingCapCents: 1 } };
    valueOf(await meter(usageStore, capped, { tokens: 105, items: 1 }));
    const refused = { ok: false, reason: { kind: 'spending_cap_reached' } };
    expect(await meter(usageStore, capped, { tokens: 6, items: 1 })).toEqual(refused);
    expect(figuresOf(await meter(usageStore, capped, { tokens: 5, items: 1 })).tokens_used_this_period).toBe(110);
    expect(await meter(usageStore, capped, { tokens: 1, items: 1 })).toEqual(refused);
  });

  test('counts items, not tokens, for a trial, and refuses it beyond its allowance', async () => {
    const usageStore = new MemoryUsageStore();
    const trial = { kind: 'trial', account: { trialAllowanceItems: 3 } } as const;
    expect(figuresOf(await meter(usageStore, trial, { tokens: 90, items: 2 }))).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: 1,
    });
    const refused = await meter(usageStore, trial, { tokens: 90, items: 2 });
    expect(refused).toEqual({ ok: false, reason: { kind: 'trial_limit_reached' } });
    expect(figuresOf(await meter(usageStore, trial, { tokens: 90, items: 1 })).records_estimate_remaining).toBe(0);
  });

  test('bills a period on the terms that it was opened with meanwhile', async () => {
    const usageStore = new MemoryUsageStore();
    valueOf(await meter(usageStore, { terms: { ...TERMS, tokensIncluded: 7 } }));
    expect(figuresOf(await meter(usageStore))).toMatchObject({ tokens_included: 7, tokens_used_this_period: 20 });
    expect(usageStore.debits).toBe(3);
  });

  test('refuses a call if those terms leave no room', async () => {
    const usageStore = new MemoryUsageStore();
    valueOf(await meter(usageStore, { terms: { ...TERMS, tokensIncluded: 7 } }));
    const refused = await meter(usageStore, { account: { spendingCapCents: 0 } });
    expect(refused).toEqual({ ok: false, reason: { kind: 'spending_cap_reached' } });
    expect(usageStore.debits).toBe(2);
  });

  test('fails with an internal error, and no answer, if the row of a period changes five times during a call', async () => {
    let price = 1;
    const restless: UsageStore = {
      debit: async () => ({ kind: 'refused', usage: periodUsage({ priceNanoUsdPerToken: (price += 1) }) }),
    };
    await expect(meter(restless)).rejects.toThrow('changed faster');
    expect(price).toBe(6);
  });

  test('does not ask a store again if its answer was lost', async () => {
    let asked = 0;
    const lost: UsageStore = {
      debit: async () => {
        asked += 1;
        throw new Error('no answer');
      },
    };
    await expect(meter(lost)).rejects.toThrow('no answer');
    expect(asked).toBe(1);
  });

  test('counts exactly the tokens billed to callers, and keeps the overage within the cap', async () => {
    const amounts = fc.record({ tokens: fc.integer({ min: 1, max: 90 }), items: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.array(amounts), async (spendingCapCents, charges) => {
        const usageStore = new MemoryUsageStore();
        let billed = 0;
        for (const charge of charges) {
          const outcome = await meter(usageStore, { account: { spendingCapCents } }, charge);
          if (outcome.ok) expect(outcome.value.figures.tokens_billed).toBe(charge.tokens);
          if (outcome.ok) expect(outcome.value.figures.tokens_used_this_period).toBe((billed += charge.tokens));
          const usage: Pick<PeriodUsage, 'tokens' | 'tokensIncluded'> = { tokens: billed, tokensIncluded: 100 };
          expect(overageTokens(usage) * 1_000_000).toBeLessThanOrEqual(spendingCapCents * 10_000_000);
        }
      }),
    );
  });
});
