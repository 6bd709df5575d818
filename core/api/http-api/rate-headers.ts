/**
 * Writes the headers that let a client pace its requests (draft-ietf-httpapi-ratelimit-headers-11). They are only
 * hints, because concurrent calls count in the same minute.
 */
import type { RateStanding } from '../../billing/rate-limit/request-ticket.ts';
import { MINUTE_MS, nextStart, secondsUntil } from '../../time.ts';

interface NamedStanding extends RateStanding {
  /** Requests are counted for all keys of the plan, for a test key, or for the network address. */
  readonly policy: 'plan' | 'key' | 'address';
}

export function rateHeaders(
  { policy, perMinute, left }: NamedStanding,
  secondsLeft: number,
): Readonly<Record<string, string>> {
  return {
    'ratelimit-policy': `"${policy}";q=${perMinute};w=60`,
    ratelimit: `"${policy}";r=${left};t=${secondsLeft}`,
  };
}

export function secondsOfMinuteLeft(nowMs: number): number {
  return secondsUntil(nextStart(MINUTE_MS, nowMs), nowMs);
}
