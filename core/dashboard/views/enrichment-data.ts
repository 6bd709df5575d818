/** Shapes enrichment requests for the dashboard, with sums by state and day. Amounts of money are text in dollars. */
import { NOT_FOUND_HOLDS_MS, type EnrichmentRequest } from '../../sourcing/enrichment/enrichment-request.ts';
import { researchCostNanoUsd } from '../../sourcing/enrichment/enrichment-cost.ts';
import { formatUsd } from '../../money.ts';
import { dayOf, timeText, timeTextOrNull } from '../../time.ts';

/** States for people: queued and researching requests are both open. */
const RESEARCH_GROUPS = ['found', 'not_found', 'failed', 'open'] as const;
export type ResearchGroup = (typeof RESEARCH_GROUPS)[number];

export type ResearchData = ReturnType<typeof researchData>;
export type RequestData = ReturnType<typeof requestData>;

/** @param most the number of requests that are listed */
export function researchData(requests: readonly EnrichmentRequest[], most: number) {
  const latest = requests.toSorted((a, b) => b.requestedAtMs - a.requestedAtMs).slice(0, most);
  const byDay = new Map<string, EnrichmentRequest[]>();
  for (const request of requests) {
    const day = dayOf(request.settledAtMs ?? request.requestedAtMs);
    const ofDay = byDay.get(day) ?? [];
    ofDay.push(request);
    byDay.set(day, ofDay);
  }
  return {
    /** The latest requests, newest first. */
    requests: latest.map(requestData),
    total: requests.length,
    /** The sums over all requests, for every group in the order of RESEARCH_GROUPS. */
    sums: sumsOf(requests),
    /**
     * Sums by day, `YYYY-MM-DD`, earliest first. A settled request counts on the day it was settled, an open one on the
     * day it was made.
     */
    days: [...byDay]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([day, ofDay]) =>
        sumsOf(ofDay)
          .filter(({ parts }) => parts > 0)
          .map((sum) => ({ day, ...sum })),
      ),
  };
}

function sumsOf(requests: readonly EnrichmentRequest[]) {
  return RESEARCH_GROUPS.map((group) => {
    const those = requests.filter((request) => groupOf(request) === group);
    const cost = those.reduce((sum, request) => sum + researchCostNanoUsd(request), 0);
    return { group, parts: those.length, cost_usd: formatUsd(cost) };
  });
}

function groupOf({ state }: EnrichmentRequest): ResearchGroup {
  return state === 'queued' || state === 'researching' ? 'open' : state;
}

function requestData(request: EnrichmentRequest) {
  const { asked, state, requestedAtMs, checkBackAfterMs, settledAtMs, itemId } = request;
  return {
    manufacturer: asked.manufacturer,
    part_number: asked.partNumber,
    state,
    requested_at: timeText(requestedAtMs),
    ended_at: timeTextOrNull(settledAtMs),
    /** When an open request is expected to be settled; null if it is settled. */
    expected_by: settledAtMs === null ? timeText(checkBackAfterMs) : null,
    /** When a part that was not found may be requested again. */
    again_from: state === 'not_found' && settledAtMs !== null ? timeText(settledAtMs + NOT_FOUND_HOLDS_MS) : null,
    item_id: itemId,
    /** The charged or reserved amount. */
    cost_usd: formatUsd(researchCostNanoUsd(request)),
  };
}
