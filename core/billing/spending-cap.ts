/**
 * The spending cap as arithmetic (docs/reference/billing.md#a-period). Pure: storage carries out what is decided here.
 *
 * A period costs max(0, (tokens − included) × price) + research. A debit on it is allowed when the cost after it is within the cap,
 * or when it adds nothing to the cost. Since max(0, a) + r ≤ cap holds exactly when r ≤ cap and a + r ≤ cap, and `committed` is
 * tokens × price + research, each side is one comparison of one stored number with a constant that is known before the write.
 */
import type { NanoUsd } from '../money.ts';
import type { FrozenTerms, PeriodUsage } from '../accounts/usage.ts';

/** What a call takes from a period: tokens at the period's price, and money reserved for research. */
export interface DebitAmounts {
  readonly tokens: number;
  readonly researchNanoUsd: NanoUsd;
}

/**
 * The bounds that the stored row must satisfy before the debit is added; null where a number has no bound.
 * `within`: one of them is enough. `both`: committed and research must both be within bounds.
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

/** The bounds for a debit under a cap. `emptyRow`: whether the period's very first debit may be this one. */
export function capLimits(terms: FrozenTerms, capNanoUsd: NanoUsd, debit: DebitAmounts): CapLimits {
  const tokenCost = debit.tokens * terms.priceNanoUsdPerToken;
  if (tokenCost === 0 && debit.researchNanoUsd === 0) return { kind: 'none' };
  const ceiling = capNanoUsd + terms.tokensIncluded * terms.priceNanoUsdPerToken;
  const committedAtMost = ceiling - tokenCost - debit.researchNanoUsd;
  if (debit.researchNanoUsd === 0) {
    const tokensAtMost = terms.tokensIncluded - debit.tokens;
    // Included tokens are within any cap: an empty row needs no further condition.
    return { kind: 'tokens', committedAtMost, tokensAtMost, emptyRow: committedAtMost >= 0 };
  }
  const researchAtMost = capNanoUsd - debit.researchNanoUsd;
  return { kind: 'research', committedAtMost, researchAtMost, emptyRow: committedAtMost >= 0 && researchAtMost >= 0 };
}

/** Whether a row satisfies the bounds: the same comparisons that the store makes. */
export function keepsLimits(usage: PeriodUsage | undefined, limits: CapLimits): boolean {
  if (limits.kind === 'none') return true;
  if (usage === undefined) return limits.emptyRow;
  const committed = usage.committedNanoUsd <= limits.committedAtMost;
  if (limits.kind === 'tokens') return committed || usage.tokens <= limits.tokensAtMost;
  return committed && usage.researchNanoUsd <= limits.researchAtMost;
}

/** What the period costs beyond its plan so far, reserved research among it. @param usage undefined before its first debit */
export function periodCostNanoUsd(usage: PeriodUsage | undefined): NanoUsd {
  return usage === undefined ? 0 : overageTokens(usage) * usage.priceNanoUsdPerToken + usage.researchNanoUsd;
}

/** Tokens beyond the included ones. */
export function overageTokens(usage: Pick<PeriodUsage, 'tokens' | 'tokensIncluded'>): number {
  return Math.max(0, usage.tokens - usage.tokensIncluded);
}
