/**
 * Ports: the usage rows and receipts. A debit is one conditional write; a failed condition is an outcome. If the
 * response to a write was lost, an implementation takes the debit back and throws, and the call fails without a charge.
 */
import type { UsageDebit } from './usage-debit.ts';
import type { Receipt, ReceiptPlace } from '../accounts/receipt.ts';
import type { PeriodUsage, TrialUsage, UsageOnRow } from '../accounts/usage.ts';

export type DebitResult =
  /**
   * The row after the write; undefined if a debit with a receipt was written and the row could not be read afterwards.
   */
  | {
      readonly kind: 'debited';
      readonly usage: PeriodUsage | TrialUsage | undefined;
      /**
       * The day's candidates are more than their limit, or it is unknown how many they are; absent if the debit's
       * request counts none.
       */
      readonly candidatesSpent?: boolean;
    }
  /** The row that failed the condition; undefined if it does not exist yet. */
  | ({ readonly kind: 'refused' } & UsageOnRow)
  /** The debit's request exceeds the limit of its minute. Reported before any other reason. */
  | { readonly kind: 'minute_full' }
  /** Another request with the Idempotency-Key came first. Reported before any other reason. */
  | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };

export interface UsageStore {
  /**
   * @throws if it is unknown whether the debit was written. It is then taken back with its receipt, even if its write
   * arrives later. If that fails too, throws an `UnansweredDebitError`. If this throws, the debit's request is still
   * counted if the store is able to.
   */
  debit(debit: UsageDebit): Promise<DebitResult>;
}

/** Port: the receipts that cover a whole answer. No debit writes them. */
export interface ReceiptStore {
  /**
   * Records that an answer is sent from the receipt, which then can no longer be taken back. `receipt_changed`: the
   * receipt was taken back or overwritten since it was read.
   */
  keep(place: ReceiptPlace, seen: Receipt): Promise<KeepResult>;
}

export type KeepResult =
  { readonly kind: 'kept' } | { readonly kind: 'receipt_changed'; readonly receipt: Receipt | undefined };
