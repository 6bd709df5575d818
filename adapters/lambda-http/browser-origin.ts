/** The Origin rule, before anything reads credentials (docs/behaviour.md 5.7), and CORS for the origins that are allowed. */
import type { MiddlewareObj } from '@middy/core';
import { isOriginAllowed } from '../../core/http/origin.ts';
import { corsHeaders, preflightHeaders } from '../../core/http/cors.ts';
import type { Exchange } from './exchange.ts';
import { Refused } from './refused.ts';

/** @param allowedMethods of the path, as its preflight names them */
export function browserOrigin(
  allowedOrigins: readonly string[],
  allowedMethods: (path: string) => string,
): MiddlewareObj<Exchange> {
  return {
    before({ event: { http, responseHeaders } }) {
      const origin = http.headers['origin'];
      responseHeaders['vary'] = 'Origin';
      if (!isOriginAllowed(origin, allowedOrigins)) throw new Refused({ kind: 'origin_not_allowed' });
      if (origin === undefined) return;
      Object.assign(responseHeaders, corsHeaders(origin));
      if (http.method !== 'OPTIONS' || http.headers['access-control-request-method'] === undefined) return;
      Object.assign(responseHeaders, preflightHeaders(allowedMethods(http.path)));
      throw new Refused({ kind: 'preflight_answered' });
    },
  };
}
