/** The figures that every result carries (docs/reference/behavior.md#result-metadata), from the usage rows as they are known. */
import type { Caller } from '../accounts/caller.ts';
import { centsToNanoUsd } from '../money.ts';
import { frozenTerms } from './usage-debit.ts';
import { periodAt, previousPeriod } from './periods.ts';
import type { Account } from '../accounts/plan.ts';
import { periodCostNanoUsd } from './spending-cap.ts';
import type { PeriodUsage, TrialUsage, UsageFigures, UsageSnapshot } from '../accounts/usage.ts';

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

/** The figures of a live key: `current` is the running period's row, after a debit the one that the write returned. */
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
 * How many more records can be had, at the account's own average of this period, or of the one before while this one has no record: for the
 * included tokens, and for what a spending cap still leaves. Null while there is no average, and where nothing bounds what may be had: included
 * tokens used up, and no cap or no price.
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
  const tokens = tokensRemaining(account, current);
  return tokens === null ? null : Math.floor((tokens * measured.items) / measured.tokens);
}

function tokensRemaining(account: Account, current: PeriodUsage | undefined): number | null {
  const { tokensIncluded, priceNanoUsdPerToken } = frozenTerms(account, current);
  const included = Math.max(0, tokensIncluded - (current?.tokens ?? 0));
  if (account.spendingCapCents === null || priceNanoUsdPerToken === 0) return included > 0 ? included : null;
  const left = Math.max(0, centsToNanoUsd(account.spendingCapCents) - periodCostNanoUsd(current));
  return included + Math.floor(left / priceNanoUsdPerToken);
}
