/**
 * Decides from the current row how to take back a debit when the store's response was lost
 * (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). The store does it in one conditional write that also voids the debit, so the
 * debit can neither be written late nor be taken back twice.
 */
import type { Receipt } from '../plans/receipt.ts';
import type { PeriodUsage, TrialUsage } from '../plans/usage.ts';
import { usageKeyOf, type UsageDebit } from './usage-debit.ts';

/** How many debit ids a row keeps: usually more than the debits of an account while one call waits for its meter. */
export const REMEMBERED_DEBITS = 16;

/** The part of a usage row that shows the outcome of a debit. */
export interface DebitTrace {
  /** The ids of the last debits on the row, newest first, at most {@link REMEMBERED_DEBITS}. */
  readonly recent: readonly number[];
  /** Whether the debit was taken back, so its write can no longer succeed. */
  readonly isVoid: boolean;
  readonly usage: PeriodUsage | TrialUsage | undefined;
}

/**
 * `void`: the debit was not written and must not be written from now on. `take`: its amounts are subtracted. `reopen`: like `take` for the
 * first debit of a period, which froze its terms: the period becomes unopened. `take_unseen`: so many debits followed that the row no longer
 * shows whether it was written; it is taken back, because an error is never billed. `done`: nothing is left to do.
 */
export type TakeBackStep = 'void' | 'take' | 'reopen' | 'take_unseen' | 'done';

export function takeBackStep(debit: UsageDebit, { recent, isVoid, usage }: DebitTrace): TakeBackStep {
  if (isVoid) return 'done';
  if (recent.includes(debit.mark.id)) return isOnlyDebit(debit, usage) ? 'reopen' : 'take';
  if (showsAllSince(recent, debit.mark.after)) return 'void';
  return holds(usage, debit) ? 'take_unseen' : 'void';
}

/** Returns whether the row still lists every debit since `after`, the last one at the start of the call. */
function showsAllSince(recent: readonly number[], after: number | undefined): boolean {
  return recent.length < REMEMBERED_DEBITS || recent.some((id) => id === after);
}

/** Always false for a trial's row, which has no `researchNanoUsd`: it freezes no terms, so it is never reopened. */
function isOnlyDebit({ wanted }: UsageDebit, usage: PeriodUsage | TrialUsage | undefined): boolean {
  const row: Partial<PeriodUsage> = usage ?? {};
  return row.calls === 1 && row.tokens === wanted.tokens && row.items === wanted.items && row.researchNanoUsd === 0;
}

/** Returns whether the row contains at least the debit's amounts and another call: otherwise the debit was not written or is taken back. */
function holds(usage: PeriodUsage | TrialUsage | undefined, { wanted }: UsageDebit): boolean {
  if (usage === undefined || usage.calls < 2) return false;
  return usage.tokens >= wanted.tokens && usage.items >= wanted.items;
}

/** `take` and `reopen` also restore the previous receipt. */
export type ReceiptTakeBackStep = 'take' | 'reopen' | 'void' | 'done';

/** The rows that refused the last attempt to take back a debit and its receipt; a row that did not refuse is unknown. */
interface SeenWithReceipt {
  readonly row?: Pick<DebitTrace, 'isVoid' | 'usage'>;
  readonly receipt?: { readonly found: Receipt | undefined };
}

/**
 * Decides the next step for a debit with a receipt, which shows whether the debit was written. A debit stays if a repeat was answered from
 * its receipt or another request has overwritten the receipt, because it then pays for an answer.
 */
export function receiptTakeBackStep(
  debit: UsageDebit,
  requestId: string,
  { row, receipt }: SeenWithReceipt,
): ReceiptTakeBackStep {
  if (row?.isVoid === true) return 'done';
  if (receipt === undefined) return isOnlyDebit(debit, row?.usage) ? 'reopen' : 'take';
  if (receipt.found?.requestId !== requestId) return 'void';
  return receipt.found.isKept ? 'done' : 'take';
}

/** A charge may remain although its call failed: neither its outcome nor that of taking it back is known. The message contains only ids. */
export class UnansweredDebitError extends Error {
  override readonly name = 'UnansweredDebitError';

  constructor(debit: UsageDebit, cause: unknown) {
    const place = `${debit.accountId} ${usageKeyOf(debit)}`;
    super(`Debit ${debit.mark.id} of ${debit.wanted.tokens} tokens on ${place} may stand: it could not be taken back`, {
      cause,
    });
  }
}
