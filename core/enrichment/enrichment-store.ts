/**
 * The port to the enrichment requests of the accounts, and to the usage rows that hold their reserves. test/core/enrichment tests
 * its promises on the real store.
 */
import type { AuditLine } from '../accounts/audit-line.ts';
import type { Receipt } from '../accounts/receipt.ts';
import type { UsageDebit } from '../billing/usage-debit.ts';
import type { AccountStatus } from '../accounts/plan.ts';
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';
import type { EnrichmentRequest, NumberName } from './enrichment-request.ts';

/** A request as read (undefined if it did not exist) and as it will be written. */
export interface RequestChange {
  readonly before: EnrichmentRequest | undefined;
  readonly after: EnrichmentRequest;
}

/** The counted requests of an account (`EnrichmentRequest.counted`). */
export interface ResearchLoad {
  /** Queued or in research. */
  readonly open: number;
  /** Ended not found today, by UTC. */
  readonly notFoundToday: number;
}

/** The change of the account's usage row in a commit; a transaction may touch it once. */
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
   * Nothing was written. Reports the current state of requests that have changed since they were read, the usage row if it refused the debit, and the number
   * of open requests if there are too many.
   */
  | {
      readonly kind: 'changed';
      readonly requests: readonly EnrichmentRequest[];
      readonly refusedBy: { readonly usage: PeriodUsage | TrialUsage | undefined } | undefined;
      readonly open?: number;
      /** Another request with the Idempotency-Key was first: what it left, undefined for nothing. */
      readonly receipt?: { readonly found: Receipt | undefined };
    };

/** An outbox row: overdue work. */
export interface DueWork extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
  readonly dueAtMs: number;
}

export const OUTBOX_SHARD_COUNT = 16;

export interface EnrichmentStore {
  /** The account's existing requests for these part numbers, read consistently. */
  readRequests(accountId: string, names: readonly NumberName[]): Promise<readonly EnrichmentRequest[]>;

  /** The same, with the counts toward the account's limits, in one read. */
  readBeforeRequest(
    accountId: string,
    names: readonly NumberName[],
    nowMs: number,
  ): Promise<{ readonly requests: readonly EnrichmentRequest[]; readonly load: ResearchLoad }>;

  /** The account's status, read consistently; undefined when the account does not exist. */
  readAccountStatus(accountId: string): Promise<AccountStatus | undefined>;

  /**
   * Writes all changes, their outbox rows, the usage row and the account's counts in one transaction, or nothing. After a lost answer it retries with the same
   * token, so that nothing is written twice. Throws when the outcome stays unknown, after it took back the tokens and items of a debit (requests that were written
   * stay), and when a reserve to settle does not exist.
   */
  commit(commit: Commit): Promise<CommitOutcome>;

  /** All requests of the account; for operators. */
  listRequests(accountId: string): Promise<readonly EnrichmentRequest[]>;

  /** The current usage row, read consistently. */
  readUsage(accountId: string, usageKey: string): Promise<PeriodUsage | TrialUsage | undefined>;

  /** Up to `limit` due rows of one outbox shard, oldest first. */
  readDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWork[]>;

  /** Removes an outbox row that belongs to no open request. */
  dropDue(shard: number, due: DueWork): Promise<void>;
}
