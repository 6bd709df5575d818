/** The innermost onError of the discovery door: what was thrown becomes an answer in our envelope. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { Refused } from '../adapters/lambda/refused.ts';
import type { RequestLog } from '../adapters/lambda/request-log.ts';
import { answerPlainly, answerPlainRefusal } from '../core/protocol/answer-plainly.ts';
import { internalError } from '../core/protocol/answer-refusal.ts';
import { describeRefusalForLog } from '../core/protocol/describe-refusal.ts';
import type { ServiceSettings } from '../core/service-settings.ts';

export function answerDiscoveryRefusals(settings: ServiceSettings, log: RequestLog): MiddlewareObj<Exchange> {
  return {
    onError(request) {
      const { event: exchange, error } = request;
      const context = { settings, requestId: exchange.requestId };
      if (error instanceof Refused) {
        exchange.logFields['outcome'] = describeRefusalForLog(error.refusal);
        request.response = answerPlainRefusal(error.refusal, context);
        return;
      }
      exchange.logFields['outcome'] = 'internal_error';
      log.fault(exchange.requestId, error);
      request.response = answerPlainly({ error: internalError(context) }, context);
    },
  };
}
