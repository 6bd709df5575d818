/** Callers for tests of pure rules, as if they had been read from the store. */
import type { Caller } from '../../core/accounts/caller.ts';
import { SCOPES } from '../../core/accounts/scopes.ts';
import { BUILT_IN_PLANS } from '../../core/accounts/built-in-plans.ts';
import type { Account, PlanTerms } from '../../core/accounts/plan.ts';
import type { PeriodUsage, TrialUsage } from '../../core/accounts/usage.ts';
import type { ClientKind } from '../../core/identifiers.ts';

/** A Wednesday in the middle of a period. */
export const NOON_MS = Date.UTC(2026, 10, 18, 12);

const GROWTH = BUILT_IN_PLANS[1] as PlanTerms;

export interface CallerSituation {
  readonly kind?: ClientKind;
  readonly account?: Partial<Account>;
  readonly terms?: Partial<PlanTerms>;
  /** By period key. */
  readonly periods?: Readonly<Record<string, Partial<PeriodUsage>>>;
  readonly trial?: Partial<TrialUsage>;
}

/** A caller on the growth plan with every scope, anchor day 1, nothing used, when nothing else is said. */
export function callerIn({ kind = 'live', account, terms, periods = {}, trial }: CallerSituation = {}): Caller {
  const accountId = 'acc_0123456789';
  return {
    account: {
      accountId,
      name: 'Test account',
      status: 'active',
      billingState: 'active',
      terms: { ...GROWTH, ...terms },
      spendingCapCents: null,
      anchorDay: 1,
      trialAllowanceItems: 100,
      trialResearchAllowed: false,
      spendingBySignIn: false,
      ...account,
    },
    client: {
      clientId: `cli_${kind}_0123456789_000000000000`,
      kind,
      accountId,
      name: 'Test key',
      scopes: SCOPES,
      createdAtMs: 0,
      revokedAtMs: null,
      assistantNames: new Set(),
    },
    scopes: new Set(SCOPES),
    usage: {
      periods: new Map(Object.entries(periods).map(([key, usage]) => [key, periodUsage(usage)])),
      trial: trial === undefined ? undefined : { items: 0, reservedItems: 0, tokens: 0, calls: 0, ...trial },
    },
  };
}

export function periodUsage(usage: Partial<PeriodUsage>): PeriodUsage {
  return {
    tokens: 0,
    items: 0,
    calls: 0,
    researchNanoUsd: 0,
    reservedNanoUsd: 0,
    chargedNanoUsd: 0,
    committedNanoUsd: 0,
    priceNanoUsdPerToken: GROWTH.overagePriceNanoUsdPerToken,
    tokensIncluded: GROWTH.tokensIncluded,
    ...usage,
  };
}
