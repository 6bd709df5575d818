/**
 * The port to the usage rows. A debit is one conditional write; a lost condition is an outcome.
 * An implementation never repeats a write whose answer it did not see: it takes the debit back and throws, and the call fails unbilled.
 */
import type { UsageDebit } from './usage-debit.ts';
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';

export type DebitOutcome =
  /** The row as the write left it. */
  | { readonly kind: 'debited'; readonly usage: PeriodUsage | TrialUsage }
  /** The row that the condition was tested against; undefined when there is none yet. */
  | { readonly kind: 'refused'; readonly usage: PeriodUsage | TrialUsage | undefined }
  /** The debit's request is one too many in its minute. Reported before any other reason. */
  | { readonly kind: 'minute_full' };

export interface AccountLedger {
  /**
   * @throws when it is not known whether the debit was written: it is taken back then, whether it landed, did not, or lands later. When even
   * that stays unknown, an `UnansweredDebitError`.
   */
  debit(debit: UsageDebit): Promise<DebitOutcome>;
}
