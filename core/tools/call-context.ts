/** What a call of a tool uses in addition to its arguments, and its outcome. JSON-RPC and the HTTP API each put the outcome into their own words. */
import type { UsageFigures } from '../accounts/usage.ts';
import type { ServiceError } from '../errors.ts';
import type { RequestTicket } from '../rate-limit/request-ticket.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { RefusalFigures } from '../refusals/refusal-figures.ts';
import type { RequestOutcome } from '../refusals/request-outcome.ts';
import type { Tool, ToolAnswer, ToolCall } from './define-tool.ts';
import type { ToolServices } from './tool-services.ts';

/** What became of a request, for the log; never text from outside. */
export interface RequestNote {
  readonly outcome: RequestOutcome;
  /** Why it was refused. */
  readonly why?: RefusalFigures;
  readonly tokensBilled?: number;
  readonly activity?: 'lost';
  /** What was to be read in parallel with the last write could not be read. */
  readonly late?: 'unread';
}

/** A call among those of its assistant or program (call-activity.ts). */
export interface NotedCall {
  /** Counts the call, unless it is counted. @param tokens that it is about to be billed */
  note(tokens?: number): Promise<void>;
  /** What was counted in parallel with the meter, and exceeds what was billed. @param billed 0 when not given */
  takeBack(billed?: number): Promise<void>;
}

export interface CallContext extends ToolCall {
  readonly services: ToolServices;
  /** The call's request, in the rate of its caller. */
  readonly ticket: RequestTicket;
  /** Of several calls that are one to the caller; absent: the call is its own. */
  readonly activity?: NotedCall;
  /** As the list of connected assistants names the client. */
  readonly assistant: string;
  /** Adds to the log line. */
  readonly note: (note: Partial<RequestNote>) => void;
}

/** An answer as it leaves, with what was read in parallel with the last write. */
export type WholeAnswer = Pick<ToolAnswer<unknown>, 'structured' | 'summary' | 'refused'>;

export type CallOutcome =
  /** Paid, and free to leave. */
  | { readonly kind: 'answered'; readonly tool: Tool; readonly answer: WholeAnswer; readonly figures: UsageFigures }
  /** Refused by a rule of the tool, of money or of the rate; nothing is billed. */
  | { readonly kind: 'failed'; readonly error: ServiceError; readonly figures: UsageFigures }
  /** Refused as a request, before it was a call. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };
