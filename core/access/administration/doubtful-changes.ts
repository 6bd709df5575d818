/**
 * Finds changes that are often mistakes, for the operator to confirm. A shell turns `--cap $300` into `00`, and an
 * extra digit is easy to miss.
 */
import { builtInPlan, NO_PLAN, TRIAL_ALLOWANCE_ITEMS } from '../../billing/plans/built-in-plans.ts';
import type { AccountChanges } from './administer-accounts.ts';

export type DoubtfulChange =
  | { readonly kind: 'cap_of_zero' }
  | { readonly kind: 'price_of_zero' }
  /** More than ten times the plan's value. `term` is the name in the audit trail. */
  | { readonly kind: 'far_above_plan'; readonly term: string; readonly value: number; readonly ofPlan: number };

const FAR_ABOVE = 10;

/** @param planCodeNow the account's plan, used if the changes do not set one */
export function doubtfulChanges(changes: AccountChanges, planCodeNow: string): readonly DoubtfulChange[] {
  const { terms = {}, spendingCapCents, trialAllowanceItems, planCode = planCodeNow } = changes;
  const plan = builtInPlan(planCode ?? NO_PLAN.code) ?? NO_PLAN;
  const compared: readonly (readonly [term: string, value: number | undefined, ofPlan: number])[] = [
    ['tokens_included', terms.tokensIncluded, plan.tokensIncluded],
    ['requests_per_minute', terms.requestsPerMinute, plan.requestsPerMinute],
    ['batch_size', terms.batchSize, plan.batchSize],
    ['overage_price', terms.overagePriceNanoUsdPerToken, plan.overagePriceNanoUsdPerToken],
    ['open_parts', terms.openParts, plan.openParts],
    ['not_found_parts_per_day', terms.notFoundPartsPerDay, plan.notFoundPartsPerDay],
    ['catalog_rows_per_month', terms.catalogRowsPerMonth, plan.catalogRowsPerMonth],
    ['trial_allowance_items', trialAllowanceItems, TRIAL_ALLOWANCE_ITEMS],
  ];
  const farAbove = compared.flatMap(([term, value = 0, ofPlan]) =>
    value > FAR_ABOVE * ofPlan ? [{ kind: 'far_above_plan' as const, term, value, ofPlan }] : [],
  );
  return [
    ...(spendingCapCents === 0 ? [{ kind: 'cap_of_zero' as const }] : []),
    ...(terms.overagePriceNanoUsdPerToken === 0 ? [{ kind: 'price_of_zero' as const }] : []),
    ...farAbove,
  ];
}
