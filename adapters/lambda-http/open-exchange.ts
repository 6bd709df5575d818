/**
 * The outermost middleware of every HTTP function: event in, result out, one request id, one log line.
 * It does the same on the way out for served, refused and failed requests.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readTraceparent, TRACE_HEADER } from '../../core/http/trace-context.ts';
import { newRequestId } from '../../core/identifiers.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { readGatewayEvent, writeGatewayResult, type Exchange, type HttpParts, type Route } from './exchange.ts';
import { transportSecurity } from '../../core/http/transport-security.ts';

export function openExchange({ clock, log, settings }: HttpParts, findRoute: (path: string) => Route): MiddlewareObj {
  return {
    before(request) {
      const requestId = newRequestId();
      const http = readGatewayEvent(request.event as APIGatewayProxyEventV2);
      const traceparent = readTraceparent(http.headers[TRACE_HEADER]);
      const exchange: Exchange = {
        requestId,
        startedMs: clock.nowMs(),
        http,
        route: findRoute(http.path),
        charges: new Set(),
        logFields: traceparent === undefined ? {} : { traceparent },
        responseHeaders: {
          'x-request-id': requestId,
          'x-content-type-options': 'nosniff',
          ...transportSecurity(settings.baseUrl),
        },
      };
      request.event = exchange;
    },
    after: closeExchange,
    onError: closeExchange,
  };

  function closeExchange(request: { event: unknown; response: unknown }): void {
    const exchange = request.event as Exchange;
    const response = request.response as HttpResponse;
    log.requestServed({
      requestId: exchange.requestId,
      method: exchange.http.method,
      status: response.status,
      milliseconds: clock.nowMs() - exchange.startedMs,
      ...exchange.logFields,
    });
    request.response = writeGatewayResult(response, exchange);
  }
}
