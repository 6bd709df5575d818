/** Repeats a change (read, decide, write) when another writer was faster. */
import { fail, type Result } from './result.ts';

const MAX_ATTEMPTS = 5;

export interface ChangedMeanwhile {
  readonly kind: 'changed_meanwhile';
}

/** @param attempt returns undefined when the rows that it read changed before its write */
export async function decideAgain<T, E>(
  attempt: () => Promise<Result<T, E> | undefined>,
): Promise<Result<T, E | ChangedMeanwhile>> {
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const decided = await attempt();
    if (decided !== undefined) return decided;
  }
  return fail({ kind: 'changed_meanwhile' });
}
