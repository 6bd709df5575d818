/**
 * The steps of every HTTP request, in one list: event, path, origin, method, address limit, and the route's handler. The order of
 * refusals is that of docs/reference/http.md#order-of-checks. From the path on, errors are written in the route's format.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { notingCharges } from './charges-under-way.ts';
import { checkOrigin } from './check-origin.ts';
import { checkRequest } from './check-request.ts';
import type { Exchange, GatewayResult, HttpParts, Route } from './exchange.ts';
import { closeExchange, openExchange } from './open-exchange.ts';
import { startAddressLimit } from './start-address-limit.ts';
import { writeError } from './write-errors.ts';

/** How long before Lambda ends the process a request is answered as failed, so that its log line is written. */
const ENDING_MS = 5;

/** What is read of Lambda's context. */
interface Invocation {
  readonly getRemainingTimeInMillis?: () => number;
}

/** @param findRoute returns a route for every path, also for unknown ones, because a 404 needs a format too */
export function createHttpHandler(parts: HttpParts, findRoute: (path: string) => Route) {
  return async (event: unknown, invocation: Invocation = {}): Promise<GatewayResult> => {
    const exchange = openExchange(event as APIGatewayProxyEventV2, parts, findRoute);
    return closeExchange(await answer(exchange, parts, invocation), exchange, parts);
  };
}

async function answer(exchange: Exchange, parts: HttpParts, invocation: Invocation): Promise<HttpResponse> {
  try {
    checkOrigin(exchange, parts.settings.allowedOrigins);
    checkRequest(exchange);
    const limiting = startAddressLimit(exchange, parts);
    if (limiting !== undefined) await limiting;
    return await withinTime(
      notingCharges(exchange.charges, () => exchange.route.handle(exchange)),
      invocation,
    );
  } catch (error) {
    return writeError(error, exchange, parts);
  }
}

function withinTime<Answer>(answering: Promise<Answer>, invocation: Invocation): Promise<Answer> {
  if (invocation.getRemainingTimeInMillis === undefined) return answering;
  const leftMs = Math.max(0, invocation.getRemainingTimeInMillis() - ENDING_MS);
  return new Promise((resolve, reject) => {
    const ending = setTimeout(() => reject(new TimeUpError()), leftMs);
    answering.then(resolve, reject).finally(() => clearTimeout(ending));
  });
}

class TimeUpError extends Error {
  override readonly name = 'TimeoutError';

  constructor() {
    super('The function’s time is up.');
  }
}
