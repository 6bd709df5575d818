/**
 * The innermost onError of the token function: what was thrown becomes an answer in the form of RFC 6749 and our envelope at once. A client that failed to
 * authenticate is challenged (RFC 6749 section 5.2).
 */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';
import type { RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { toTokenError, type TokenRefusal } from '../../core/auth/token-refusal.ts';
import { answerPlainly } from '../../core/refusals/error-response.ts';
import { namingSupport, type RefusalContext } from '../../core/refusals/http-error.ts';
import {
  answerTokenEndpointError,
  answerTokenEndpointRefusal,
  NEVER_STORED,
} from '../../core/refusals/token-endpoint-error.ts';
import { outcomeOfRefusal, outcomeOfTokenRefusal, type RequestOutcome } from '../../core/refusals/request-outcome.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';

/** A refusal by the rules of the token endpoint. */
export class TokenRefused extends Error {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

const CHALLENGE = 'Basic realm="token endpoint", charset="UTF-8"';

export function answerTokenRefusals(settings: ServiceSettings, log: RequestLog): MiddlewareObj<Exchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const answer = answerError(error, { settings, requestId: exchange.requestId });
      exchange.logFields.outcome = answer.outcome;
      if (answer.outcome === 'internal_error') log.fault(exchange.requestId, error);
      request.response = answer.response;
    },
  };
}

function answerError(error: unknown, context: RefusalContext): { response: HttpResponse; outcome: RequestOutcome } {
  if (error instanceof TokenRefused) {
    const tokenError = toTokenError(error.refusal);
    const headers = { ...NEVER_STORED, ...(tokenError.status === 401 && { 'www-authenticate': CHALLENGE }) };
    const told = namingSupport(tokenError.error, context);
    return {
      response: answerPlainly({ ...tokenError, error: told, headers }, context),
      outcome: outcomeOfTokenRefusal(error.refusal),
    };
  }
  if (error instanceof Refused) {
    return {
      response: answerTokenEndpointRefusal(error.refusal, context),
      outcome: outcomeOfRefusal(error.refusal),
    };
  }
  return { response: answerTokenEndpointError(context), outcome: 'internal_error' };
}
