/**
 * The port to the research requests of the accounts, and to the usage rows that their reserves stand on. test/core/enrichment holds it to
 * its promises over the real store.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { UsageDebit } from '../billing/usage-debit.ts';
import type { AccountStatus } from '../accounts/plan.ts';
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';
import type { EnrichmentRequest, NumberName } from './enrichment-request.ts';

/** A request as it was read (undefined: there was none) and as it is to be. */
export interface RequestChange {
  readonly before: EnrichmentRequest | undefined;
  readonly after: EnrichmentRequest;
}

/** The counted requests of an account (`EnrichmentRequest.counted`). */
export interface ResearchLoad {
  /** Queued or being researched. */
  readonly open: number;
  /** Ended not found today, by UTC. */
  readonly notFoundToday: number;
}

/** What a commit does to the account's usage row; a transaction may touch it once. */
export type UsageChange =
  | { readonly kind: 'debit'; readonly debit: UsageDebit }
  | { readonly kind: 'settle'; readonly usageKey: string; readonly outcome: 'found' | 'released' };

export interface Commit {
  readonly accountId: string;
  readonly changes: readonly RequestChange[];
  readonly usage?: UsageChange | undefined;
  /** The most counted requests that the account may have open after the commit; required when it opens some. */
  readonly maxOpen?: number;
  /** When an operator asks for it. */
  readonly audit?: AuditLine | undefined;
}

export type CommitOutcome =
  | { readonly kind: 'committed' }
  /**
   * Nothing was written. The requests that were not as read any more, as they are now; the usage row when it refused the debit; how many are open
   * when they are too many.
   */
  | {
      readonly kind: 'changed';
      readonly requests: readonly EnrichmentRequest[];
      readonly refusedBy: { readonly usage: PeriodUsage | TrialUsage | undefined } | undefined;
      readonly open?: number;
    };

/** An outbox row: work that should be done by now. */
export interface DueWork extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
  readonly dueAtMs: number;
}

export const OUTBOX_SHARD_COUNT = 16;

export interface EnrichmentStore {
  /** The account's requests for these numbers, read consistently; those that do not exist are not in the answer. */
  readRequests(accountId: string, names: readonly NumberName[]): Promise<readonly EnrichmentRequest[]>;

  /** The same, with what counts toward the account's bounds, in one read. */
  readForAsking(
    accountId: string,
    names: readonly NumberName[],
    nowMs: number,
  ): Promise<{ readonly requests: readonly EnrichmentRequest[]; readonly load: ResearchLoad }>;

  /** The account's status, read consistently; undefined when there is no such account. */
  readAccountStatus(accountId: string): Promise<AccountStatus | undefined>;

  /**
   * Writes all changes, their outbox rows, the usage row and the account's counts in one transaction, or nothing. A lost answer is asked for again with the same
   * token, so that nothing is written twice. Throws when it stays unknown whether it was written, after it took the tokens and items of a debit back (the
   * requests stand if they were written), and when a reserve to settle is not there.
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
