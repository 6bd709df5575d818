/**
 * The middleware of every HTTP function: event in, result out, one request id, one log line. The way out is the same
 * for served, refused and failed requests.
 */
import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { readTraceparent, TRACE_HEADER } from '../../core/http/trace-context.ts';
import { newRequestId } from '../../core/identifiers.ts';
import type { HttpResponse } from '../../core/http/http-message.ts';
import {
  readGatewayEvent,
  writeGatewayResult,
  type Exchange,
  type GatewayResult,
  type HttpDependencies,
  type Route,
} from './exchange.ts';
import { transportSecurity } from '../../core/http/transport-security.ts';
import { writeError } from './write-error.ts';

export function openExchanges(
  dependencies: HttpDependencies,
  findRoute: (path: string) => Route,
): MiddlewareObj<Exchange> {
  return {
    before(request) {
      request.event = openExchange(request.event as unknown as APIGatewayProxyEventV2, dependencies, findRoute);
    },
    after(request) {
      request.response = closeExchange(request.response as HttpResponse, request.event, dependencies);
    },
    onError(request) {
      const { event: exchange } = request;
      request.response = closeExchange(writeError(request.error, exchange, dependencies), exchange, dependencies);
    },
  };
}

function openExchange(
  event: APIGatewayProxyEventV2,
  { clock, settings }: HttpDependencies,
  findRoute: (path: string) => Route,
): Exchange {
  const requestId = newRequestId();
  const http = readGatewayEvent(event);
  const traceparent = readTraceparent(http.headers[TRACE_HEADER]);
  return {
    requestId,
    startedMs: clock.nowMs(),
    http,
    route: findRoute(http.path),
    charges: { reports: new Set(), isOver: false },
    logFields: traceparent === undefined ? {} : { traceparent },
    responseHeaders: {
      'x-request-id': requestId,
      'x-content-type-options': 'nosniff',
      ...transportSecurity(settings.baseUrl),
    },
  };
}

function closeExchange(response: HttpResponse, exchange: Exchange, { clock, log }: HttpDependencies): GatewayResult {
  exchange.charges.isOver = true;
  log.requestServed({
    requestId: exchange.requestId,
    method: exchange.http.method,
    status: response.status,
    milliseconds: clock.nowMs() - exchange.startedMs,
    ...exchange.logFields,
  });
  return writeGatewayResult(response, exchange);
}
