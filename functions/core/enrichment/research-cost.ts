/** What a request for research costs as it stands: the price that is reserved while it is open, what was charged once it ended. */
import { RESEARCH_PRICE_NANO_USD, type NanoUsd } from '../money.ts';
import { isOpen, type EnrichmentRequest } from './enrichment-request.ts';

export function researchCostNanoUsd(request: EnrichmentRequest): NanoUsd {
  const { state, usageKey, charged } = request;
  const costs = isOpen(request) ? usageKey !== null : state === 'found' && charged;
  return costs ? RESEARCH_PRICE_NANO_USD : 0;
}
