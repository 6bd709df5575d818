/**
 * Keeps response times from revealing whether a client exists. Refusing a wrong secret takes longer than refusing an
 * unknown client, because rows are read and compared. Both refusals are therefore delayed to a multiple of `STEP_MS`
 * after the start of the request.
 */
import type { Clock } from '../../time.ts';
import type { AuthRefusal } from './auth-refusal.ts';

/** Well above the usual duration of a refusal. */
const STEP_MS = 50;

/** Waits if the refusal is one of the two that must be indistinguishable. */
export async function padRefusalTime(refusal: AuthRefusal, startedMs: number, clock: Clock): Promise<void> {
  const guessable =
    refusal.kind === 'invalid_credentials' && (refusal.cause === 'unknown_client' || refusal.cause === 'wrong_secret');
  if (!guessable) return;
  const restMs = (STEP_MS - ((clock.nowMs() - startedMs) % STEP_MS)) % STEP_MS;
  await new Promise((resolve) => setTimeout(resolve, restMs));
}
