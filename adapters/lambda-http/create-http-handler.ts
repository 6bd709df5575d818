/**
 * The steps of every HTTP request, in one list: event, path, origin, method, address limit, and the route's handler. The order of
 * refusals is that of docs/reference/http.md#order-of-checks. From the path on, errors are written in the route's format.
 */
import middy from '@middy/core';
import { checkRequest } from './check-request.ts';
import { notingCharges } from './charges-under-way.ts';
import { checkOrigin } from './check-origin.ts';
import { openExchange } from './open-exchange.ts';
import type { Exchange, HttpParts, Route } from './exchange.ts';
import { startAddressLimit } from './start-address-limit.ts';
import { writeErrors } from './write-errors.ts';

/** @param findRoute returns a route for every path, also for unknown ones, because a 404 needs a format too */
export function createHttpHandler(parts: HttpParts, findRoute: (path: string) => Route) {
  return middy()
    .use(openExchange(parts, findRoute))
    .use(writeErrors(parts))
    .use(checkOrigin(parts.settings.allowedOrigins))
    .use(checkRequest())
    .use(startAddressLimit(parts))
    .handler((exchange: Exchange) => notingCharges(exchange.charges, () => exchange.route.handle(exchange)));
}
