/**
 * The sandbox of test keys: free, but limited to a number of items that the test keys of one account read in a day (UTC), so that no test key can copy the whole
 * index. The stage sets the limit; without one nothing is counted.
 */
import type { Caller } from '../accounts/caller.ts';
import type { Receipt, ReceiptWrite } from '../accounts/receipt.ts';
import { secondsUntil } from '../clock.ts';
import type { ServiceError } from '../errors.ts';
import { DAY_MS, nextStart } from '../time.ts';

/** Items that are about to be shown to a test key. */
export interface SandboxRead {
  readonly accountId: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly records: number;
  readonly atMost: number;
}

/** What became of records and receipt; but for `taken`, nothing was written. */
export type SandboxOutcome =
  | { readonly kind: 'taken' }
  | { readonly kind: 'spent' }
  | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };

/** The port that counts them, all or none, across all processes. An implementation never repeats a write whose answer was lost. */
export interface SandboxCounter {
  /** Returns false and counts nothing when they would exceed `atMost` in the day. */
  take(read: SandboxRead): Promise<boolean>;
  /** The same in one with the receipt of the request, which is written even where nothing bounds the sandbox (`read` undefined). */
  takeWithReceipt(read: SandboxRead | undefined, receipt: ReceiptWrite): Promise<SandboxOutcome>;
}

type Reading = Pick<Caller, 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** Whether the rows read with the caller already show the day's limit as used up. */
export function isSandboxSpent({ client, usage }: Reading, recordsPerDay: number | undefined): boolean {
  return client.kind === 'test' && recordsPerDay !== undefined && (usage.sandboxRecords ?? 0) >= recordsPerDay;
}

export function sandboxSpentError(recordsPerDay: number, nowMs: number): ServiceError {
  const retryAfterSeconds = secondsUntil(nextStart(DAY_MS, nowMs), nowMs);
  return {
    code: 'rate_limited',
    message:
      `The test keys of an account read at most ${recordsPerDay} records a day, and this call asks for more than are left. ` +
      `Ask for fewer records, use a live key, or wait ${retryAfterSeconds} seconds, until midnight UTC.`,
    retryAfterSeconds,
    figures: { limit: recordsPerDay, limitOf: 'records a day of test keys' },
  };
}

/** What get_usage reports about it. */
export function sandboxMessage({ usage }: Reading, recordsPerDay: number | undefined): string {
  if (recordsPerDay === undefined) return '';
  const read = usage.sandboxRecords ?? 0;
  return ` The test keys of the account read at most ${recordsPerDay} records a day (UTC); ${read} are read today.`;
}
