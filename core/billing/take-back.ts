/**
 * How a debit is taken back whose answer was lost (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Pure: decided from the row as it is,
 * carried out by the ledger in one conditional write that voids the debit too, so that it can neither land late nor be taken back twice.
 */
import type { PeriodUsage, TrialUsage } from '../accounts/usage.ts';
import { usageKeyOf, type UsageDebit } from './usage-debit.ts';

/** The ids of so many debits stay on a row: more than an account makes while a call waits for its meter, usually. */
export const REMEMBERED_DEBITS = 16;

/** A usage row as far as it shows what became of a debit. */
export interface DebitTrace {
  /** The ids of the last debits on the row, the newest first; fewer than {@link REMEMBERED_DEBITS} when there were no more. */
  readonly recent: readonly number[];
  /** The debit may not land any more: it was taken back. */
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

/** Whether every debit since the one that was last when the call began is among those remembered. */
function showsAllSince(recent: readonly number[], after: number | undefined): boolean {
  return recent.length < REMEMBERED_DEBITS || (after !== undefined && recent.includes(after));
}

function isOnlyDebit(debit: UsageDebit, usage: PeriodUsage | TrialUsage | undefined): boolean {
  if (debit.kind === 'trial' || usage === undefined || !('tokensIncluded' in usage)) return false;
  const { tokens, items } = debit.wanted;
  return usage.calls === 1 && usage.tokens === tokens && usage.items === items && usage.researchNanoUsd === 0;
}

/** Whether the row shows at least what the debit took, with calls besides it: else it did not land, or was taken back. */
function holds(usage: PeriodUsage | TrialUsage | undefined, { wanted }: UsageDebit): boolean {
  if (usage === undefined || usage.calls < 2) return false;
  return usage.tokens >= wanted.tokens && usage.items >= wanted.items;
}

/** A charge that may stand though its call failed: neither its outcome nor that of taking it back is known. It names ids alone. */
export class UnansweredDebitError extends Error {
  override readonly name = 'UnansweredDebitError';

  constructor(debit: UsageDebit, cause: unknown) {
    const place = `${debit.accountId} ${usageKeyOf(debit)}`;
    super(`Debit ${debit.mark.id} of ${debit.wanted.tokens} tokens on ${place} may stand: it could not be taken back`, {
      cause,
    });
  }
}
