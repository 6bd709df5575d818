/**
 * Repeats a step (read, decide, write) when another writer was faster. Three loops are their own: meter-call.ts decides
 * again from the row that refused the debit, close-statements.ts and change-enrichment.ts begin with what is read
 * already.
 */
import { fail, type Result } from './result.ts';

const MAX_ATTEMPTS = 5;

export interface ChangedMeanwhile {
  readonly kind: 'changed_meanwhile';
}

/**
 * Returns undefined if every attempt lost.
 * @param attempt returns undefined when the rows that it read changed before its write
 */
export async function attemptAgain<T>(
  attempt: () => Promise<T | undefined>,
  maxAttempts = MAX_ATTEMPTS,
): Promise<T | undefined> {
  for (let count = 1; count <= maxAttempts; count += 1) {
    const decided = await attempt();
    if (decided !== undefined) return decided;
  }
  return undefined;
}

/** Does the same, and refuses a change that always lost. */
export async function decideAgain<T, E>(
  attempt: () => Promise<Result<T, E> | undefined>,
): Promise<Result<T, E | ChangedMeanwhile>> {
  return (await attemptAgain(attempt)) ?? fail({ kind: 'changed_meanwhile' });
}
