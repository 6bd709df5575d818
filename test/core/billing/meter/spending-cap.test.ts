import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  capLimits,
  keepsLimits,
  overageTokens,
  periodCostNanoUsd,
  type DebitAmounts,
} from '../../../../core/billing/meter/spending-cap.ts';
import type { PeriodUsage } from '../../../../core/billing/accounts/usage.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../../core/money.ts';
import { periodUsage } from '../../../support/fixtures/callers.ts';
import { cases } from '../../../support/cases.ts';

const terms = fc.record({
  priceNanoUsdPerToken: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1_000_000 })),
  tokensIncluded: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100_000 })),
});
const debit = fc.record({
  tokens: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 20_000 })),
  researchNanoUsd: fc
    .oneof(fc.constant(0), fc.integer({ min: 1, max: 10 }))
    .map((parts) => parts * RESEARCH_PRICE_NANO_USD),
});
const cap = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 2_000 }).map((cents) => cents * 10_000_000),
);

function after(usage: PeriodUsage, { tokens, researchNanoUsd }: DebitAmounts): PeriodUsage {
  return {
    ...usage,
    tokens: usage.tokens + tokens,
    researchNanoUsd: usage.researchNanoUsd + researchNanoUsd,
    committedNanoUsd: usage.committedNanoUsd + tokens * usage.priceNanoUsdPerToken + researchNanoUsd,
  };
}

/** States the rule of docs/reference/billing.md#a-period in one line: a call that would pass the cap is refused. */
function allowedByTheRule(usage: PeriodUsage, capNanoUsd: number, wanted: DebitAmounts): boolean {
  const costAfter = periodCostNanoUsd(after(usage, wanted));
  return costAfter <= capNanoUsd || costAfter === periodCostNanoUsd(usage);
}

describe('the spending cap', () => {
  test('agrees with the bounds that the store compares, for any history, cap and call', () => {
    fc.assert(
      fc.property(terms, cap, fc.array(debit, { maxLength: 8 }), debit, (frozen, capNanoUsd, history, wanted) => {
        const usage = history.reduce(after, periodUsage(frozen));
        const limits = capLimits(frozen, capNanoUsd, wanted);
        expect(keepsLimits(usage, limits)).toBe(allowedByTheRule(usage, capNanoUsd, wanted));
      }),
      { numRuns: cases(5_000) },
    );
  });

  test('treats a period without a row as an empty one', () => {
    fc.assert(
      fc.property(terms, cap, debit, (frozen, capNanoUsd, wanted) => {
        const limits = capLimits(frozen, capNanoUsd, wanted);
        expect(keepsLimits(undefined, limits)).toBe(keepsLimits(periodUsage(frozen), limits));
      }),
      { numRuns: cases(1_000) },
    );
  });

  describe('at its last nano-dollar', () => {
    const CAP = RESEARCH_PRICE_NANO_USD;
    const frozen = { priceNanoUsdPerToken: 1, tokensIncluded: 10 };
    const opened = { ...periodUsage(frozen), calls: 1 };
    const keeps = (usage: PeriodUsage | undefined, wanted: DebitAmounts) =>
      keepsLimits(usage, capLimits(frozen, CAP, wanted));

    test.each<[string, PeriodUsage | undefined, (more: number) => DebitAmounts]>([
      ['tokens of a first call', undefined, (more) => ({ tokens: 10 + CAP + more, researchNanoUsd: 0 })],
      ['tokens of a call', opened, (more) => ({ tokens: 10 + CAP + more, researchNanoUsd: 0 })],
      ['research on a first call', undefined, (more) => ({ tokens: 0, researchNanoUsd: CAP + more })],
      ['research', opened, (more) => ({ tokens: 0, researchNanoUsd: CAP + more })],
      ['both on a first call', undefined, (more) => ({ tokens: 10 + more, researchNanoUsd: CAP })],
      ['both', opened, (more) => ({ tokens: 10 + more, researchNanoUsd: CAP })],
    ])('takes a call that reaches it and refuses one that exceeds it: %s', (_what, usage, wanted) => {
      expect([-1, 0, 1].map((more) => keeps(usage, wanted(more)))).toEqual([true, true, false]);
    });

    test('takes every included token, even if the cap is now below the spent amount', () => {
      const full = after(opened, { tokens: 0, researchNanoUsd: CAP + 1 });
      const wanted = (tokens: number) => ({ tokens, researchNanoUsd: 0 });
      expect([9, 10, 11].map((tokens) => keeps(full, wanted(tokens)))).toEqual([true, true, false]);
    });
  });

  test('is not exceeded by any sequence of debits', () => {
    fc.assert(
      fc.property(terms, cap, fc.array(debit, { maxLength: 30 }), (frozen, capNanoUsd, wanted) => {
        let usage = periodUsage(frozen);
        for (const one of wanted) {
          if (keepsLimits(usage, capLimits(frozen, capNanoUsd, one))) usage = after(usage, one);
          expect(periodCostNanoUsd(usage)).toBeLessThanOrEqual(capNanoUsd);
        }
      }),
    );
  });

  test('keeps every figure a safe integer at the largest terms an account can have', () => {
    const frozen = { priceNanoUsdPerToken: 1_000_000_000, tokensIncluded: 2_000_000 };
    const limits = capLimits(frozen, 100_000_000 * 10_000_000, { tokens: 1_400_000, researchNanoUsd: 0 });
    expect(limits.kind).toBe('tokens');
    if (limits.kind !== 'none') expect(Number.isSafeInteger(limits.committedAtMost)).toBe(true);
  });

  test.each([
    [0, 10, 0],
    [10, 10, 0],
    [11, 10, 1],
  ])('counts %i tokens of %i included as %i over', (tokens, tokensIncluded, overage) => {
    expect(overageTokens({ tokens, tokensIncluded })).toBe(overage);
  });
});
