/** The messages between the local runtime and a function's process. Events and results are sent as JSON text. */

export interface Invocation {
  readonly requestId: string;
  readonly event: string;
  /** Milliseconds since 1970; what `getRemainingTimeInMillis` counts down to. */
  readonly deadlineMs: number;
}

export type FunctionReply =
  | { readonly kind: 'ready' }
  | { readonly kind: 'result'; readonly requestId: string; readonly payload: string }
  | { readonly kind: 'failure'; readonly requestId: string; readonly reason: 'threw' | 'response_too_large' };

export type FunctionFailure =
  'threw' | 'response_too_large' | 'event_too_large' | 'timed_out' | 'crashed' | 'not_started' | 'stopped';

export type FunctionResult =
  { readonly ok: true; readonly payload: string } | { readonly ok: false; readonly reason: FunctionFailure };

/** Lambda's limit for the event and for the answer of a synchronous invocation. */
export const PAYLOAD_LIMIT_BYTES = 6 * 1024 * 1024;
