/** A path that exists for one method alone: every other method gets 405 and is told which. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from './exchange.ts';
import { Refused } from './refused.ts';

export function onlyMethod(method: string): MiddlewareObj<Exchange> {
  return {
    before({ event: { http } }) {
      if (http.method !== method) throw new Refused({ kind: 'method_not_allowed', allow: method });
    },
  };
}
