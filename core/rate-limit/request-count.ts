/**
 * The limit per account (docs/reference/behavior.md#limits): the plan's requests per minute, shared by all live and trial keys of the account and by every
 * interface. Each minute is one number on the row of the running period, so that the meter's write counts the request too; what costs nothing
 * counts it alone. A minute is that of the caller's clock: at most `atMost` requests pass in it, whatever the concurrency, and none under it is refused.
 */
import { periodAt } from '../billing/periods.ts';
import type { Caller } from '../accounts/caller.ts';
import type { RequestCount } from '../accounts/usage.ts';
import { refusalUntil, type RateRefusal } from './rate-window.ts';
import { MINUTE_MS, nextStart } from '../time.ts';

/** The port that counts a request by itself, for calls that cost nothing. */
export interface RequestCounter {
  /** False, and nothing written, when the minute is full. */
  count(request: RequestCount): Promise<boolean>;
}

/** No two clocks that serve requests are this far apart. */
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

/** The refusal of a caller whose minute was full when its rows were read: counts only grow, so nothing needs to be written. */
export function refusedByMinuteRead(caller: CountedCaller, nowMs: number): RateRefusal | undefined {
  const { periodKey, minute, atMost } = requestCountOf(caller, nowMs);
  const counted = caller.usage.minutes?.get(periodKey)?.get(minute) ?? 0;
  return counted < atMost ? undefined : refusalAtMinutesEnd(nowMs);
}

/** A refusal that lasts as long as the minute does. */
export function refusalAtMinutesEnd(nowMs: number): RateRefusal {
  return refusalUntil(nextStart(MINUTE_MS, nowMs), nowMs);
}
