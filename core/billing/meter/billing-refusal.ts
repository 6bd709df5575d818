/** Describes why a call may not be billed, as a public error (docs/reference/errors.md). */
import type { ServiceError } from '../../errors.ts';
import { describeStanding, type CapStanding } from './cap-standing.ts';
import { describeBudgetRefusal } from './budget-text.ts';
import type { BudgetRefusal } from './client-share.ts';

export type BillingRefusal =
  | { readonly kind: 'no_active_plan' }
  | { readonly kind: 'past_due' }
  | { readonly kind: 'trial_ended' }
  | { readonly kind: 'spending_cap_reached' }
  | { readonly kind: 'trial_limit_reached' }
  | BudgetRefusal;

export interface BillingAddresses {
  /** Where the customer changes plan and cap, and without a billing portal the card. */
  readonly dashboardUrl: string;
  readonly billingPortal?: string | undefined;
  readonly upgradeUrl: string;
}

/** Returns the error with the reason and the next step. @param standing the figures to add if the cap is the reason */
export function describeBillingRefusal(
  refusal: BillingRefusal,
  { dashboardUrl, billingPortal = dashboardUrl, upgradeUrl }: BillingAddresses,
  standing?: CapStanding,
): ServiceError {
  switch (refusal.kind) {
    case 'no_active_plan':
      return {
        code: 'no_active_plan',
        message: `Live keys need an active plan. Choose one at ${upgradeUrl}, or use a test key or the free-trial key.`,
      };
    case 'past_due':
      return {
        code: 'past_due',
        message: `A payment failed and the grace period is over. Update the card at ${billingPortal}.`,
      };
    case 'trial_ended':
      return {
        code: 'trial_ended',
        message: `The trial is used up and the chosen plan could not start. Check the card at ${billingPortal}.`,
      };
    case 'spending_cap_reached':
      return {
        code: 'spending_cap_reached',
        message: `The call would exceed the monthly spending cap.${capStandingText(standing)} Raise or remove the cap at ${dashboardUrl}, ask for fewer fields, or wait for the next period.`,
      };
    case 'budget_reached':
      return describeBudgetRefusal(refusal);
    case 'trial_limit_reached':
      return {
        code: 'trial_limit_reached',
        message: `The allowance of the free-trial key does not cover this call. Move to a paid plan at ${upgradeUrl}.`,
        upgradeUrl,
      };
  }
}

/** Returns text to append to a sentence. */
export function capStandingText(standing: CapStanding | undefined): string {
  return standing === undefined ? '' : ` ${describeStanding(standing)}`;
}
