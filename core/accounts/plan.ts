/**
 * A plan's terms. The account carries a copy of them, so that one read tells what a call may cost;
 * changing a built-in plan never changes the terms of an account that already has it.
 */
import type { NanoUsd } from '../money.ts';

export interface PlanTerms {
  readonly code: string;
  readonly name: string;
  readonly tokensIncluded: number;
  readonly requestsPerMinute: number;
  /** The most parts one lookup_parts call may name. */
  readonly batchSize: number;
  readonly overagePriceNanoUsdPerToken: NanoUsd;
  readonly researchAllowed: boolean;
  /** The most parts that the account may have queued or researched at once. */
  readonly openParts: number;
  /** The parts not found in a day (UTC) after which no more are taken; those that are open then still end. */
  readonly notFoundPartsPerDay: number;
  /** The rows of catalogs that may be imported in a billing period: their summaries are free, so they are bounded. */
  readonly catalogRowsPerMonth: number;
  /** What each period costs before any use; null: agreed with each customer, 0 on a statement until it is set. */
  readonly monthlyFeeCents: number | null;
}

/**
 * Whether the account may be billed (docs/reference/behavior.md#state-of-an-account). Each but `active` has an error code of its own;
 * free tools work in all of them.
 */
export const BILLING_STATES = ['active', 'no_active_plan', 'past_due', 'trial_ended'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

/** An account that is not active is refused everything with `forbidden`. */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly billingState: BillingState;
  /** A payment failed, and from then on the account is past due; absent: none failed. */
  readonly graceEndsAtMs?: number;
  readonly terms: PlanTerms;
  /** null: no cap. Changes at once, unlike the frozen terms of a period. */
  readonly spendingCapCents: number | null;
  /** Periods are months from this day, 1 to 28. */
  readonly anchorDay: number;
  /** Found items that the account's free-trial keys may have in all. */
  readonly trialAllowanceItems: number;
  /** Whether the free trial may queue research. */
  readonly trialResearchAllowed: boolean;
  /** Whether people may let assistants that sign in spend on research, and whether those still may; an owner's choice. */
  readonly spendingBySignIn: boolean;
}

/** The state in which the account is at a moment: a failed payment makes it past due when the grace period is over, without a write. */
export function billingStateAt(
  { billingState, graceEndsAtMs }: Pick<Account, 'billingState' | 'graceEndsAtMs'>,
  nowMs: number,
): BillingState {
  return billingState === 'active' && graceEndsAtMs !== undefined && graceEndsAtMs <= nowMs ? 'past_due' : billingState;
}
