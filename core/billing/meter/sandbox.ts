/**
 * Limits the sandbox: test keys read items for free, but only a number per account and day (UTC), so that they cannot
 * be used to copy the index. The stage sets the limit; without one, nothing is counted.
 */
import type { Caller } from '../accounts/caller.ts';
import type { Receipt, ReceiptWrite } from '../accounts/receipt.ts';
import type { ServiceError } from '../../errors.ts';
import { DAY_MS, nextStart, secondsUntil } from '../../time.ts';

/** Items that are about to be shown to a test key. */
export interface SandboxRead {
  readonly accountId: string;
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly items: number;
  readonly atMost: number;
}

/** The outcome of `takeWithReceipt`: nothing was written unless it is `taken`. */
export type SandboxResult =
  | { readonly kind: 'taken' }
  | { readonly kind: 'spent' }
  | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };

/**
 * Port: counts the items of a read, all or none, for all processes. An implementation never repeats a write if its
 * response was lost.
 */
export interface SandboxCounter {
  /** Returns false and counts nothing if the items would exceed `atMost` for the day. */
  take(read: SandboxRead): Promise<boolean>;
  /**
   * Like `take`, in one transaction with the request's receipt. Without a limit (`read` undefined), only the receipt is
   * written.
   */
  takeWithReceipt(read: SandboxRead | undefined, receipt: ReceiptWrite): Promise<SandboxResult>;
}

type Reading = Pick<Caller, 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** Returns whether the day's limit is used up, according to the rows read with the caller. */
export function isSandboxSpent({ client, usage }: Reading, itemsPerDay: number | undefined): itemsPerDay is number {
  return client.kind === 'test' && (usage.sandboxItems ?? 0) >= (itemsPerDay ?? Infinity);
}

export function sandboxSpentError(itemsPerDay: number, nowMs: number): ServiceError {
  const retryAfterSeconds = secondsUntil(nextStart(DAY_MS, nowMs), nowMs);
  return {
    code: 'rate_limited',
    message:
      `The test keys of an account read at most ${itemsPerDay} records a day, and this call asks for more than are left. ` +
      `Ask for fewer records, use a live key, or wait ${retryAfterSeconds} seconds, until midnight UTC.`,
    retryAfterSeconds,
    figures: { limit: itemsPerDay, limitOf: 'records a day of test keys' },
  };
}

/** Returns the sentence that get_usage adds about the limit. */
export function sandboxMessage({ usage }: Reading, itemsPerDay: number | undefined): string {
  if (itemsPerDay === undefined) return '';
  const read = usage.sandboxItems ?? 0;
  return ` The test keys of the account read at most ${itemsPerDay} records a day (UTC); ${read} are read today.`;
}
