/** The port to the research provider. It gets the part and nothing about the customer. */
import type { AskedPart } from './enrichment-request.ts';

export interface ResearchTask extends AskedPart {
  /** The same for every try at this part: a provider can recognise a repeated call by it. Says nothing about who asks. */
  readonly researchId: string;
}

export type ResearchAnswer =
  /** Untrusted: researched-record.ts judges it. */
  | { readonly kind: 'found'; readonly record: unknown }
  | { readonly kind: 'not_found' }
  /** No answer that can be used; trying again may help. `detail` is of our own words and goes to the log. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly retryAfterSeconds?: number };

export interface PartResearcher {
  /** Ends within the implementation's own time limit, which is shorter than a lease. */
  research(task: ResearchTask): Promise<ResearchAnswer>;
}
