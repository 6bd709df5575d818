/** What a request for research costs as it stands: the price that is reserved while it is open, what was charged once it ended. */
import { TRIAL_USAGE_KEY } from '../billing/usage-debit.ts';
import { RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../money.ts';
import { isOpen, type EnrichmentRequest } from './enrichment-request.ts';

/** Nothing for what holds no reserve of money: a part that was paid for before, and one of the free trial. */
export function researchCostNanoUsd(request: EnrichmentRequest): NanoUsd {
  const { usageKey, charged } = request;
  if (usageKey === null || usageKey === TRIAL_USAGE_KEY) return 0;
  return isOpen(request) || charged ? RESEARCH_PRICE_NANO_USD : 0;
}
