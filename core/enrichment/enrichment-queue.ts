/** The port to the research queue. A message names the request; the request says what to research. */
import type { NumberName } from './enrichment-request.ts';

export interface ResearchMessage extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
}

export interface ResearchQueue {
  /** Sends the messages (at most ten); throws when one of them was not accepted. Delivery is at least once and in any order, but fair between accounts. */
  send(messages: readonly ResearchMessage[]): Promise<void>;
}
