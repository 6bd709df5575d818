/** The Origin rule, before anything reads credentials (specification section 5, rule 7), and CORS for the origins that are allowed. */
import type { MiddlewareObj } from '@middy/core';
import { isOriginAllowed } from '../../core/auth/origin.ts';
import { corsHeaders, preflightHeaders } from '../../core/protocol/cors.ts';
import type { Exchange } from './exchange.ts';
import { Refused } from './refused.ts';

export function browserOrigin(allowedOrigins: readonly string[], allowedMethods: string): MiddlewareObj<Exchange> {
  return {
    before({ event: { http, responseHeaders } }) {
      const origin = http.headers['origin'];
      responseHeaders['vary'] = 'Origin';
      if (!isOriginAllowed(origin, allowedOrigins)) throw new Refused({ kind: 'origin_not_allowed' });
      if (origin === undefined) return;
      Object.assign(responseHeaders, corsHeaders(origin));
      if (http.method !== 'OPTIONS' || http.headers['access-control-request-method'] === undefined) return;
      Object.assign(responseHeaders, preflightHeaders(allowedMethods));
      throw new Refused({ kind: 'preflight_answered' });
    },
  };
}
