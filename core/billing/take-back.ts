/**
 * How a debit whose answer was lost is taken back (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Pure: decides from the current row;
 * the store carries it out in one conditional write that also voids the debit, so that it can neither land late nor be taken back twice.
 */
import type { Receipt } from '../accounts/receipt.ts';
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';
import { usageKeyOf, type UsageDebit } from './usage-debit.ts';

/** How many debit ids a row keeps: usually more than an account makes while one call waits for its meter. */
export const REMEMBERED_DEBITS = 16;

/** The part of a usage row that shows the outcome of a debit. */
export interface DebitTrace {
  /** The ids of the last debits on the row, newest first; fewer than {@link REMEMBERED_DEBITS} if there were no more. */
  readonly recent: readonly number[];
  /** The debit can no longer land: it was taken back. */
  readonly isVoid: boolean;
  readonly usage: PeriodUsage | TrialUsage | undefined;
}

/**
 * `void`: the debit did not land, and must not land from now on. `take`: what it took is taken back. `reopen`: the same for the first debit of a
 * period, which froze its terms: the period is as if it had not been opened. `take_unseen`: so many debits followed that nothing shows whether it
 * landed; it is taken back, for an error is never billed. `done`: nothing is left to do.
 */
export type TakeBackStep = 'void' | 'take' | 'reopen' | 'take_unseen' | 'done';

export function takeBackStep(debit: UsageDebit, { recent, isVoid, usage }: DebitTrace): TakeBackStep {
  if (isVoid) return 'done';
  if (recent.includes(debit.mark.id)) return isOnlyDebit(debit, usage) ? 'reopen' : 'take';
  if (showsAllSince(recent, debit.mark.after)) return 'void';
  return holds(usage, debit) ? 'take_unseen' : 'void';
}

/** Whether the remembered debits include every debit since the last one at the start of the call. */
function showsAllSince(recent: readonly number[], after: number | undefined): boolean {
  return recent.length < REMEMBERED_DEBITS || recent.some((id) => id === after);
}

/** A trial's row has no research: it is never opened, and never opened again. */
function isOnlyDebit({ wanted }: UsageDebit, usage: PeriodUsage | TrialUsage | undefined): boolean {
  const row: Partial<PeriodUsage> = usage ?? {};
  return row.calls === 1 && row.tokens === wanted.tokens && row.items === wanted.items && row.researchNanoUsd === 0;
}

/** Whether the row shows at least what the debit took, in addition to other calls: otherwise it did not land or was taken back. */
function holds(usage: PeriodUsage | TrialUsage | undefined, { wanted }: UsageDebit): boolean {
  if (usage === undefined || usage.calls < 2) return false;
  return usage.tokens >= wanted.tokens && usage.items >= wanted.items;
}

/** `take` and `reopen` give the receipt back too, to what it was before. */
export type ReceiptTakeBackStep = 'take' | 'reopen' | 'void' | 'done';

/** What refused to take a debit back together with its receipt; a row that did not refuse is not known. */
interface SeenWithReceipt {
  readonly row?: Pick<DebitTrace, 'isVoid' | 'usage'>;
  readonly receipt?: { readonly found: Receipt | undefined };
}

/**
 * The next step for a debit that was to be written with a receipt. The receipt shows whether it landed, so that nothing is left unseen. One that a repeat
 * was answered on, or that another request has written over, pays for an answer: the debit stays.
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

/** A charge that may remain although its call failed: neither its outcome nor that of taking it back is known. It names ids only. */
export class UnansweredDebitError extends Error {
  override readonly name = 'UnansweredDebitError';

  constructor(debit: UsageDebit, cause: unknown) {
    const place = `${debit.accountId} ${usageKeyOf(debit)}`;
    super(`Debit ${debit.mark.id} of ${debit.wanted.tokens} tokens on ${place} may stand: it could not be taken back`, {
      cause,
    });
  }
}
