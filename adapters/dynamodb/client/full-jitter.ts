/**
 * The wait before a retry: a random time up to a bound that doubles, so that many callers do not return at the same
 * moment.
 */

const FIRST_BOUND_MS = 25;
const LAST_BOUND_MS = 400;

/** @param attempt the number of attempts that failed so far, from 1 */
export async function waitWithFullJitter(attempt: number): Promise<void> {
  const boundMs = Math.min(LAST_BOUND_MS, FIRST_BOUND_MS * 2 ** (attempt - 1));
  await new Promise((resolve) => setTimeout(resolve, Math.random() * boundMs));
}
