/**
 * Keeps response times from revealing whether a client exists. A wrong secret takes longer to refuse than an unknown client, because rows are sent, read and
 * compared. An attacker who measures many refusals could distinguish them, so both are sent at the next full step since the request began.
 */
import type { Clock } from '../clock.ts';
import type { AuthRefusal } from './auth-refusal.ts';

/** Well above the usual time of a refusal. */
const STEP_MS = 50;

/** Waits when the refusal is one of the two that must not be distinguishable. */
export async function padRefusalTime(refusal: AuthRefusal, startedMs: number, clock: Clock): Promise<void> {
  const guessable =
    refusal.kind === 'invalid_credentials' && (refusal.cause === 'unknown_client' || refusal.cause === 'wrong_secret');
  if (!guessable) return;
  const restMs = (STEP_MS - ((clock.nowMs() - startedMs) % STEP_MS)) % STEP_MS;
  await new Promise((resolve) => setTimeout(resolve, restMs));
}
