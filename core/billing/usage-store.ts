/**
 * The port to the usage rows. A debit is one conditional write; a failed condition is an outcome.
 * An implementation never decides again after a write whose answer was lost: it takes the debit back and throws, and the call fails without a charge.
 */
import type { UsageDebit } from './usage-debit.ts';
import type { Receipt, ReceiptPlace } from '../accounts/receipt.ts';
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';

export type DebitOutcome =
  /** The row after the write; undefined where a debit with a receipt was written and the row could not be read afterwards. */
  | { readonly kind: 'debited'; readonly usage: PeriodUsage | TrialUsage | undefined }
  /** The row that the condition was tested against; undefined if it does not exist yet. */
  | { readonly kind: 'refused'; readonly usage: PeriodUsage | TrialUsage | undefined }
  /** The debit's request exceeds the limit of its minute. Reported before any other reason. */
  | { readonly kind: 'minute_full' }
  /** The debit's receipt has changed since it was read: another request with its key came first. Reported before any other reason. */
  | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };

export interface UsageStore {
  /**
   * @throws when it is unknown whether the debit was written: it is then taken back with its receipt, whether it landed, did not, or lands later. If that
   * is unknown too, throws an `UnansweredDebitError`. The request of a debit that throws is still counted if the store can do so.
   */
  debit(debit: UsageDebit): Promise<DebitOutcome>;
}

/** The port to the receipts that cover a whole answer, so that no debit writes them. */
export interface ReceiptStore {
  /**
   * Records that an answer leaves under the receipt, which can then no longer be taken back. `receipt_changed`: the receipt is no longer the one
   * that was read, because it was taken back or overwritten.
   */
  keep(place: ReceiptPlace, seen: Receipt): Promise<KeepOutcome>;
}

export type KeepOutcome =
  { readonly kind: 'kept' } | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };
