/** The MCP function: one request from the gateway's event to its answer, as one list. */
import middy from '@middy/core';
import { browserOrigin } from '../../adapters/lambda-http/browser-origin.ts';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { onlyMethod } from '../../adapters/lambda-http/only-method.ts';
import { openExchange } from '../../adapters/lambda-http/open-exchange.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { answerRpcRefusal } from '../../core/refusals/http-error.ts';
import { readRequest, type ReadRequest } from '../../core/mcp/read-request.ts';
import { rpcErrors } from '../../core/mcp/rpc-errors.ts';
import { refusalFigures } from '../../core/refusals/refusal-figures.ts';
import { outcomeOfRefusal } from '../../core/refusals/request-outcome.ts';
import { answerErrors } from './answer-errors.ts';
import { authenticate } from './authenticate.ts';
import type { McpDependencies } from './dependencies.ts';
import { traceparentOf } from '../../core/http/trace-context.ts';
import { handleMessage } from './handle-message.ts';

export function createMcpHandler(dependencies: McpDependencies) {
  const { log, settings } = dependencies;
  const handle = () => Promise.reject(new Error('Answered below.'));
  const route = { allow: 'POST', origin: 'cors', errors: rpcErrors, handle } as const;
  return middy()
    .use(openExchange(dependencies, () => route))
    .use(browserOrigin(settings.allowedOrigins, () => 'POST'))
    .use(onlyMethod('POST'))
    .use(answerErrors(settings, log))
    .handler(async (exchange: Exchange): Promise<HttpResponse> => {
      const read = readRequest(exchange.http);
      noteTrace(read, exchange);
      const request = await authenticate(exchange, read, dependencies);
      const response = request.ok ? await handleMessage(request.value, exchange, dependencies) : request;
      if (response.ok) return response.value;
      exchange.logFields.outcome = outcomeOfRefusal(response.reason);
      exchange.logFields.why = {
        ...refusalFigures(response.reason, { ...dependencies, caller: request.ok ? request.value.caller : undefined }),
        ...exchange.logFields.why,
      };
      return answerRpcRefusal(response.reason, read.id, { settings, requestId: exchange.requestId });
    });
}

/** The trace that MCP carries in a request's `_meta`; that of the header stays where there is none. */
function noteTrace({ message }: ReadRequest, { logFields }: Exchange): void {
  if (!message.ok || message.value.kind !== 'request') return;
  const traceparent = traceparentOf(message.value.request.params);
  if (traceparent !== undefined) logFields.traceparent = traceparent;
}
