/**
 * Writes the usage report of get_usage (docs/reference/behavior.md#usage-report) from the rows read with the caller. It
 * is free and works in every state of the account, because it shows customers why other tools are refused.
 */
import type { Caller } from '../accounts/caller.ts';
import { centsToNanoUsd, formatUsd } from '../../money.ts';
import { requestsPerMinuteOf } from '../accounts/requests-per-minute.ts';
import { describeBudget } from './budget-text.ts';
import { budgetStanding, type PayingClient } from './client-share.ts';
import { capStanding, describeStanding } from './cap-standing.ts';
import { frozenTerms } from './usage-debit.ts';
import { periodAt, type Period } from './periods.ts';
import { billingStateAt, type Account } from '../accounts/account.ts';
import { sandboxMessage } from './sandbox.ts';
import { overageTokens, periodCostNanoUsd } from './spending-cap.ts';
import type { PeriodUsage } from '../accounts/usage.ts';
import { usageFigures } from './usage-figures.ts';
import { DAY_MS, shortTimeText } from '../../time.ts';

export interface UsageReport {
  readonly sandbox: boolean;
  readonly dashboard_url: string;
  readonly plan_code: string | null;
  readonly plan_name: string | null;
  /** RFC 3339; the end is the first moment of the next period. */
  readonly period_start: string | null;
  readonly period_end: string | null;
  readonly tokens_used: number | null;
  readonly tokens_included: number | null;
  readonly tokens_overage: number | null;
  readonly records_estimate_remaining: number | null;
  readonly spending_cap_cents: number | null;
  readonly days_left: number | null;
  /** The most urgent notice, the amounts spent and left, and the limits of a call. */
  readonly message: string | null;
}

type Reported = Pick<Caller, 'account' | 'usage'> & { readonly client: PayingClient };

/** The used share at which the report begins to mention a cap, an allowance or the included tokens. */
const NEARLY_USED = 0.8;

/** @param testItemsPerDay the most items that an account's test keys may read in a day */
export function usageReport(
  caller: Reported,
  dashboardUrl: string,
  nowMs: number,
  testItemsPerDay?: number,
): UsageReport {
  switch (caller.client.kind) {
    case 'test':
      return {
        ...blankReport(dashboardUrl),
        sandbox: true,
        message: `Test key: the sandbox, never metered and never billed.${sandboxMessage(caller, testItemsPerDay)} ${limitsOf(caller)}`,
      };
    case 'trial':
      return trialReport(caller, dashboardUrl, nowMs);
    case 'live':
      return periodReport(caller, dashboardUrl, nowMs);
  }
}

function blankReport(dashboardUrl: string): UsageReport {
  return {
    sandbox: false,
    dashboard_url: dashboardUrl,
    plan_code: null,
    plan_name: null,
    period_start: null,
    period_end: null,
    tokens_used: null,
    tokens_included: null,
    tokens_overage: null,
    records_estimate_remaining: null,
    spending_cap_cents: null,
    days_left: null,
    message: null,
  };
}

function trialReport(caller: Reported, dashboardUrl: string, nowMs: number): UsageReport {
  const { account } = caller;
  const remaining = usageFigures(caller, nowMs).records_estimate_remaining ?? 0;
  return {
    ...blankReport(dashboardUrl),
    plan_code: 'free_trial',
    plan_name: 'Free trial',
    records_estimate_remaining: remaining,
    message: `${trialMessage(account, remaining)} ${limitsOf(caller)}`,
  };
}

function trialMessage(account: Account, remaining: number): string {
  if (account.billingState === 'trial_ended') return stateMessage('trial_ended');
  if (remaining === 0) return 'The free trial is used up. Move to a paid plan.';
  const used = account.trialAllowanceItems - remaining;
  const left = `${remaining} of ${account.trialAllowanceItems} items are left`;
  return used < account.trialAllowanceItems * NEARLY_USED
    ? `Of the free trial ${left}.`
    : `The free trial is nearly used: ${left}.`;
}

function periodReport(caller: Reported, dashboardUrl: string, nowMs: number): UsageReport {
  const { account, usage } = caller;
  const period = periodAt(account.anchorDay, nowMs);
  const current = usage.periods.get(period.key);
  const figures = usageFigures(caller, nowMs);
  const planless = account.billingState === 'no_active_plan';
  return {
    ...blankReport(dashboardUrl),
    plan_code: planless ? null : account.terms.code,
    plan_name: planless ? null : account.terms.name,
    ...periodDates(period, nowMs),
    tokens_used: figures.tokens_used_this_period,
    tokens_included: figures.tokens_included,
    tokens_overage: current === undefined ? 0 : overageTokens(current),
    records_estimate_remaining: figures.records_estimate_remaining,
    spending_cap_cents: account.spendingCapCents,
    message: [
      periodMessage(account, current, nowMs),
      budgetMessage(caller, nowMs),
      describeStanding(capStanding(caller, nowMs)),
      limitsOf(caller),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

function budgetMessage(caller: Reported, nowMs: number): string | null {
  const standing = budgetStanding(caller, nowMs);
  return standing && describeBudget(standing, caller.client.signIn !== undefined);
}

function periodDates(period: Period, nowMs: number) {
  return {
    period_start: shortTimeText(period.startMs),
    period_end: shortTimeText(period.endMs),
    days_left: Math.ceil((period.endMs - nowMs) / DAY_MS),
  };
}

/** Returns only the most urgent matter. */
function periodMessage(account: Account, current: PeriodUsage | undefined, nowMs: number): string | null {
  const state = billingStateAt(account, nowMs);
  if (state !== 'active') return stateMessage(state);
  if (account.graceEndsAtMs !== undefined)
    return `A payment failed. Calls that return item data are refused from ${shortTimeText(account.graceEndsAtMs)} on, unless it is settled. Update the card.`;
  return capMessage(account, current) ?? includedMessage(account, current);
}

function stateMessage(state: Exclude<Account['billingState'], 'active'>): string {
  switch (state) {
    case 'no_active_plan':
      return 'There is no active plan: calls that return item data are refused. Choose a plan.';
    case 'past_due':
      return 'A payment failed: calls that return item data are refused. Update the card.';
    case 'trial_ended':
      return 'The trial is used up and the chosen plan could not start. Check the card.';
  }
}

function capMessage({ spendingCapCents }: Account, current: PeriodUsage | undefined): string | null {
  if (spendingCapCents === null) return null;
  const cap = centsToNanoUsd(spendingCapCents);
  const cost = periodCostNanoUsd(current);
  if (cost < cap * NEARLY_USED || cost === 0) return null;
  return cost >= cap
    ? 'The spending cap is reached: calls that would cost more are refused. Raise or remove the cap, or wait for the next period.'
    : 'The spending cap is near.';
}

function includedMessage(account: Account, current: PeriodUsage | undefined): string | null {
  const { tokensIncluded, priceNanoUsdPerToken } = frozenTerms(account, current);
  const used = current?.tokens ?? 0;
  if (used < tokensIncluded * NEARLY_USED || used === 0) return null;
  const price = `${formatUsd(priceNanoUsdPerToken * 1000)} per 1,000`;
  return used >= tokensIncluded
    ? `The included tokens are used up. Further tokens cost ${price}.`
    : `The included tokens are nearly used up. After that, tokens cost ${price}.`;
}

function limitsOf(caller: Reported): string {
  const { batchSize } = caller.account.terms;
  return `One lookup_parts call takes up to ${batchSize} items; ${requestsPerMinuteOf(caller)} requests a minute are allowed.`;
}
