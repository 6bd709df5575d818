/**
 * Repeats attempts to take a debit back until its outcome is known (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Each attempt is one
 * conditional write, decided from the row that refused the previous attempt. It voids the debit, so any attempt may be repeated, late or lost.
 */
import { waitWithFullJitter } from '../client/full-jitter.ts';

/** What is left to do after an attempt; `done` also if there was nothing to take back. */
export interface TakeBackState<Step> {
  readonly step: Step | 'done';
  /** The void debits in the row, as it was last read. */
  readonly voids: ReadonlyMap<string, number>;
}

/**
 * @param attempt makes one write; if it returns undefined, the debit is taken back
 * @param giveUpAfterMs no attempt begins later than this
 * @returns false when the debit's outcome is unknown
 */
export async function repeatTakeBack<Step extends string>(
  first: Step,
  attempt: (state: TakeBackState<Step> & { readonly step: Step }) => Promise<TakeBackState<Step> | undefined>,
  { giveUpAfterMs, nowMs = () => performance.now() }: { giveUpAfterMs: number; nowMs?: (() => number) | undefined },
): Promise<boolean> {
  const startedMs = nowMs();
  let { step, voids }: TakeBackState<Step> = { step: first, voids: new Map() };
  let failures = 0;
  while (step !== 'done' && nowMs() - startedMs < giveUpAfterMs) {
    try {
      const refused = await attempt({ step, voids });
      if (refused === undefined) return true;
      ({ step, voids } = refused);
    } catch {
      await waitWithFullJitter((failures += 1));
    }
  }
  return step === 'done';
}
