/** Errors of the routes under /v1/oauth: RFC 6749 section 5.2 and the envelope of docs/reference/behavior.md#errors in one body. */
import type { ErrorCode } from '../errors.ts';
import { answerPlainly } from './error-response.ts';
import type { ErrorWriter } from './error-writer.ts';

/** RFC 6749 section 5.1, on every answer of the token endpoint. */
export const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** A client that failed to authenticate is challenged (RFC 6749 section 5.2). */
const CHALLENGE = { 'www-authenticate': 'Basic realm="token endpoint", charset="UTF-8"' };

export const oauthErrors: ErrorWriter = (error, context) => {
  const headers = { ...error.headers, ...NEVER_STORED, ...(error.status === 401 && CHALLENGE) };
  return answerPlainly({ oauthError: oauthErrorOf(error.error.code), ...error, headers }, context);
};

/** For errors to which no rule of the token endpoint gives one. */
function oauthErrorOf(code: ErrorCode): string {
  if (code === 'internal_error') return 'server_error';
  return code === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request';
}
