/**
 * Writes the sentence that a miss adds about research: the state of an earlier enrichment request, or how to request it
 * and its price.
 */
import type { Caller } from '../../billing/accounts/caller.ts';
import { RESEARCH_PRICE_USD_TEXT } from '../../money.ts';
import { standingOf, type EnrichmentRequest } from './enrichment-request.ts';
import { dayOf, timeText } from '../../time.ts';

type CallerWithScopes = Pick<Caller, 'scopes'> & {
  readonly account: Pick<Caller['account'], 'terms' | 'trialResearchAllowed'>;
  readonly client: Pick<Caller['client'], 'kind'>;
};

const PRICE = `request_enrichment, ${RESEARCH_PRICE_USD_TEXT} USD, charged only if found`;

/** Returns how this caller can request research, with the price. */
export function researchOffer({ account, client, scopes }: CallerWithScopes): string {
  const allowed = client.kind === 'live' ? account.terms.researchAllowed : account.trialResearchAllowed;
  if (client.kind === 'test' || !allowed || !scopes.has('enrich:write')) {
    return `Research (${PRICE}) needs a live key with enrich:write on a paid plan.`;
  }
  if (client.kind === 'trial') return 'Research: request_enrichment, one item of the free trial, only if found.';
  return `Research: ${PRICE}.`;
}

/** Returns the state of the account's earlier request for the part; undefined if it does not explain the miss. */
export function researchStanding(request: EnrichmentRequest, nowMs: number): string | undefined {
  const standing = standingOf(request, nowMs);
  if (standing.kind === 'under_way') {
    return `Research is under way: queued ${timeText(request.requestedAtMs)}; look the part up again after ${timeText(request.checkBackAfterMs)}.`;
  }
  if (request.settledAtMs === null) return undefined;
  const ended = dayOf(request.settledAtMs);
  if (request.state === 'failed')
    return `Research ended on ${ended} without a result; nothing was charged. Ask again with ${PRICE}.`;
  if (standing.kind !== 'not_found_recently') return undefined;
  return `Researched on ${ended} and not found; nothing was charged. It can be researched again after ${dayOf(standing.askAgainAfterMs)}.`;
}
