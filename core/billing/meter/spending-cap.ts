/**
 * Computes the conditions by which a debit keeps the spending cap (docs/reference/billing.md#a-period). The store tests
 * them.
 *
 * A period costs max(0, (tokens − included) × price) + research. A debit is allowed if the cost after it is within the
 * cap, or if it adds nothing to the cost. Since max(0, a) + r ≤ cap is equivalent to r ≤ cap and a + r ≤ cap, and
 * `committed` is tokens × price + research, each side compares one stored number with a constant that is known before
 * the write.
 */
import type { NanoUsd } from '../../money.ts';
import type { FrozenTerms, PeriodUsage } from '../accounts/usage.ts';

/** The tokens of a debit, and the money that it reserves for research. */
export interface DebitAmounts {
  readonly tokens: number;
  readonly researchNanoUsd: NanoUsd;
}

/**
 * The bounds that the stored row must satisfy before the debit is added. `tokens`: one of the two bounds is enough.
 * `research`: both apply.
 */
export type CapLimits =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'tokens';
      readonly committedAtMost: NanoUsd;
      readonly tokensAtMost: number;
      readonly emptyRow: boolean;
    }
  | {
      readonly kind: 'research';
      readonly committedAtMost: NanoUsd;
      readonly researchAtMost: NanoUsd;
      readonly emptyRow: boolean;
    };

/** Returns the bounds for a debit under a cap. `emptyRow`: whether the debit may be the first of its period. */
export function capLimits(terms: FrozenTerms, capNanoUsd: NanoUsd, debit: DebitAmounts): CapLimits {
  const tokenCost = debit.tokens * terms.priceNanoUsdPerToken;
  if (tokenCost === 0 && debit.researchNanoUsd === 0) return { kind: 'none' };
  const ceiling = capNanoUsd + terms.tokensIncluded * terms.priceNanoUsdPerToken;
  const committedAtMost = ceiling - tokenCost - debit.researchNanoUsd;
  if (debit.researchNanoUsd === 0) {
    const tokensAtMost = terms.tokensIncluded - debit.tokens;
    // Included tokens are within any cap, so an empty row needs no further condition.
    return { kind: 'tokens', committedAtMost, tokensAtMost, emptyRow: committedAtMost >= 0 };
  }
  const researchAtMost = capNanoUsd - debit.researchNanoUsd;
  return { kind: 'research', committedAtMost, researchAtMost, emptyRow: committedAtMost >= 0 && researchAtMost >= 0 };
}

/** Returns whether a row satisfies the bounds, with the same comparisons as the store. */
export function keepsLimits(usage: PeriodUsage | undefined, limits: CapLimits): boolean {
  if (limits.kind === 'none') return true;
  if (usage === undefined) return limits.emptyRow;
  const committed = usage.committedNanoUsd <= limits.committedAtMost;
  if (limits.kind === 'tokens') return committed || usage.tokens <= limits.tokensAtMost;
  return committed && usage.researchNanoUsd <= limits.researchAtMost;
}

/**
 * Returns what the period costs beyond its plan so far, including reserved research.
 * @param usage undefined before its first debit
 */
export function periodCostNanoUsd(usage: PeriodUsage | undefined): NanoUsd {
  return usage === undefined ? 0 : overageTokens(usage) * usage.priceNanoUsdPerToken + usage.researchNanoUsd;
}

export function overageTokens(usage: Pick<PeriodUsage, 'tokens' | 'tokensIncluded'>): number {
  return Math.max(0, usage.tokens - usage.tokensIncluded);
}
