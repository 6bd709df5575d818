import type { Result } from '../../core/result.ts';

/** The value of a result that must have succeeded. */
export function valueOf<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`Refused: ${JSON.stringify(result.reason)}`);
  return result.value;
}
