/** Port: the research queue. A message identifies the enrichment request, which contains the part to research. */
import type { NumberName } from './enrichment-request.ts';

export interface ResearchMessage extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
}

export interface ResearchQueue {
  /**
   * Sends at most ten messages; throws if one was not accepted. Delivery is at least once, in any order, and fair
   * between accounts.
   */
  send(messages: readonly ResearchMessage[]): Promise<void>;
}
