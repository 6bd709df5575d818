/** The figures that every result carries (specification section 2.7), from the usage rows as they are known. */
import type { Caller } from '../auth/caller.ts';
import { frozenTerms } from './draw.ts';
import { periodAt, previousPeriod } from './periods.ts';
import type { Account } from './plan.ts';
import type { PeriodUsage, TrialUsage, UsageFigures, UsageSnapshot } from './usage.ts';

type Billed = Pick<Caller, 'account' | 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** The figures of a call that costs nothing, from the rows read with the caller. */
export function usageFigures({ account, client, usage }: Billed, nowMs: number): UsageFigures {
  switch (client.kind) {
    case 'test':
      return {
        tokens_billed: 0,
        tokens_used_this_period: null,
        tokens_included: null,
        records_estimate_remaining: null,
      };
    case 'trial':
      return trialFigures(account, usage.trial);
    case 'live':
      return periodFigures(account, usage, usage.periods.get(periodAt(account.anchorDay, nowMs).key), 0, nowMs);
  }
}

/** The figures of a live key: `current` is the running period's row, after a draw the one that the write returned. */
export function periodFigures(
  account: Account,
  usage: UsageSnapshot,
  current: PeriodUsage | undefined,
  tokensBilled: number,
  nowMs: number,
): UsageFigures {
  const planless = account.billingState === 'no_active_plan' && current === undefined;
  return {
    tokens_billed: tokensBilled,
    tokens_used_this_period: current?.tokens ?? 0,
    tokens_included: planless ? null : frozenTerms(account, current).tokensIncluded,
    records_estimate_remaining: planless ? null : estimateRecordsRemaining(account, usage, current, nowMs),
  };
}

/** The figures of a trial key: items count there, tokens do not. */
export function trialFigures(account: Account, trial: TrialUsage | undefined): UsageFigures {
  return {
    tokens_billed: 0,
    tokens_used_this_period: null,
    tokens_included: null,
    records_estimate_remaining: Math.max(0, account.trialAllowanceItems - (trial?.items ?? 0)),
  };
}

/**
 * How many more records the included tokens are good for, at the account's own average of this period, or of the one before while this
 * one has no record. Null while there is no average. 0 means that overage has begun, not that calls fail.
 */
function estimateRecordsRemaining(
  account: Account,
  { periods }: UsageSnapshot,
  current: PeriodUsage | undefined,
  nowMs: number,
): number | null {
  const running = periodAt(account.anchorDay, nowMs);
  const measured = [current, periods.get(previousPeriod(account.anchorDay, running).key)].find(
    (usage) => usage !== undefined && usage.items > 0 && usage.tokens > 0,
  );
  if (measured === undefined) return null;
  const left = Math.max(0, frozenTerms(account, current).tokensIncluded - (current?.tokens ?? 0));
  return Math.floor((left * measured.items) / measured.tokens);
}
