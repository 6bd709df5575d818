/** Budgets in words and figures: what is used, what is left, and until when. */
import type { BudgetChoice, BudgetUse, SpendingData } from '../../../../core/dashboard/views/dashboard-data.ts';
import { budgetReaches, type BudgetReach, type BudgetUnit } from '../../../../core/billing/meter/budget-reach.ts';
import { formatUsd, NANO_USD_PER_CENT } from '../../../../core/money.ts';
import { count, dollars, dollarsLeft, shortCount } from '../../../design/amounts.ts';
import { dayWords, spanWords } from '../../../design/dates.ts';

export function useOf(spending: SpendingData, every: BudgetChoice['every']): BudgetUse {
  return every === 'day' ? spending.day : spending.period;
}

/** How far each bound is used, the one nearer its end first. @param tokensPerRecord the account's average */
export function reachesOf(
  budget: BudgetChoice,
  use: BudgetUse,
  tokensPerRecord: number | null,
): readonly BudgetReach[] {
  const { tokens, research_cents: researchCents } = budget;
  const researchUsedNanoUsd = Math.round(use.research_cents * NANO_USD_PER_CENT);
  return budgetReaches({ tokens, researchCents, tokensUsed: use.tokens, researchUsedNanoUsd }, tokensPerRecord);
}

/** Returns whether what is left covers no more calls of one kind. */
export function isUsedUp({ budget, ...use }: SpendingData, tokensPerRecord: number | null): boolean {
  if (budget === null) return false;
  return reachesOf(budget, use[budget.every], tokensPerRecord).some((one) => one.isUsedUp);
}

/** `164k of 200k tokens`, `$4.30 of $5.00 research` */
export function usedWords({ unit, used, most }: BudgetReach): string {
  if (unit === 'research') return `${dollars(formatUsd(used))} of ${dollars(formatUsd(most))} research`;
  return `${shortCount(used)} of ${shortCount(most)} tokens`;
}

/** Rounded down: what is said to be left can be spent. */
export function leftWords({ unit, used, most }: BudgetReach): string {
  const left = Math.max(0, most - used);
  return unit === 'research'
    ? dollarsLeft(formatUsd(left))
    : left < 1_000_000
      ? count(left)
      : shortCount(left - (left % 10_000));
}

export const NO_BOUND = 'no bound';

/** `50,000`, `$5.00`, `no bound` */
export function boundWords(unit: BudgetUnit, budget: BudgetChoice | null): string {
  if (budget === null) return NO_BOUND;
  if (unit === 'tokens') return budget.tokens === null ? NO_BOUND : count(budget.tokens);
  const { research_cents: cents } = budget;
  return cents === null ? NO_BOUND : dollars(formatUsd(cents * NANO_USD_PER_CENT));
}

/** `50,000 tokens and $5.00 of research each day` */
export function budgetWords(budget: BudgetChoice): string {
  const bounds = [
    ...(budget.tokens === null ? [] : [`${boundWords('tokens', budget)} tokens`]),
    ...(budget.research_cents === null ? [] : [`${boundWords('research', budget)} of research`]),
  ];
  return `${bounds.join(' and ')} each ${SPANS[budget.every]}`;
}

const SPANS = { day: 'day', period: 'billing period' } as const;

/** `00:00 UTC`, or `1 Dec` for a period. */
export function resetWords(every: BudgetChoice['every'], { resets_at: at }: BudgetUse): string {
  return every === 'day' ? '00:00\u00A0UTC' : dayWords(at, Date.now(), 'UTC');
}

/** `00:00 UTC, in 4 h 18 min` */
export function refusedUntilWords(every: BudgetChoice['every'], use: BudgetUse): string {
  const passing = spanWords(Date.parse(use.resets_at) - Date.now());
  return passing === undefined ? resetWords(every, use) : `${resetWords(every, use)}, in ${passing}`;
}

/** Reads a number of tokens as a member types it: `50000`, `50,000`, `50 000`; undefined for any other text. */
export function readTokens(text: string): number | undefined {
  const typed = text.trim();
  return /^\d{1,15}$|^\d{1,3}([, \u00A0\u202F]\d{3}){1,4}$/.test(typed)
    ? Number(typed.replaceAll(/\D/g, ''))
    : undefined;
}
