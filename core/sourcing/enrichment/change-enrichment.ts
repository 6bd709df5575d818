/**
 * Changes one enrichment request: reads, decides, writes if nothing has changed, and otherwise decides again from the
 * new state.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { EnrichmentRequest, NumberName } from './enrichment-request.ts';
import type { EnrichmentStore, UsageChange } from './enrichment-store.ts';

export interface RequestKey extends NumberName {
  readonly accountId: string;
}

/** What to write, if anything, and the answer to return after the write. */
interface Step<Answer> {
  readonly write?:
    | {
        readonly after: EnrichmentRequest;
        readonly usage?: UsageChange | undefined;
        readonly audit?: AuditLine | undefined;
      }
    | undefined;
  readonly answer: Answer;
}

/** Each lost race means that another process changed the request; a request has few changes. */
const MAX_TRIES = 10;

/**
 * Performs the step and returns its answer.
 * @param known the request as last read, to save a read; it is read again if it has changed
 */
export async function changeRequest<Answer>(
  store: EnrichmentStore,
  key: RequestKey,
  decide: (current: EnrichmentRequest | undefined) => Step<Answer>,
  known?: EnrichmentRequest,
): Promise<Answer> {
  let current = known ?? (await readRequest(store, key));
  for (let attempt = 1; attempt <= MAX_TRIES; attempt += 1) {
    const { write, answer } = decide(current);
    if (write === undefined) return answer;
    const change = { before: current, after: write.after };
    const result = await store.commit({
      accountId: key.accountId,
      changes: [change],
      usage: write.usage,
      audit: write.audit,
    });
    if (result.kind === 'committed') return answer;
    current = await readRequest(store, key);
  }
  throw new Error('A research request changed faster than it could be decided');
}

async function readRequest(store: EnrichmentStore, key: RequestKey): Promise<EnrichmentRequest | undefined> {
  const [request] = await store.readRequests(key.accountId, [key]);
  return request;
}
