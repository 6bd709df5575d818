/**
 * The only exception that refuses a request, for rules that are checked deep in the code. Every other exception is an
 * internal error.
 */
import type { ErrorCode } from '../../errors.ts';
import type { Refusal } from './refusal.ts';

export class HttpRefusal extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason.kind);
    this.reason = reason;
  }
}

/** Ends the request with `rate_limited` and the endpoint's message. */
export function refuseForNow(message: string, retryAfterSeconds: number): never {
  throw new HttpRefusal({ kind: 'endpoint_refused', error: { code: 'rate_limited', message, retryAfterSeconds } });
}

/** Ends the request with a code of the error catalog and the endpoint's message. */
export function refuse(code: ErrorCode, message: string, field?: string): never {
  throw new HttpRefusal({ kind: 'endpoint_refused', error: { code, message, ...(field !== undefined && { field }) } });
}
