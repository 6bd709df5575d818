/**
 * A plan's terms. The account carries a copy of them, so that one read shows what a call may cost;
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
  /** The most parts that the account may have queued or in research at the same time. */
  readonly openParts: number;
  /** After this many parts not found in a day (UTC) no further requests are accepted; open ones still end. */
  readonly notFoundPartsPerDay: number;
  /** The rows of catalogs that may be imported in a billing period: their summaries are free, so they are bounded. */
  readonly catalogRowsPerMonth: number;
  /** What each period costs before any use; null when agreed with each customer: 0 on a statement until it is set. */
  readonly monthlyFeeCents: number | null;
  /** From a payment that failed to the refusal of what costs. */
  readonly graceDays: number;
}

/**
 * Whether the account may be billed (docs/reference/behavior.md#state-of-an-account). Each state but `active` has its own error code;
 * free tools work in all states.
 */
export const BILLING_STATES = ['active', 'no_active_plan', 'past_due', 'trial_ended'] as const;
export type BillingState = (typeof BILLING_STATES)[number];

/** Every request of an inactive account is refused with `forbidden`. */
export const ACCOUNT_STATUSES = ['active', 'suspended', 'closed'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export interface Account {
  readonly accountId: string;
  readonly name: string;
  readonly status: AccountStatus;
  readonly billingState: BillingState;
  /** When a grace period after a failed payment ends and the account becomes past due; absent if no payment failed. */
  readonly graceEndsAtMs?: number;
  /** The payments that failed and are not settled, by their invoices; without `graceEndsAtMs` while the account is not billed. Never empty. */
  readonly unpaid?: readonly string[];
  /** Whom the billing system means by this account; absent: it knows no such customer. */
  readonly billingCustomer?: string;
  readonly terms: PlanTerms;
  /** null for no cap. A change takes effect immediately, unlike the frozen terms of a period. */
  readonly spendingCapCents: number | null;
  /** Periods are months from this day, 1 to 28. */
  readonly anchorDay: number;
  /** The most found items for all free-trial keys of the account together. */
  readonly trialAllowanceItems: number;
  /** Whether the free trial may queue research. */
  readonly trialResearchAllowed: boolean;
  /** Whether signed-in assistants may be, and stay, allowed to spend on research; an owner's choice. */
  readonly spendingBySignIn: boolean;
}

/** The account's state at a moment: after a failed payment it becomes past due when the grace period ends, without a write. */
export function billingStateAt(
  { billingState, graceEndsAtMs }: Pick<Account, 'billingState' | 'graceEndsAtMs'>,
  nowMs: number,
): BillingState {
  return billingState === 'active' && graceEndsAtMs !== undefined && graceEndsAtMs <= nowMs ? 'past_due' : billingState;
}
