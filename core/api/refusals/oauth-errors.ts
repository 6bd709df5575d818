/**
 * Writes the errors of the routes under /v1/oauth: one body with RFC 6749 section 5.2 and the envelope of
 * docs/reference/behavior.md#errors.
 */
import type { ErrorCode } from '../../errors.ts';
import { answerPlainly } from './error-response.ts';
import type { ErrorWriter } from './error-writer.ts';

/** RFC 6749 section 5.1 requires these on every response of the token endpoint. */
export const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;

/** RFC 6749 section 5.2 requires a challenge when client authentication fails. */
const CHALLENGE = { 'www-authenticate': 'Basic realm="token endpoint", charset="UTF-8"' };

export const oauthErrors: ErrorWriter = (error, context) => {
  const headers = { ...error.headers, ...NEVER_STORED, ...(error.status === 401 && CHALLENGE) };
  return answerPlainly({ oauthError: oauthErrorOf(error.error.code), ...error, headers }, context);
};

/** Applies to errors for which no rule of the token endpoint set an OAuth error. */
function oauthErrorOf(code: ErrorCode): string {
  if (code === 'internal_error') return 'server_error';
  return code === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request';
}
