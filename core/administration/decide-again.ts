/** A change that is written over what was read: read, decided and written; and again when another writer was faster. */
import { fail, type Result } from '../result.ts';

const MAX_ATTEMPTS = 5;

export interface ChangedMeanwhile {
  readonly kind: 'changed_meanwhile';
}

/** @param attempt undefined: what it read was changed before it wrote */
export async function decideAgain<T, E>(
  attempt: () => Promise<Result<T, E> | undefined>,
): Promise<Result<T, E | ChangedMeanwhile>> {
  for (let count = 1; count <= MAX_ATTEMPTS; count += 1) {
    const decided = await attempt();
    if (decided !== undefined) return decided;
  }
  return fail({ kind: 'changed_meanwhile' });
}
