/** The innermost onError of the discovery function: what was thrown becomes an answer, in the form that belongs to the path. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';
import type { RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { MCP_PATH } from '../../core/auth/access-token.ts';
import { REVOKE_PATH, TOKEN_PATH } from '../../core/auth/discovery-documents.ts';
import { pageForBrowser } from '../../core/dashboard/error-page.ts';
import { answerPlainly, answerPlainRefusal } from '../../core/refusals/error-response.ts';
import {
  answerInternalError,
  answerRpcRefusal,
  internalError,
  type RefusalContext,
  toHttpError,
} from '../../core/refusals/http-error.ts';
import { answerTokenEndpointError, answerTokenEndpointRefusal } from '../../core/refusals/token-endpoint-error.ts';
import { outcomeOfRefusal } from '../../core/refusals/request-outcome.ts';
import type { HttpRequest, HttpResponse } from '../../core/http/http-message.ts';
import { readRequest } from '../../core/mcp/read-request.ts';
import type { Refusal } from '../../core/refusals/refusal.ts';
import type { DiscoverySettings } from './dependencies.ts';

export function answerDiscoveryRefusals(settings: DiscoverySettings, log: RequestLog): MiddlewareObj<Exchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const context = { settings, requestId: exchange.requestId };
      if (error instanceof Refused) {
        exchange.logFields.outcome = outcomeOfRefusal(error.refusal);
        request.response = answerRefusal(error.refusal, exchange.http, context);
        return;
      }
      exchange.logFields.outcome = 'internal_error';
      log.fault(exchange.requestId, error);
      request.response = answerFault(exchange.http, context);
    },
  };
}

interface DiscoveryContext extends RefusalContext {
  readonly settings: DiscoverySettings;
}

function answerRefusal(refusal: Refusal, http: HttpRequest, context: DiscoveryContext): HttpResponse {
  if (http.path === MCP_PATH) return answerRpcRefusal(refusal, readRequest(http).id, context);
  if (isTokenPath(http.path, context)) return answerTokenEndpointRefusal(refusal, context);
  const envelope = answerPlainRefusal(refusal, context);
  if (refusal.kind === 'preflight_answered') return envelope;
  return pageForBrowser(envelope, toHttpError(refusal, context).error, http, context);
}

function answerFault(http: HttpRequest, context: DiscoveryContext): HttpResponse {
  if (http.path === MCP_PATH) return answerInternalError(readRequest(http).id, context);
  if (isTokenPath(http.path, context)) return answerTokenEndpointError(context);
  const error = internalError(context);
  return pageForBrowser(answerPlainly({ error }, context), error, http, context);
}

/** Where errors are those of OAuth. */
function isTokenPath(path: string, { settings }: DiscoveryContext): boolean {
  return path === TOKEN_PATH || (settings.signIn && path === REVOKE_PATH);
}
