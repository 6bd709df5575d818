/**
 * Limits requests per caller (docs/reference/behavior.md#limits): all live and trial keys share the plan's limit, each
 * test key has its own.
 */
import type { Caller } from '../accounts/caller.ts';
import { requestsPerMinuteOf } from '../accounts/requests-per-minute.ts';
import type { RateRefusal, RateVerdict, RateWindows } from './rate-window.ts';
import { refusalAtMinutesEnd, refusedByMinuteRead, requestCountOf, type RequestCounter } from './request-count.ts';

export interface RatePorts {
  readonly rates: RateWindows;
  readonly requests: RequestCounter;
}

type Limited = Pick<Caller, 'account' | 'client' | 'usage'>;

/**
 * Counts one request of the caller, or refuses it when the minute is full.
 * @param candidates how many of its misses show candidates
 */
export async function limitCaller(
  ports: RatePorts,
  caller: Limited,
  nowMs: number,
  candidates = 0,
): Promise<RateVerdict> {
  if (caller.client.kind === 'test') return ports.rates.take(...testWindow(caller), nowMs);
  const refused = refusedByMinuteRead(caller, nowMs);
  if (refused !== undefined) return refused;
  const counted = await ports.requests.count(requestCountOf(caller, nowMs, candidates));
  if (counted === 'candidates_spent') return { allowed: true, candidatesSpent: true };
  return counted ? { allowed: true } : refusalAtMinutesEnd(nowMs);
}

/**
 * Returns the refusal if the caller is already known to be over its limit. It reads nothing, so that callers can skip
 * other work.
 */
export function knownRefusal({ rates }: RatePorts, caller: Limited, nowMs: number): RateRefusal | undefined {
  return caller.client.kind === 'test'
    ? rates.refusedFromMemory(...testWindow(caller), nowMs)
    : refusedByMinuteRead(caller, nowMs);
}

function testWindow(caller: Limited): [subject: string, limitPerMinute: number] {
  return [`CLIENT#${caller.client.clientId}`, requestsPerMinuteOf(caller)];
}
