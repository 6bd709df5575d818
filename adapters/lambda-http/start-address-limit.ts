/** Starts the limit per network address before credentials are read. A route with its own first reads awaits it in parallel with them. */
import type { MiddlewareObj } from '@middy/core';
import { limitAddress, type AddressWindow } from '../../core/billing/rate-limit/limit-address.ts';
import type { RateVerdict } from '../../core/billing/rate-limit/rate-window.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import type { Exchange, HttpParts } from './exchange.ts';

export function startAddressLimit({
  rates,
  addressLimitPerMinute,
  sharedAddresses,
}: HttpParts): MiddlewareObj<Exchange> {
  return {
    async before({ event: exchange }) {
      const { http, startedMs, route } = exchange;
      const { window } = route;
      if (window === undefined) return;
      if (rates === undefined || addressLimitPerMinute === undefined)
        throw new Error('A route counts without a counter.');
      // The handler counts, first those without proven credentials.
      if (route.awaitsAddress === true && sharedAddresses?.include(http.sourceAddress) === true) return;
      const counting = limitAddress(rates, http.sourceAddress, addressLimitPerMinute, startedMs, window);
      exchange.addressCounted = counting.then((verdict) => requireAllowed(verdict, window));
      exchange.addressCounted.catch(() => undefined);
      if (route.awaitsAddress !== true) await exchange.addressCounted;
    },
  };
}

export function requireAllowed(verdict: RateVerdict, window: AddressWindow): void {
  if (verdict.allowed) return;
  throw new HttpRefusal({ kind: 'rate_limited', limit: window === 'page' ? 'page' : 'address', ...verdict });
}
