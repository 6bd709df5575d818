/** A route takes the methods that it names (every other gets 405 and learns which), and what its own rules of a request let through. */
import type { MiddlewareObj } from '@middy/core';
import { HttpRefusal } from '../../core/refusals/http-refusal.ts';
import type { Exchange } from './exchange.ts';

export function checkRequest(): MiddlewareObj<Exchange> {
  return {
    before({ event: { http, route } }) {
      if (route.methods?.includes(http.method) === false)
        throw new HttpRefusal({ kind: 'method_not_allowed', allow: route.allow });
      route.check?.(http);
    },
  };
}
