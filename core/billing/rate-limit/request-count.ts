/**
 * Counts requests against the plan's rate limit (docs/reference/behavior.md#limits), which all live and trial keys of
 * an account share on every interface. Each minute has a count on the row of the current period, so that the meter's
 * write can increment it; a free call needs a separate write. The minute is taken from `nowMs`. At most `atMost`
 * requests pass in it under any concurrency, and none below the limit is refused.
 */
import { periodAt } from '../meter/periods.ts';
import type { Caller } from '../accounts/caller.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { candidateCountOf } from './candidate-count.ts';
import { refusalUntil, type RateRefusal } from './rate-window.ts';
import { MINUTE_MS, nextStart } from '../../time.ts';

/** Port: counts a request in a separate write, for free calls. */
export interface RequestCounter {
  /**
   * Returns false and writes nothing when the minute is full. `candidates_spent`: it is counted, but the day's
   * candidates are more than their limit.
   */
  count(request: RequestCount): Promise<boolean | 'candidates_spent'>;
}

/** The clocks of two servers never differ by this much. */
const KEPT_MINUTES = 5;

type CountedCaller = Pick<Caller, 'account' | 'usage'>;

/** @param candidates how many misses of the request show candidates */
export function requestCountOf(caller: CountedCaller, nowMs: number, candidates = 0): RequestCount {
  const { account, usage } = caller;
  const minute = Math.floor(nowMs / MINUTE_MS);
  const periodKey = periodAt(account.anchorDay, nowMs).key;
  const seen = [...(usage.minutes?.get(periodKey) ?? new Map<number, number>()).keys()];
  return {
    accountId: account.accountId,
    periodKey,
    minute,
    atMost: account.terms.requestsPerMinute,
    outdated: seen.filter((other) => other <= minute - KEPT_MINUTES),
    candidates: candidateCountOf(caller, candidates, nowMs),
  };
}

/**
 * Returns the refusal if the minute was full when the caller's rows were read. Counts only grow, so no write is needed.
 */
export function refusedByMinuteRead(caller: CountedCaller, nowMs: number): RateRefusal | undefined {
  const { requestsPerMinute } = caller.account.terms;
  return countedInMinuteRead(caller, nowMs) < requestsPerMinute ? undefined : refusalAtMinutesEnd(nowMs);
}

/** Returns the minute's count as of when the caller's rows were read. */
export function countedInMinuteRead(caller: CountedCaller, nowMs: number): number {
  const { periodKey, minute } = requestCountOf(caller, nowMs);
  return caller.usage.minutes?.get(periodKey)?.get(minute) ?? 0;
}

/** Refuses until the end of the minute. */
export function refusalAtMinutesEnd(nowMs: number): RateRefusal {
  return refusalUntil(nextStart(MINUTE_MS, nowMs), nowMs);
}
