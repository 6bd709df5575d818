/**
 * Writes errors of the HTTP API in the envelope of docs/reference/behavior.md#errors, for every function that returns
 * them.
 */
import { plainChallengeFor } from '../../access/auth/challenge.ts';
import { errorEnvelope, type ServiceError, type ErrorEnvelope } from '../../errors.ts';
import type { UsageFigures } from '../../billing/accounts/usage.ts';
import type { HttpResponse } from '../../http/http-message.ts';
import type { ErrorWriter } from '../refusals/error-writer.ts';
import type { HttpError, RefusalContext } from '../refusals/http-error.ts';
import { rateHeaders } from './rate-headers.ts';

/** Sent with every response; none may be cached, because each is for one caller at one time. */
export const API_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const;

/** Marks a repeat of a request that was billed before. */
export const REPLAYED_HEADER = { 'idempotent-replayed': 'true' } as const;

/** Fields of `meta` that accompany an error. */
interface ErrorMeta {
  readonly usage?: UsageFigures;
  /** Advice about a miss. */
  readonly advice?: string;
  /** The candidates of a miss; they are text of items, and errors contain none. */
  readonly candidates?: unknown;
  /** A request with the same Idempotency-Key was billed before. */
  readonly isReplayed?: boolean;
}

/**
 * @param addressLimitPerMinute the rate limit of network addresses, which applies before the caller is known; undefined
 * where they are not counted
 */
export function apiErrors(addressLimitPerMinute?: number): ErrorWriter {
  return (error, context) => {
    const { retryAfterSeconds } = error.error;
    const isOfAddress = error.error.code === 'rate_limited' && addressLimitPerMinute !== undefined;
    const standing = { policy: 'address', perMinute: addressLimitPerMinute ?? 0, left: 0 } as const;
    const response = writeApiError(error, context);
    if (!isOfAddress) return response;
    return { ...response, headers: { ...response.headers, ...rateHeaders(standing, retryAfterSeconds ?? 0) } };
  };
}

export function writeApiError(
  { status, headers, error, challenge }: Omit<HttpError, 'rpcCode'>,
  { settings, requestId }: RefusalContext,
  { isReplayed = false, ...meta }: ErrorMeta = {},
): HttpResponse {
  const challenged = challenge === undefined ? {} : { 'www-authenticate': plainChallengeFor(challenge) };
  const envelope: ErrorEnvelope = errorEnvelope(inApiCodes(error), settings.docsBaseUrl, requestId);
  return {
    status,
    headers: { ...API_HEADERS, ...headers, ...challenged, ...(isReplayed && REPLAYED_HEADER) },
    body: JSON.stringify({ ...envelope, meta: { ...envelope.meta, ...meta, ...(isReplayed && { replayed: true }) } }),
  };
}

/** Only MCP uses `insufficient_scope` (docs/reference/behavior.md#errors). */
function inApiCodes(error: ServiceError): ServiceError {
  return error.code === 'insufficient_scope' ? { ...error, code: 'forbidden' } : error;
}
