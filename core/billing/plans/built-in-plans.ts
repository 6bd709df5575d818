/**
 * The plans that an account can have. An account keeps a copy of its plan's terms, so a change here affects only
 * accounts that get the plan later. Prices are whole nano-USD per token of overage.
 */
import type { PlanTerms } from './plan.ts';

const GRACE_DAYS = 14;

/**
 * The terms of an account without a plan: test and trial keys work, live keys are refused any call that costs money.
 */
export const NO_PLAN: PlanTerms = {
  code: 'none',
  name: 'No plan',
  tokensIncluded: 0,
  requestsPerMinute: 60,
  batchSize: 10,
  overagePriceNanoUsdPerToken: 0,
  researchAllowed: false,
  openParts: 100,
  notFoundPartsPerDay: 200,
  catalogRowsPerMonth: 1_000,
  monthlyFeeCents: null,
  graceDays: GRACE_DAYS,
};

export const BUILT_IN_PLANS: readonly PlanTerms[] = [
  {
    code: 'starter',
    name: 'Starter',
    tokensIncluded: 1_000_000,
    requestsPerMinute: 120,
    batchSize: 25,
    overagePriceNanoUsdPerToken: 60_000,
    researchAllowed: true,
    openParts: 100,
    notFoundPartsPerDay: 200,
    catalogRowsPerMonth: 20_000,
    monthlyFeeCents: null,
    graceDays: GRACE_DAYS,
  },
  {
    code: 'growth',
    name: 'Growth',
    tokensIncluded: 10_000_000,
    requestsPerMinute: 600,
    batchSize: 50,
    overagePriceNanoUsdPerToken: 30_000,
    researchAllowed: true,
    openParts: 200,
    notFoundPartsPerDay: 500,
    catalogRowsPerMonth: 200_000,
    monthlyFeeCents: null,
    graceDays: GRACE_DAYS,
  },
  {
    code: 'scale',
    name: 'Scale',
    tokensIncluded: 100_000_000,
    requestsPerMinute: 3_000,
    batchSize: 50,
    overagePriceNanoUsdPerToken: 12_500,
    researchAllowed: true,
    openParts: 500,
    notFoundPartsPerDay: 2_000,
    catalogRowsPerMonth: 2_000_000,
    monthlyFeeCents: null,
    graceDays: GRACE_DAYS,
  },
];

/** The items that the free trial of a new account includes. */
export const TRIAL_ALLOWANCE_ITEMS = 200;

export function builtInPlan(code: string): PlanTerms | undefined {
  return BUILT_IN_PLANS.find((plan) => plan.code === code);
}
