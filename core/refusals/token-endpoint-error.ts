/**
 * The token endpoint's answers to a request that ends before its parameters are read: RFC 6749 and our envelope at once. Two functions give
 * them, the token endpoint's own and the one that answers every method but POST.
 */
import { answerPlainly, answerPlainRefusal } from './error-response.ts';
import { internalError, type RefusalContext } from './http-error.ts';
import { NEVER_STORED } from './oauth-errors.ts';
import type { HttpResponse } from '../http/http-message.ts';
import type { Refusal } from './refusal.ts';

export { NEVER_STORED } from './oauth-errors.ts';

export function answerTokenEndpointRefusal(refusal: Refusal, context: RefusalContext): HttpResponse {
  const answer = answerPlainRefusal(refusal, context, oauthErrorOf);
  return { ...answer, headers: { ...answer.headers, ...NEVER_STORED } };
}

/** Our own error at the token endpoint. */
export function answerTokenEndpointError(context: RefusalContext): HttpResponse {
  return answerPlainly({ error: internalError(context), oauthError: 'server_error', headers: NEVER_STORED }, context);
}

function oauthErrorOf(refusal: Refusal): string {
  return refusal.kind === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request';
}
