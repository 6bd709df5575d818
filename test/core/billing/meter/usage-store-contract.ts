/**
 * The contract of every usage store. It runs against DynamoDB and against the in-memory store that other tests use.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { UsageStore } from '../../../../core/billing/meter/usage-store.ts';
import {
  refusedByKnownUsage,
  prepareDebit,
  type UsageDebit,
  type BillableCaller,
} from '../../../../core/billing/meter/usage-debit.ts';
import type { PeriodUsage, TrialUsage } from '../../../../core/billing/accounts/usage.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { callerIn, NOON_MS, periodUsage, type CallerSituation } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

/** A token costs a tenth of a cent, and 100 are included. */
const TERMS = { tokensIncluded: 100, overagePriceNanoUsdPerToken: 1_000_000 };
const NOTHING = { tokens: 0, items: 0, parts: 0 };

export function usageStoreContract(openUsageStore: () => UsageStore): void {
  /** Opens a store with an unused account. `draw` attempts a debit, on the known row or on other terms. */
  const opened = (situation: CallerSituation = {}) => {
    const usageStore = openUsageStore();
    const accountId = newAccountId();
    const debitOf = (wanted: Partial<typeof NOTHING>, now: CallerSituation = {}): UsageDebit => {
      const { account, client, usage } = callerIn({ terms: TERMS, ...situation, ...now });
      const billable = { account: { ...account, accountId }, client, usage } as BillableCaller;
      return valueOf(prepareDebit(billable, { ...NOTHING, ...wanted }, NOON_MS));
    };
    const debit = async (...wanted: Parameters<typeof debitOf>) => usageStore.debit(debitOf(...wanted));
    return { debitOf, debit };
  };
  const blank = periodUsage({ priceNanoUsdPerToken: 1_000_000, tokensIncluded: 100 });

  describe('a usage store', () => {
    test('opens a period with the first debit and adds the rest', async () => {
      const { debit } = opened();
      const first = { ...blank, tokens: 30, items: 2, calls: 1, committedNanoUsd: 30_000_000 };
      expect(await debit({ tokens: 30, items: 2 })).toEqual({ kind: 'debited', usage: first });
      const reserved = { researchNanoUsd: 300_000_000, reservedNanoUsd: 300_000_000 };
      expect(await debit({ tokens: 5, items: 1, parts: 2 })).toEqual({
        kind: 'debited',
        usage: { ...first, tokens: 35, items: 3, calls: 2, ...reserved, committedNanoUsd: 335_000_000 },
      });
    });

    test('refuses a debit with the row that prevents it, and writes nothing', async () => {
      const { debit } = opened({ account: { spendingCapCents: 1 } });
      const full = { ...blank, tokens: 110, items: 1, calls: 1, committedNanoUsd: 110_000_000 };
      expect(await debit({ tokens: 110, items: 1 })).toEqual({ kind: 'debited', usage: full });
      expect(await debit({ tokens: 1, items: 1 })).toEqual({ kind: 'refused', usage: full });
      expect(await debit({ parts: 1 })).toEqual({ kind: 'refused', usage: full });
      expect(await debit({ items: 1 })).toEqual({ kind: 'debited', usage: { ...full, items: 2, calls: 2 } });
    });

    test('refuses a first debit that alone exceeds the cap, and opens no period for it', async () => {
      const { debit } = opened({ account: { spendingCapCents: 1 } });
      expect(await debit({ tokens: 111 })).toEqual({ kind: 'refused', usage: undefined });
      expect(await debit({ parts: 1 })).toEqual({ kind: 'refused', usage: undefined });
      expect(await debit({ tokens: 110 })).toMatchObject({ kind: 'debited', usage: { calls: 1 } });
    });

    test('refuses a debit on other terms than the period was opened with', async () => {
      const { debit } = opened();
      await debit({ tokens: 10 });
      const refused = { kind: 'refused', usage: { ...blank, tokens: 10, calls: 1, committedNanoUsd: 10_000_000 } };
      expect(await debit({ tokens: 1 }, { terms: { ...TERMS, tokensIncluded: 101 } })).toEqual(refused);
      expect(await debit({ tokens: 1 }, { terms: { ...TERMS, overagePriceNanoUsdPerToken: 1 } })).toEqual(refused);
      expect(await debit({}, { terms: { ...TERMS, overagePriceNanoUsdPerToken: 0 } })).toEqual(refused);
    });

    test('gives a period the monthly fee that it was opened with, and no later one', async () => {
      const { debit } = opened({ terms: { ...TERMS, monthlyFeeCents: 900 } });
      const row = { ...blank, monthlyFeeNanoUsd: 9_000_000_000, tokens: 1, calls: 1, committedNanoUsd: 1_000_000 };
      expect(await debit({ tokens: 1 })).toEqual({ kind: 'debited', usage: row });
      const later = { ...TERMS, monthlyFeeCents: 901 };
      expect(await debit({ tokens: 1 }, { terms: later })).toEqual({ kind: 'refused', usage: row });
      expect(await debit({}, { terms: TERMS })).toEqual({ kind: 'debited', usage: { ...row, calls: 2 } });
      const free = opened();
      await free.debit({ tokens: 1 });
      const { monthlyFeeNanoUsd: _none, ...without } = row;
      expect(await free.debit({ tokens: 1 }, { terms: later })).toEqual({ kind: 'refused', usage: without });
    });

    test('keeps reserves within the cap, even on a row without research', async () => {
      const { debit } = opened({ account: { spendingCapCents: 29 } });
      await debit({ tokens: 1 });
      expect((await debit({ parts: 2 })).kind).toBe('refused');
      expect((await debit({ parts: 1 })).kind).toBe('debited');
      expect((await debit({ parts: 1 })).kind).toBe('refused');
    });

    test('accepts concurrent debits up to exactly the cap', async () => {
      const { debit } = opened({ account: { spendingCapCents: 1 } });
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => debit({ tokens: 10, items: 1 })));
      expect(outcomes.filter(({ kind }) => kind === 'debited')).toHaveLength(11);
    });

    test('counts items and reserved parts of a trial up to its allowance, for its whole life', async () => {
      const { debit } = opened({ kind: 'trial', account: { trialAllowanceItems: 5 } });
      const row: TrialUsage = { items: 4, reservedItems: 1, tokens: 70, calls: 1 };
      expect(await debit({ tokens: 70, items: 3, parts: 1 })).toEqual({ kind: 'debited', usage: row });
      expect(await debit({ items: 2 })).toEqual({ kind: 'refused', usage: row });
      expect(await debit({ items: 1 })).toEqual({ kind: 'debited', usage: { ...row, items: 5, calls: 2 } });
    });

    test('refuses exactly the debits that the rule refuses', async () => {
      const amounts = fc.record({ tokens: fc.integer({ min: 0, max: 200 }), parts: fc.integer({ min: 0, max: 2 }) });
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 70 }),
          fc.array(amounts, { minLength: 1, maxLength: 5 }),
          async (spendingCapCents, wants) => {
            const { debitOf, debit } = opened({ account: { spendingCapCents } });
            let row: PeriodUsage | undefined;
            for (const wanted of wants) {
              const periods = new Map(row === undefined ? [] : [['2026-11', row]]);
              const fits = refusedByKnownUsage(debitOf(wanted), { periods, trial: undefined }) === undefined;
              const result = await debit(wanted);
              expect(result.kind).toBe(fits ? 'debited' : 'refused');
              if ('usage' in result) row = result.usage as PeriodUsage | undefined;
            }
          },
        ),
        { numRuns: 25 },
      );
    });
  });
}
