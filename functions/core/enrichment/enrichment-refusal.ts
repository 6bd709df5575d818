/** Why a part is not researched, and how the world is told (specification section 7.2). */
import { describeBillingRefusal, type BillingAddresses, type BillingRefusal } from '../billing/billing-refusal.ts';
import type { ServiceError } from '../errors.ts';

export type EnrichmentRefusal =
  | BillingRefusal
  | { readonly kind: 'test_key' }
  | { readonly kind: 'plan_without_research' }
  | { readonly kind: 'trial_without_research' }
  | { readonly kind: 'not_found_lately'; readonly askAgainAfterMs: number };

export function describeEnrichmentRefusal(refusal: EnrichmentRefusal, addresses: BillingAddresses): ServiceError {
  const { dashboardUrl, upgradeUrl } = addresses;
  switch (refusal.kind) {
    case 'test_key':
      return planRequired(
        'Test keys use the free sandbox: they return parts that are in the index and never research others. ' +
          'Use a live key with enrich:write on a paid plan.',
      );
    case 'plan_without_research':
      return planRequired(`The plan does not include research. Choose one that does at ${upgradeUrl}.`);
    case 'trial_without_research':
      return planRequired(`This free trial does not include research. Move to a paid plan at ${upgradeUrl}.`);
    case 'not_found_lately': {
      const day = new Date(refusal.askAgainAfterMs).toISOString().slice(0, 10);
      return {
        code: 'not_found',
        message: `Research did not find this part lately, and nothing was charged. It can be asked for again after ${day}.`,
      };
    }
    case 'spending_cap_reached':
      return {
        code: 'spending_cap_reached',
        message: `This part would pass the monthly spending cap. Raise or remove the cap at ${dashboardUrl}, or wait for the next period.`,
      };
    default:
      return describeBillingRefusal(refusal, addresses);
  }
}

/** Whether it is the plan or the bill that is in the way, and not the part. */
export function isPlanOrBilling(refusal: EnrichmentRefusal): boolean {
  return refusal.kind !== 'not_found_lately';
}

function planRequired(message: string): ServiceError {
  return { code: 'plan_required_for_enrich', message };
}
