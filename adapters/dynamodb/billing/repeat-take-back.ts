/**
 * Repeats attempts to take a debit back until its outcome is known
 * (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Each attempt is one conditional write, decided from the
 * row that refused the previous attempt. It voids the debit, so any attempt may be repeated, late or lost.
 */
import type { DecidedStep, TakeBackResult } from '../../../core/billing/meter/take-back.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';

/** The time limit is checked only between steps, so a transaction with conflicting writes must end by itself. */
export const CONFLICTS_PER_STEP = 3;

/** What is left to do after an attempt. */
interface TakeBackState extends DecidedStep {
  /** The void debits in the row, as it was last read. */
  readonly voids: ReadonlyMap<string, number>;
}

/**
 * @param attempt makes one write; if it returns undefined, the step was carried out
 * @param giveUpAfterMs no attempt begins later than this
 */
export async function repeatTakeBack(
  first: DecidedStep,
  attempt: (state: TakeBackState) => Promise<TakeBackState | undefined>,
  { giveUpAfterMs, nowMs = () => performance.now() }: { giveUpAfterMs: number; nowMs?: (() => number) | undefined },
): Promise<TakeBackResult> {
  const startedMs = nowMs();
  let state: TakeBackState = { ...first, voids: new Map() };
  // An attempt without an answer may have recorded the doubt; the row then only shows that the debit is void.
  let result: TakeBackResult = 'taken_back';
  let failures = 0;
  while (state.step !== 'done') {
    if (nowMs() - startedMs >= giveUpAfterMs) return 'gave_up';
    if (state.step === 'doubt') result = 'in_doubt';
    try {
      const refused = await attempt(state);
      if (refused === undefined) return state.step === 'doubt' ? 'in_doubt' : 'taken_back';
      state = refused;
    } catch {
      await waitWithFullJitter((failures += 1));
    }
  }
  return result;
}
