/** Describes why a part is not researched, as a public error (docs/reference/errors.md). */
import {
  describeBillingRefusal,
  capStandingText,
  type BillingAddresses,
  type BillingRefusal,
} from '../../billing/meter/billing-refusal.ts';
import { describeBudgetRefusal } from '../../billing/meter/budget-text.ts';
import type { CapStanding } from '../../billing/meter/cap-standing.ts';
import type { ServiceError } from '../../errors.ts';
import { countCandidates, NAMES_ARE_DATA, type Candidate } from '../../index/lookup/candidate.ts';
import { dayOf, timeText } from '../../time.ts';

export type EnrichmentRefusal =
  | BillingRefusal
  | { readonly kind: 'test_key' }
  | { readonly kind: 'plan_without_research' }
  | { readonly kind: 'trial_without_research' }
  | { readonly kind: 'not_found_recently'; readonly askAgainAfterMs: number }
  /**
   * The index has several parts with similar spellings but none with the requested one. `candidates`: those that the
   * caller may see.
   */
  | { readonly kind: 'written_alike'; readonly candidates: readonly Candidate[] }
  /** The number or manufacturer surely names no single part; `why` is a sentence that quotes nothing of it. */
  | { readonly kind: 'names_no_part'; readonly why: string }
  | { readonly kind: 'too_many_open'; readonly limit: number; readonly askAgainAfterMs: number }
  | { readonly kind: 'too_many_not_found'; readonly limit: number; readonly askAgainAfterMs: number };

export function describeEnrichmentRefusal(
  refusal: EnrichmentRefusal,
  addresses: BillingAddresses,
  standing?: CapStanding,
): ServiceError {
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
    case 'not_found_recently': {
      const day = dayOf(refusal.askAgainAfterMs);
      return {
        code: 'not_found',
        message: `Research did not find this part within the last 30 days, and nothing was charged. It can be asked for again after ${day}.`,
      };
    }
    case 'written_alike':
      return {
        code: 'conflict',
        message: `The index has several parts that are written alike.${naming(refusal.candidates)} Look up the one that is meant by its exact number; nothing was queued.`,
      };
    case 'names_no_part':
      return {
        code: 'invalid_parameter',
        message: `${refusal.why} Send the manufacturer’s own number of one part; nothing was queued.`,
      };
    case 'too_many_open':
      return rateLimited(`${refusal.limit} parts of this account are being researched, as many as may be`, refusal);
    case 'too_many_not_found':
      return rateLimited(`Research did not find ${refusal.limit} parts of this account today`, refusal);
    case 'spending_cap_reached':
      return {
        code: 'spending_cap_reached',
        message: `This part would pass the monthly spending cap.${capStandingText(standing)} Raise or remove the cap at ${dashboardUrl}, or wait for the next period.`,
      };
    case 'budget_reached':
      return describeBudgetRefusal(refusal, 'part');
    default:
      return describeBillingRefusal(refusal, addresses);
  }
}

/** Removes text of items from a refusal, because errors contain none. */
export function withoutItemText(refusal: EnrichmentRefusal): EnrichmentRefusal {
  return refusal.kind === 'written_alike' ? { ...refusal, candidates: [] } : refusal;
}

/** Returns whether the plan or billing is the reason, not the part. */
export function isPlanOrBilling({ kind }: EnrichmentRefusal): boolean {
  return kind !== 'not_found_recently' && kind !== 'written_alike' && kind !== 'names_no_part' && !isForNow(kind);
}

/** Returns whether the account has so many enrichment requests that it must wait. */
export function isForNow(kind: EnrichmentRefusal['kind']): boolean {
  return kind === 'too_many_open' || kind === 'too_many_not_found';
}

/** Says how many candidates the answer has; they are data beside the sentence. */
function naming(candidates: readonly Candidate[]): string {
  if (candidates.length === 0) return '';
  return ` The member ${countCandidates(candidates.length)}. ${NAMES_ARE_DATA}`;
}

function rateLimited(why: string, { askAgainAfterMs }: { readonly askAgainAfterMs: number }): ServiceError {
  const time = timeText(askAgainAfterMs);
  return { code: 'rate_limited', message: `${why}. Nothing was queued; ask again after ${time}.` };
}

function planRequired(message: string): ServiceError {
  return { code: 'plan_required_for_enrich', message };
}
