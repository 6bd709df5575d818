/** The MCP function: one request from the gateway's event to its answer, as one list. */
import middy from '@middy/core';
import { browserOrigin } from '../adapters/lambda/browser-origin.ts';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { onlyMethod } from '../adapters/lambda/only-method.ts';
import { openExchange } from '../adapters/lambda/open-exchange.ts';
import type { HttpResponse } from '../core/http/http-message.ts';
import { answerRpcRefusal } from '../core/protocol/answer-refusal.ts';
import { readRequest } from '../core/protocol/read-request.ts';
import { outcomeOfRefusal } from '../core/protocol/request-outcome.ts';
import { answerErrors } from './answer-errors.ts';
import { authenticate } from './authenticate.ts';
import type { McpDependencies } from './dependencies.ts';
import { handleMessage } from './handle-message.ts';

export function createMcpHandler(dependencies: McpDependencies) {
  const { clock, log, settings } = dependencies;
  return middy()
    .use(openExchange(clock, log))
    .use(browserOrigin(settings.allowedOrigins, () => 'POST'))
    .use(onlyMethod('POST'))
    .use(answerErrors(settings, log))
    .handler(async (exchange: Exchange): Promise<HttpResponse> => {
      const read = readRequest(exchange.http);
      const request = await authenticate(exchange, read, dependencies);
      const response = request.ok ? await handleMessage(request.value, exchange, dependencies) : request;
      if (response.ok) return response.value;
      exchange.logFields.outcome = outcomeOfRefusal(response.reason);
      return answerRpcRefusal(response.reason, read.id, { settings, requestId: exchange.requestId });
    });
}
