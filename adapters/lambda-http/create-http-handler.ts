/**
 * The steps of every HTTP request, in one list: event, path, origin, method, address limit, and the route's handler.
 * The order of refusals is that of docs/reference/http.md#order-of-checks. From the path on, errors are written in the
 * route's format. Middy ends a request as failed 5 ms before Lambda ends the process, so that its answer and its log
 * line are written.
 */
import middy from '@middy/core';
import type { HttpResponse } from '../../core/http/http-message.ts';
import { notingCharges } from './charges-under-way.ts';
import { checkOrigin } from './check-origin.ts';
import { checkRequest } from './check-request.ts';
import type { Exchange, HttpDependencies, Route } from './exchange.ts';
import { openExchanges } from './open-exchange.ts';
import { startAddressLimit } from './start-address-limit.ts';

/** @param findRoute returns a route for every path, also for unknown ones, because a 404 needs a format too */
export function createHttpHandler(dependencies: HttpDependencies, findRoute: (path: string) => Route) {
  return middy()
    .use(openExchanges(dependencies, findRoute))
    .handler(async (exchange: Exchange): Promise<HttpResponse> => {
      checkOrigin(exchange, dependencies.settings.allowedOrigins);
      checkRequest(exchange);
      const limiting = startAddressLimit(exchange, dependencies);
      if (limiting !== undefined) await limiting;
      return notingCharges(exchange.charges, () => exchange.route.handle(exchange));
    });
}
