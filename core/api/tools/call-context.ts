/**
 * Defines the context of a tool call, apart from its arguments, and the outcome of the call. JSON-RPC and the HTTP API
 * each turn the outcome into a response.
 */
import type { BilledAmounts } from '../../access/assistants/assistant-activity.ts';
import type { UsageFigures } from '../../billing/accounts/usage.ts';
import type { ServiceError } from '../../errors.ts';
import type { RequestTicket } from '../../billing/rate-limit/request-ticket.ts';
import type { Refusal } from '../refusals/refusal.ts';
import type { RefusalFigures } from '../refusals/refusal-figures.ts';
import type { RequestOutcome } from '../refusals/request-outcome.ts';
import type { Tool, ToolAnswer, ToolCall } from './define-tool.ts';
import type { ToolPorts } from './tool-ports.ts';
import type { WrittenMember } from './answers/written-answer.ts';

/** The outcome of a request for the log; never client text. */
export interface RequestNote {
  readonly outcome: RequestOutcome;
  /** Why it was refused. */
  readonly why?: RefusalFigures;
  /** The message that the caller gets, as it is logged. */
  readonly told?: string;
  /** How many records were found; absent for a call that looks for none. */
  readonly found?: number;
  readonly tokensBilled?: number;
  readonly activity?: 'lost';
  /** The late additions to the answer could not be read. */
  readonly late?: 'unread';
}

/** Counts a call in the activity of its assistant or program (call-activity.ts). */
export interface NotedCall {
  /** Counts the call once. @param asked what is about to be billed; nothing by default */
  note(asked?: BilledAmounts): Promise<unknown>;
  /**
   * Takes back what was counted and not billed. Returns undefined if there is nothing.
   * @param billed nothing by default
   */
  takeBack(billed?: BilledAmounts): Promise<void> | undefined;
}

export interface CallContext extends Omit<ToolCall, 'candidates'> {
  readonly ports: ToolPorts;
  /** Counts the request against the caller's rate limit. */
  readonly ticket: RequestTicket;
  /** Shared by several calls that are one call to the caller; absent if the call is counted by itself. */
  readonly activity?: NotedCall;
  /** The client's name in the list of connected assistants. */
  readonly assistantName: string;
  /** Adds to the log line. */
  readonly note: (note: Partial<RequestNote>) => void;
}

/** An answer with its late additions. */
export type WholeAnswer = Pick<ToolAnswer<unknown>, 'structured' | 'summary' | 'refused' | 'withoutCandidates'>;

export type ToolCallResult =
  /** Paid for, so that it may be sent. */
  | {
      readonly kind: 'answered';
      readonly tool: Tool;
      readonly answer: WholeAnswer;
      /** The members of `answer.structured`, if they were written before the meter and stayed as they were. */
      readonly written?: readonly WrittenMember[];
      readonly figures: UsageFigures;
    }
  /** Refused by a rule of the tool, of billing or of the rate limit; nothing is billed. */
  | { readonly kind: 'failed'; readonly error: ServiceError; readonly figures: UsageFigures }
  /** Refused as a request, before the call. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };
