/** The innermost onError of the MCP door: what was thrown becomes an answer, a refusal by its reason, all else as a fault of ours. */
import type { MiddlewareObj } from '@middy/core';
import { Refused } from '../adapters/lambda/refused.ts';
import type { RequestLog } from '../adapters/lambda/request-log.ts';
import { describeRefusalForLog } from '../core/protocol/describe-refusal.ts';
import { answerInternalError, answerRpcRefusal } from '../core/protocol/answer-refusal.ts';
import { readRequest } from '../core/protocol/read-request.ts';
import type { ServiceSettings } from '../core/service-settings.ts';
import type { AdmittedExchange } from './admit.ts';

export function answerRefusals(settings: ServiceSettings, log: RequestLog): MiddlewareObj<AdmittedExchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const context = { settings, requestId: exchange.requestId };
      const { id } = exchange.read ?? readRequest(exchange.http);
      if (error instanceof Refused) {
        exchange.logFields['outcome'] = describeRefusalForLog(error.refusal);
        request.response = answerRpcRefusal(error.refusal, id, context);
        return;
      }
      exchange.logFields['outcome'] = 'internal_error';
      log.fault(exchange.requestId, error);
      request.response = answerInternalError(id, context);
    },
  };
}
