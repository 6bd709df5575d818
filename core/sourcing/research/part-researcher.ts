/** Port: asks one provider, or a chain of them, for a part. Providers learn nothing about the customer. */
import type { AskedPart } from '../enrichment/enrichment-request.ts';
import type { Permission } from './provider-quota.ts';

export interface ResearchTask extends AskedPart {
  /**
   * The same for every attempt at this part, so that a provider can recognize a repeated call. It does not identify the
   * customer.
   */
  readonly researchId: string;
  /** The manufacturer's usual name from the service's table; absent if the table has none or several. */
  readonly manufacturerName?: string;
  /** A GTIN that the part must have; sent if the provider supports it. */
  readonly gtin?: string;
  /** How long the answer may take; an implementation's own limit applies too. */
  readonly timeLeftMs?: number;
  /** Counts one request to a provider, before it is sent. Without it nothing is counted. */
  readonly mayAsk?: () => Promise<Permission>;
}

/** Every `detail` is a fixed text for the log. */
export type ResearchAnswer =
  /** Untrusted: researched-record.ts checks it. */
  | { readonly kind: 'found'; readonly record: unknown }
  | { readonly kind: 'not_found'; readonly detail?: string }
  /** No usable answer; a retry may help. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfterSeconds?: number }
  /**
   * The requests that a provider or the operator allows are used up for `retryAfterSeconds`. This is not a failure: the
   * part waits. `ofOneSite`: only one of the provider's sites, which has a separate count, is used up; other parts may
   * still be asked for.
   */
  | {
      readonly kind: 'used_up';
      readonly detail: string;
      readonly retryAfterSeconds: number;
      readonly ofOneSite?: true;
    };

export interface PartResearcher {
  /** Ends within the implementation's own time limit, which is shorter than a lease. */
  research(task: ResearchTask): Promise<ResearchAnswer>;
}
