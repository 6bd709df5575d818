/** The limit per network address, before anything reads credentials. */
import type { MiddlewareObj } from '@middy/core';
import type { Exchange } from '../../adapters/lambda-http/exchange.ts';
import { Refused } from '../../adapters/lambda-http/refused.ts';
import { refusalFigures } from '../../core/refusals/refusal-figures.ts';
import { limitAddress } from '../../core/rate-limit/limit-address.ts';
import type { TokenDependencies } from './dependencies.ts';

export function limitedAddress({ rates, addressLimitPerMinute }: TokenDependencies): MiddlewareObj<Exchange> {
  return {
    async before({ event: { http, startedMs, logFields } }) {
      const address = await limitAddress(rates, http.sourceAddress, addressLimitPerMinute, startedMs);
      if (address.allowed) return;
      const refusal = { kind: 'rate_limited', limit: 'address', ...address } as const;
      logFields.why = refusalFigures(refusal, { addressLimitPerMinute, caller: undefined });
      throw new Refused(refusal);
    },
  };
}
