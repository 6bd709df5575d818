/**
 * Hides in time whether a client exists. A wrong secret takes longer to refuse than an unknown client: there are rows to send, to read and to
 * compare. An attacker who measures many refusals could tell them apart, so both leave at the next full step since the request began.
 */
import type { Clock } from '../clock.ts';
import type { AuthRefusal } from './auth-refusal.ts';

/** Well above what a refusal takes when nothing is slow. */
const STEP_MS = 50;

/** Waits when the refusal is of the two that must not be told apart. */
export async function padRefusalTime(refusal: AuthRefusal, startedMs: number, clock: Clock): Promise<void> {
  const guessable =
    refusal.kind === 'invalid_credentials' && (refusal.cause === 'unknown_client' || refusal.cause === 'wrong_secret');
  if (!guessable) return;
  const restMs = (STEP_MS - ((clock.nowMs() - startedMs) % STEP_MS)) % STEP_MS;
  await new Promise((resolve) => setTimeout(resolve, restMs));
}
