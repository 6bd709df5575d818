/**
 * Limits how many misses of an account name candidates in a day (UTC), because candidates are not billed and would
 * otherwise let the index be listed for nothing (docs/reference/behavior.md#limits). The limit is the plan's number of
 * parts not found a day; for test keys it is what is left of the sandbox's day. The count is on the row that counts the
 * requests. It is judged by the rows read with the caller, and by what the write found, so that concurrent calls show
 * no more.
 */
import type { Caller } from '../accounts/caller.ts';
import type { CandidateCount } from '../accounts/usage.ts';
import { mayBeBilled } from '../meter/may-be-billed.ts';
import { periodAt } from '../meter/periods.ts';
import { DAY_MS } from '../../time.ts';

type CountedCaller = Pick<Caller, 'account' | 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** Returns for how many more misses the caller may see candidates; 0 for a caller that may not be billed. */
export function candidatesLeft(caller: CountedCaller, testItemsPerDay: number | undefined, nowMs: number): number {
  if (!mayBeBilled(caller, nowMs)) return 0;
  const { account, client, usage } = caller;
  if (client.kind === 'test') return Math.max(0, (testItemsPerDay ?? Infinity) - (usage.sandboxItems ?? 0));
  const days = usage.candidateDays?.get(periodAt(account.anchorDay, nowMs).key);
  return Math.max(0, account.terms.notFoundPartsPerDay - (days?.get(dayNumber(nowMs)) ?? 0));
}

/** Returns what the write that counts the request adds; undefined if no candidates are shown. */
export function candidateCountOf(
  { account, usage }: Pick<Caller, 'account' | 'usage'>,
  count: number,
  nowMs: number,
): CandidateCount | undefined {
  if (count === 0) return undefined;
  const day = dayNumber(nowMs);
  const days = usage.candidateDays?.get(periodAt(account.anchorDay, nowMs).key) ?? new Map<number, number>();
  return {
    day,
    count,
    atMost: account.terms.notFoundPartsPerDay,
    outdated: [...days.keys()].filter((other) => other < day - 1),
  };
}

function dayNumber(nowMs: number): number {
  return Math.floor(nowMs / DAY_MS);
}
