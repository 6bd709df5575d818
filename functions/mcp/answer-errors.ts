/** The innermost onError of the MCP function: what was thrown becomes an answer, a refusal of the envelope by its reason, all else as an error of ours. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';
import type { RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { answerInternalError, answerRpcRefusal } from '../../core/refusals/http-error.ts';
import { readRequest } from '../../core/mcp/read-request.ts';
import { outcomeOfRefusal } from '../../core/refusals/request-outcome.ts';
import type { ServiceSettings } from '../../core/service-settings.ts';

export function answerErrors(settings: ServiceSettings, log: RequestLog): MiddlewareObj<Exchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const context = { settings, requestId: exchange.requestId };
      const { id } = readRequest(exchange.http);
      if (error instanceof Refused) {
        exchange.logFields.outcome = outcomeOfRefusal(error.refusal);
        request.response = answerRpcRefusal(error.refusal, id, context);
        return;
      }
      exchange.logFields.outcome = 'internal_error';
      log.fault(exchange.requestId, error);
      request.response = answerInternalError(id, context);
    },
  };
}
