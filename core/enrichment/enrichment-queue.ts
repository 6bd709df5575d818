/** The port to the queue of research to do. A message says which request to look at; what to research stands in the request. */
import type { NumberName } from './enrichment-request.ts';

export interface ResearchMessage extends NumberName {
  readonly accountId: string;
  readonly attempt: string;
}

export interface ResearchQueue {
  /** Sends the messages (at most ten); throws when one of them was not taken. Delivery is at least once and in any order, but fair between accounts. */
  send(messages: readonly ResearchMessage[]): Promise<void>;
}
