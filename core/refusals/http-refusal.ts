/** How a rule ends a request over HTTP from wherever it is judged: the one exception for what the caller got wrong. Every other exception is an internal error. */
import type { ErrorCode } from '../errors.ts';
import type { Refusal } from './refusal.ts';

export class HttpRefusal extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason.kind);
    this.reason = reason;
  }
}

/** Ends the request with `rate_limited`, in the endpoint's own words. */
export function refuseForNow(message: string, retryAfterSeconds: number): never {
  throw new HttpRefusal({ kind: 'endpoint_refused', error: { code: 'rate_limited', message, retryAfterSeconds } });
}

/** Ends the request with an error of the catalogue, in the endpoint's own words. */
export function refuse(code: ErrorCode, message: string, field?: string): never {
  throw new HttpRefusal({ kind: 'endpoint_refused', error: { code, message, ...(field !== undefined && { field }) } });
}
