/** The port to those who know parts: one provider, or a chain of them. They get the part and nothing about the customer. */
import type { AskedPart } from '../enrichment/enrichment-request.ts';
import type { Permission } from './provider-quota.ts';

export interface ResearchTask extends AskedPart {
  /** The same for every try at this part: a provider can recognise a repeated call by it. Says nothing about who asks. */
  readonly researchId: string;
  /** The maker's usual name by the service's own table; absent where the table knows none, or several. */
  readonly makerName?: string;
  /** A barcode that the part must bear; a provider that can is asked by it. */
  readonly gtin?: string;
  /** How long the answer may take; an implementation's own limit holds besides. */
  readonly timeLeftMs?: number;
  /** Counts one request to a provider, before it is sent. Without it nothing is counted. */
  readonly mayAsk?: () => Promise<Permission>;
}

/** Every `detail` is of our own words and goes to the log. */
export type ResearchAnswer =
  /** Untrusted: researched-record.ts judges it. */
  | { readonly kind: 'found'; readonly record: unknown }
  | { readonly kind: 'not_found'; readonly detail?: string }
  /** No answer that can be used; trying again may help. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfterSeconds?: number }
  /**
   * The requests that a provider allows, or that we allow ourselves, are used up until then. No failure: the part waits. `ofOneSite`: for a part of
   * what the provider covers, which has a count of its own; others may still be asked for.
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
