/**
 * Settles enrichment requests for a worker, an operator or the dead-letter queue, and their reserves in the same
 * transaction.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import { changeRequest, type RequestKey } from './change-enrichment.ts';
import {
  endRequest,
  isLeased,
  isOpen,
  settleRequest,
  type EnrichmentRequest,
  type FailureCause,
  type ResearchEnd,
  type SettledRequest,
} from './enrichment-request.ts';
import type { EnrichmentStore } from './enrichment-store.ts';

/**
 * Settles a request that the worker has claimed; returns false if it has been settled or claimed by another worker
 * since.
 */
export async function settleUnderLease(
  store: EnrichmentStore,
  claimed: EnrichmentRequest,
  end: ResearchEnd,
  nowMs: number,
): Promise<boolean> {
  const { lease } = claimed;
  if (lease === null) return false;
  return changeRequest<boolean>(
    store,
    claimed,
    (current) => {
      const settled = settleRequest(current, lease.token, end, nowMs);
      return settled === undefined ? { answer: false } : { write: writeOf(settled), answer: true };
    },
    claimed,
  );
}

type Abandoned = 'ended' | 'leased' | 'nothing_open';

/**
 * Fails an open request and releases its reserve.
 * @param which.attempt limits the change to this attempt; absent for any
 * @param which.evenLeased settles the request even while a worker has claimed it; the worker's result is then ignored
 */
export async function abandonRequest(
  store: EnrichmentStore,
  key: RequestKey,
  cause: FailureCause,
  which: { readonly attempt?: string; readonly evenLeased: boolean; readonly audit?: AuditLine },
  nowMs: number,
): Promise<Abandoned> {
  return changeRequest<Abandoned>(store, key, (current) => {
    if (current === undefined || !isOpen(current)) return { answer: 'nothing_open' };
    if (which.attempt !== undefined && which.attempt !== current.attempt) return { answer: 'nothing_open' };
    if (!which.evenLeased && isLeased(current, nowMs)) return { answer: 'leased' };
    const ended = endRequest(current, { kind: 'failed', cause }, nowMs);
    return { write: { ...writeOf(ended), audit: which.audit }, answer: 'ended' };
  });
}

/** Returns the request and its reserve, to write in one transaction. */
function writeOf({ request, reserve }: SettledRequest) {
  return { after: request, usage: reserve && ({ kind: 'settle', ...reserve } as const) };
}
