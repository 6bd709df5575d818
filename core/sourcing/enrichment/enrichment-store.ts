/**
 * Port: stores enrichment requests and the usage rows with their reserves. test/core/sourcing/enrichment tests its
 * guarantees on the real store.
 */
import type { AuditLine } from '../../billing/accounts/audit-line.ts';
import type { Receipt } from '../../billing/accounts/receipt.ts';
import type { UsageDebit } from '../../billing/meter/usage-debit.ts';
import type { AccountStatus } from '../../billing/accounts/account.ts';
import type { PeriodUsage, TrialUsage, UsageOnRow } from '../../billing/accounts/usage.ts';
import type { EnrichmentRequest, NumberName, SettledReserve } from './enrichment-request.ts';

/** A request as read (undefined if it did not exist) and as it is to be written. */
export interface RequestChange {
  readonly before: EnrichmentRequest | undefined;
  readonly after: EnrichmentRequest;
}

/** The counted requests of an account (`EnrichmentRequest.counted`). */
export interface ResearchLoad {
  /** Requests that are queued or in research. */
  readonly open: number;
  /** Requests that ended as not found today (UTC). */
  readonly notFoundToday: number;
}

/** The change of the account's usage row in a commit; a transaction may write a row only once. */
export type UsageChange =
  { readonly kind: 'debit'; readonly debit: UsageDebit } | ({ readonly kind: 'settle' } & SettledReserve);

export interface Commit {
  readonly accountId: string;
  readonly changes: readonly RequestChange[];
  readonly usage?: UsageChange | undefined;
  /** The most counted requests that the account may have open after the commit; required when it opens some. */
  readonly maxOpen?: number;
  /** Absent for requests of clients. */
  readonly audit?: AuditLine | undefined;
}

export type CommitResult =
  | { readonly kind: 'committed' }
  /**
   * Nothing was written. Reports the requests that have changed since they were read, the usage row if it refused the
   * debit, and the number of open requests if there are too many.
   */
  | {
      readonly kind: 'changed';
      readonly requests: readonly EnrichmentRequest[];
      readonly refusedBy: UsageOnRow | undefined;
      readonly open?: number;
      /** Set if another request with the Idempotency-Key was first: the receipt now, undefined if there is none. */
      readonly receipt?: { readonly found: Receipt | undefined };
    };

/** An outbox row: a request that is due to be sent again. */
export interface DueWork extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
  readonly dueAtMs: number;
}

export const OUTBOX_SHARD_COUNT = 16;

export interface EnrichmentStore {
  /**
   * Reads the account's existing requests for these part numbers, consistently unless `isAdvice`: advice may miss a
   * request of the last moment, for half the units.
   */
  readRequests(
    accountId: string,
    names: readonly NumberName[],
    isAdvice?: boolean,
  ): Promise<readonly EnrichmentRequest[]>;

  /** Like `readRequests`, with the counts toward the account's limits, in one read. */
  readBeforeRequest(
    accountId: string,
    names: readonly NumberName[],
    nowMs: number,
  ): Promise<{ readonly requests: readonly EnrichmentRequest[]; readonly load: ResearchLoad }>;

  /** Reads the account's status consistently; returns undefined if the account does not exist. */
  readAccountStatus(accountId: string): Promise<AccountStatus | undefined>;

  /**
   * Writes all changes, their outbox rows, the usage row and the account's counts in one transaction, or nothing. If
   * the response is lost, it retries with the same token, so nothing is written twice. If the outcome stays unknown, it
   * takes back the tokens and items of a debit and throws (requests that were written remain). It also throws if a
   * reserve to settle does not exist.
   */
  commit(commit: Commit): Promise<CommitResult>;

  listRequests(accountId: string): Promise<readonly EnrichmentRequest[]>;

  /** Reads the usage row consistently. */
  readUsage(accountId: string, usageKey: string): Promise<PeriodUsage | TrialUsage | undefined>;

  /** Reads at most `limit` due rows of one outbox shard, oldest first. */
  readDue(shard: number, nowMs: number, limit: number): Promise<readonly DueWork[]>;

  /** Deletes an outbox row that belongs to no open request. */
  dropDue(shard: number, due: DueWork): Promise<void>;
}
