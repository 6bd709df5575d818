/**
 * The limit per account (docs/reference/behavior.md#limits): the plan's requests per minute, shared by all live and trial keys of the account and by every
 * interface. Each minute is one number on the row of the running period, so that the meter's write counts the request too; what costs nothing
 * counts it alone. Minutes follow the caller's clock: at most `atMost` requests pass in one under any concurrency, and none below the limit is refused.
 */
import { periodAt } from '../billing/periods.ts';
import type { Caller } from '../accounts/caller.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { refusalUntil, type RateRefusal } from './rate-window.ts';
import { MINUTE_MS, nextStart } from '../time.ts';

/** The port that counts a request alone, for free calls. */
export interface RequestCounter {
  /** Returns false and writes nothing when the minute is full. */
  count(request: RequestCount): Promise<boolean>;
}

/** The clocks of two servers never differ by this much. */
const KEPT_MINUTES = 5;

export type CountedCaller = Pick<Caller, 'account' | 'usage'>;

export function requestCountOf({ account, usage }: CountedCaller, nowMs: number): RequestCount {
  const minute = Math.floor(nowMs / MINUTE_MS);
  const periodKey = periodAt(account.anchorDay, nowMs).key;
  const seen = [...(usage.minutes?.get(periodKey)?.keys() ?? [])];
  return {
    accountId: account.accountId,
    periodKey,
    minute,
    atMost: account.terms.requestsPerMinute,
    outdated: seen.filter((other) => other <= minute - KEPT_MINUTES),
  };
}

/** The refusal of a caller whose minute was full when its rows were read: counts only grow, so no write is needed. */
export function refusedByMinuteRead(caller: CountedCaller, nowMs: number): RateRefusal | undefined {
  const { requestsPerMinute } = caller.account.terms;
  return countedInMinuteRead(caller, nowMs) < requestsPerMinute ? undefined : refusalAtMinutesEnd(nowMs);
}

/** The requests of the minute when the caller's rows were read. */
export function countedInMinuteRead(caller: CountedCaller, nowMs: number): number {
  const { periodKey, minute } = requestCountOf(caller, nowMs);
  return caller.usage.minutes?.get(periodKey)?.get(minute) ?? 0;
}

/** A refusal until the end of the minute. */
export function refusalAtMinutesEnd(nowMs: number): RateRefusal {
  return refusalUntil(nextStart(MINUTE_MS, nowMs), nowMs);
}
