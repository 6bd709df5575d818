/** Computes the usage figures of every result (docs/reference/behavior.md#result-metadata) from known usage rows. */
import type { Caller } from '../accounts/caller.ts';
import { centsToNanoUsd } from '../../money.ts';
import { frozenTerms } from './usage-debit.ts';
import { periodAt, previousPeriod } from './periods.ts';
import type { Account } from '../accounts/account.ts';
import { periodCostNanoUsd } from './spending-cap.ts';
import type { PeriodUsage, TrialUsage, UsageFigures, UsageSnapshot } from '../accounts/usage.ts';

type Billed = Pick<Caller, 'account' | 'usage'> & { readonly client: Pick<Caller['client'], 'kind'> };

/** Returns the figures of a free call, from the rows read with the caller. */
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

/**
 * Returns the figures of a live key.
 * @param current the current period's row; after a debit, the row that the write returned
 */
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

/** Returns the figures of a trial key, which counts items, not tokens. */
export function trialFigures(account: Account, trial: TrialUsage | undefined): UsageFigures {
  return {
    tokens_billed: 0,
    tokens_used_this_period: null,
    tokens_included: null,
    records_estimate_remaining: Math.max(0, account.trialAllowanceItems - (trial?.items ?? 0)),
  };
}

/**
 * Estimates how many more items the included tokens and the rest of the spending cap pay for, at the account's average
 * of this period, or of the previous one if this one has no items yet. Returns null if there is no average, or if
 * nothing limits the number: the included tokens are used up and there is no cap or no price.
 */
function estimateRecordsRemaining(
  account: Account,
  usage: UsageSnapshot,
  current: PeriodUsage | undefined,
  nowMs: number,
): number | null {
  const measured = measuredPeriod(account, usage, current, nowMs);
  if (measured === undefined) return null;
  const tokens = tokensRemaining(account, current);
  return tokens === null ? null : Math.floor((tokens * measured.items) / measured.tokens);
}

/** Returns the average tokens per item, which the estimate uses; null if there is none yet. */
export function tokensPerRecord(account: Account, usage: UsageSnapshot, nowMs: number): number | null {
  const current = usage.periods.get(periodAt(account.anchorDay, nowMs).key);
  const measured = measuredPeriod(account, usage, current, nowMs);
  return measured === undefined ? null : Math.round(measured.tokens / measured.items);
}

/** Returns the period that the average is taken from. */
function measuredPeriod(
  account: Account,
  { periods }: UsageSnapshot,
  current: PeriodUsage | undefined,
  nowMs: number,
): PeriodUsage | undefined {
  if (isMeasured(current)) return current;
  const running = periodAt(account.anchorDay, nowMs);
  const previous = periods.get(previousPeriod(account.anchorDay, running).key);
  return isMeasured(previous) ? previous : undefined;
}

function isMeasured(usage: PeriodUsage | undefined): usage is PeriodUsage {
  return usage !== undefined && usage.items > 0 && usage.tokens > 0;
}

function tokensRemaining(account: Account, current: PeriodUsage | undefined): number | null {
  const { tokensIncluded, priceNanoUsdPerToken } = frozenTerms(account, current);
  const included = Math.max(0, tokensIncluded - (current?.tokens ?? 0));
  if (account.spendingCapCents === null || priceNanoUsdPerToken === 0) return included > 0 ? included : null;
  const left = Math.max(0, centsToNanoUsd(account.spendingCapCents) - periodCostNanoUsd(current));
  return included + Math.floor(left / priceNanoUsdPerToken);
}
