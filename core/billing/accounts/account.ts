/** An account. It keeps a copy of its plan's terms, so that one read shows what a call may cost. */
import type { Budget } from '../plans/budget.ts';
import type { PlanTerms } from '../plans/plan.ts';

/**
 * Whether the account may be billed (docs/reference/behavior.md#state-of-an-account). Every state except `active` has
 * an error code; free tools work in all states.
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
  /** When the grace period after a failed payment ends and the account becomes past due. */
  readonly graceEndsAtMs?: number;
  /**
   * The unsettled invoices of failed payments; never empty. `graceEndsAtMs` is absent while the account is not billed.
   */
  readonly unpaid?: readonly string[];
  /** The customer id in the billing system; absent if the billing system does not know the account. */
  readonly billingCustomer?: string;
  readonly terms: PlanTerms;
  /** null for no cap. A change applies immediately, unlike a change of the terms that a period froze. */
  readonly spendingCapCents: number | null;
  /** Periods are months from this day, 1 to 28. */
  readonly anchorDay: number;
  /** The most items that all trial keys of the account may find together. */
  readonly trialAllowanceItems: number;
  /** Whether the free trial may queue research. */
  readonly trialResearchAllowed: boolean;
  /** Whether members may allow signed-in assistants to spend on research; an owner decides. */
  readonly spendingBySignIn: boolean;
  /** By the number of the client; absent if there are none. */
  readonly budgets?: ReadonlyMap<string, Budget>;
  /** The budget of each assistant sign-in without one of its own; absent or null for none. */
  readonly signInBudget?: Budget | null;
  /** How many clients were given a number; absent for none. */
  readonly clientsNumbered?: number;
}

/** Returns the account's state at a moment: it becomes past due when the grace period ends, without a write. */
export function billingStateAt(
  { billingState, graceEndsAtMs }: Pick<Account, 'billingState' | 'graceEndsAtMs'>,
  nowMs: number,
): BillingState {
  return billingState === 'active' && (graceEndsAtMs ?? Infinity) <= nowMs ? 'past_due' : billingState;
}
