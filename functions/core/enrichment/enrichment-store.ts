/**
 * The port to the research requests of the accounts, and to the usage rows that their reserves stand on. One contract suite
 * (test/adapters/dynamodb/dynamo-enrichment-store.test.ts) holds for it.
 */
import type { AuditLine } from '../auth/administration-store.ts';
import type { Draw } from '../billing/draw.ts';
import type { PeriodUsage, TrialUsage } from '../billing/usage.ts';
import type { EnrichmentRequest, PartName } from './enrichment-request.ts';

/** A request as it was read (undefined: there was none) and as it shall be. */
export interface RequestChange {
  readonly before: EnrichmentRequest | undefined;
  readonly after: EnrichmentRequest;
}

/** What a commit does to the account's usage row; a transaction may touch it once. */
export type UsageChange =
  | { readonly kind: 'draw'; readonly draw: Draw }
  | { readonly kind: 'settle'; readonly usageKey: string; readonly outcome: 'found' | 'released' };

export interface Commit {
  readonly accountId: string;
  readonly changes: readonly RequestChange[];
  readonly usage?: UsageChange | undefined;
  /** When an operator asks for it. */
  readonly audit?: AuditLine | undefined;
}

export type CommitOutcome =
  | { readonly kind: 'committed' }
  /** Nothing was written. The requests that were not as read any more, as they are now; the usage row when it refused the draw. */
  | {
      readonly kind: 'changed';
      readonly requests: readonly EnrichmentRequest[];
      readonly refusedBy: { readonly usage: PeriodUsage | TrialUsage | undefined } | undefined;
    };

/** An outbox row: work that somebody should have done by now. */
export interface DueWork extends PartName {
  readonly accountId: string;
  readonly attempt: string;
  readonly dueAtMs: number;
}

export const OUTBOX_SHARD_COUNT = 16;

export interface EnrichmentStore {
  /** The account's requests for these parts, read consistently; those that do not exist are not in the answer. */
  readRequests(accountId: string, parts: readonly PartName[]): Promise<readonly EnrichmentRequest[]>;

  /**
   * Writes all changes, their outbox rows and the usage row in one transaction, or nothing. A lost answer is asked for again with the same
   * token, so that nothing is written twice. Throws when it stays unknown whether it was written, and when a reserve to settle is not there.
   */
  commit(commit: Commit): Promise<CommitOutcome>;

  /** Every request of the account there is; for operators. */
  listRequests(accountId: string): Promise<readonly EnrichmentRequest[]>;

  /** The usage row as it is, read consistently. */
  readUsage(accountId: string, usageKey: string): Promise<PeriodUsage | TrialUsage | undefined>;

  /** Up to `limit` rows of one outbox shard that are due by now, the oldest first. */
  readDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWork[]>;

  /** Removes an outbox row that belongs to no open request. */
  dropDue(shard: number, due: DueWork): Promise<void>;
}
