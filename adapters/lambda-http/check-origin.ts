/**
 * Applies the Origin rule before anything reads credentials (docs/reference/behavior.md#authentication), and CORS for
 * the allowed origins.
 */
import { isOriginAllowed } from '../../core/http/origin.ts';
import { ANYONE_HEADERS, corsHeaders, preflightHeaders, preflightToAnyone } from '../../core/http/cors.ts';
import type { HttpRequest } from '../../core/http/http-message.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import type { Exchange } from './exchange.ts';

export function checkOrigin(exchange: Exchange, allowedOrigins: readonly string[]): void {
  if (exchange.route.origin === 'anyone') openToAnyone(exchange);
  if (exchange.route.origin === 'cors') openToAllowed(exchange, allowedOrigins);
}

function openToAnyone({ http, responseHeaders, route }: Exchange): void {
  Object.assign(responseHeaders, ANYONE_HEADERS);
  if (!isPreflight(http)) return;
  Object.assign(responseHeaders, preflightToAnyone(route.allow));
  throw new HttpRefusal({ kind: 'preflight_answered' });
}

function openToAllowed({ http, responseHeaders, route }: Exchange, allowedOrigins: readonly string[]): void {
  const origin = http.headers['origin'];
  responseHeaders['vary'] = 'Origin';
  if (!isOriginAllowed(origin, allowedOrigins)) throw new HttpRefusal({ kind: 'origin_not_allowed' });
  if (origin === undefined) return;
  Object.assign(responseHeaders, corsHeaders(origin, route.pagesRead));
  if (!isPreflight(http)) return;
  Object.assign(responseHeaders, preflightHeaders(route.allow, route.pagesSend), route.preflightHeaders);
  throw new HttpRefusal({ kind: 'preflight_answered' });
}

function isPreflight({ method, headers }: HttpRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
