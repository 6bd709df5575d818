/**
 * The innermost onError of the token door: what was thrown becomes an answer that speaks RFC 6749 and our envelope at once. A client that failed to
 * authenticate is challenged (RFC 6749 section 5.2).
 */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { Refused } from '../adapters/lambda/refused.ts';
import type { RequestLog } from '../adapters/lambda/request-log.ts';
import { speakTokenRefusal, type TokenRefusal } from '../core/auth/token-refusal.ts';
import { answerPlainly, answerPlainRefusal } from '../core/protocol/answer-plainly.ts';
import { internalError, type RefusalContext } from '../core/protocol/answer-refusal.ts';
import { describeRefusalForLog } from '../core/protocol/describe-refusal.ts';
import type { HttpResponse } from '../core/protocol/http-message.ts';
import type { Refusal } from '../core/protocol/refusal.ts';
import type { ServiceSettings } from '../core/service-settings.ts';

/** A refusal by the rules of the token endpoint. */
export class TokenRefused extends Error {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** RFC 6749 section 5.1. */
export const NEVER_STORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const;
const CHALLENGE = 'Basic realm="token endpoint", charset="UTF-8"';

export function answerTokenRefusals(settings: ServiceSettings, log: RequestLog): MiddlewareObj<Exchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const answer = answerError(error, { settings, requestId: exchange.requestId });
      exchange.logFields['outcome'] = answer.outcome;
      if (answer.outcome === 'internal_error') log.fault(exchange.requestId, error);
      request.response = { ...answer.response, headers: { ...answer.response.headers, ...NEVER_STORED } };
    },
  };
}

function answerError(error: unknown, context: RefusalContext): { response: HttpResponse; outcome: string } {
  if (error instanceof TokenRefused) {
    const spoken = speakTokenRefusal(error.refusal);
    const headers: Record<string, string> = spoken.status === 401 ? { 'www-authenticate': CHALLENGE } : {};
    return { response: answerPlainly({ ...spoken, headers }, context), outcome: outcomeOf(error.refusal) };
  }
  if (error instanceof Refused) {
    const response = answerPlainRefusal(error.refusal, context, oauthErrorOf);
    return { response, outcome: describeRefusalForLog(error.refusal) };
  }
  const response = answerPlainly({ error: internalError(context), oauthError: 'server_error' }, context);
  return { response, outcome: 'internal_error' };
}

/** The real reason, in words of our own. */
function outcomeOf(refusal: TokenRefusal): string {
  if (refusal.kind !== 'client_refused') return refusal.kind;
  return refusal.refusal.kind === 'invalid_credentials' ? refusal.refusal.cause : refusal.refusal.kind;
}

function oauthErrorOf(refusal: Refusal): string {
  return refusal.kind === 'rate_limited' ? 'temporarily_unavailable' : 'invalid_request';
}
