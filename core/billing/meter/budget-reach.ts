/** How near a budget is to its end, for the page and the notices to owners. */
import { centsToNanoUsd, RESEARCH_PRICE_NANO_USD } from '../../money.ts';
import type { BudgetStanding } from './client-share.ts';

/** From this share on, a budget is shown as nearly used up and its owners are told. */
export const HIGH_PERCENT = 80;

export type BudgetUnit = 'tokens' | 'research';

export interface BudgetReach {
  readonly unit: BudgetUnit;
  /** Tokens, or nano-USD of research. */
  readonly used: number;
  readonly most: number;
  /** Whole percent. */
  readonly percent: number;
  /**
   * What is left does not cover an item of average size, or one part of research: a budget is never used to its last
   * token.
   */
  readonly isUsedUp: boolean;
}

type Bounds = Omit<BudgetStanding, 'every' | 'resetsAtMs'>;

/**
 * Returns how far each bound is used, the one nearer its end first.
 * @param tokensPerRecord the account's average, if there is one
 */
export function budgetReaches(
  { tokens, tokensUsed, researchCents, researchUsedNanoUsd }: Bounds,
  tokensPerRecord: number | null,
): readonly BudgetReach[] {
  const bounds = [
    ...(tokens === null ? [] : [reachOf('tokens', tokensUsed, tokens, tokensPerRecord ?? 1)]),
    ...(researchCents === null
      ? []
      : [reachOf('research', researchUsedNanoUsd, centsToNanoUsd(researchCents), RESEARCH_PRICE_NANO_USD)]),
  ];
  return bounds.sort((a, b) => Number(b.isUsedUp) - Number(a.isUsedUp) || b.percent - a.percent);
}

function reachOf(unit: BudgetUnit, used: number, most: number, next: number): BudgetReach {
  const percent = most === 0 ? 0 : Math.floor((100 * used) / most);
  // A budget that allows nothing, or of which nothing is used, is as its owner set it: it is not used up.
  return { unit, used, most, percent, isUsedUp: most > 0 && used > 0 && most - used < next };
}
