/** Computes the cost of an enrichment request: the reserved price while it is open, the charge after it is settled. */
import { TRIAL_USAGE_KEY } from '../../billing/meter/usage-debit.ts';
import { RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../../money.ts';
import { isOpen, type EnrichmentRequest } from './enrichment-request.ts';

/** Returns 0 for a request that reserves no money: a part that was paid for before, or one of the free trial. */
export function researchCostNanoUsd(request: EnrichmentRequest): NanoUsd {
  const { usageKey, charged } = request;
  if (usageKey === null || usageKey === TRIAL_USAGE_KEY) return 0;
  return isOpen(request) || charged ? RESEARCH_PRICE_NANO_USD : 0;
}
