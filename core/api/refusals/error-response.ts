/**
 * Writes errors on the routes without JSON-RPC: the bare envelope of docs/reference/behavior.md#errors, plus the OAuth
 * error if there is one.
 */
import { HTTP_STATUSES, errorEnvelope, type ServiceError } from '../../errors.ts';
import type { RefusalContext } from './http-error.ts';
import type { HttpResponse } from '../../http/http-message.ts';

interface PlainError {
  readonly error: ServiceError;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The `error` of RFC 6749, on OAuth routes. */
  readonly oauthError?: string;
}

export function answerPlainly(
  { error, status, headers = {}, oauthError }: PlainError,
  { settings, requestId }: RefusalContext,
): HttpResponse {
  const oauth = oauthError === undefined ? {} : { error: oauthError, error_description: error.message };
  return {
    status: status ?? HTTP_STATUSES[error.code],
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...oauth, ...errorEnvelope(error, settings.docsBaseUrl, requestId) }),
  };
}
