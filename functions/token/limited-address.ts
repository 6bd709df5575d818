/** The limit per network address, before anything reads credentials. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../adapters/lambda/exchange.ts';
import { Refused } from '../adapters/lambda/refused.ts';
import { limitAddress } from '../core/rate-limit/limit-address.ts';
import type { TokenDependencies } from './dependencies.ts';

export function limitedAddress({ rates, addressLimitPerMinute }: TokenDependencies): MiddlewareObj<Exchange> {
  return {
    async before({ event: { http, startedMs } }) {
      const address = await limitAddress(rates, http.sourceAddress, addressLimitPerMinute, startedMs);
      if (!address.allowed) throw new Refused({ kind: 'rate_limited', limit: 'address', ...address });
    },
  };
}
