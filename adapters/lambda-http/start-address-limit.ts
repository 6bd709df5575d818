/**
 * Starts the limit per network address before credentials are read. A route with its own first reads awaits it in
 * parallel with them.
 */
import { limitAddress, type AddressWindow } from '../../core/billing/rate-limit/limit-address.ts';
import type { RateRefusal, RateVerdict } from '../../core/billing/rate-limit/rate-window.ts';
import { HttpRefusal } from '../../core/api/refusals/http-refusal.ts';
import type { Refusal } from '../../core/api/refusals/refusal.ts';
import { started } from '../../core/started.ts';
import type { Exchange, HttpDependencies } from './exchange.ts';

/** @returns what must be awaited before the handler runs */
export function startAddressLimit(
  exchange: Exchange,
  { rates, addressLimitPerMinute, sharedAddresses }: HttpDependencies,
): Promise<void> | undefined {
  const { http, startedMs, route } = exchange;
  const { window } = route;
  if (window === undefined) return undefined;
  if (rates === undefined || addressLimitPerMinute === undefined) throw new Error('A route counts without a counter.');
  // The handler counts, first those without proven credentials.
  if (route.awaitsAddress === true && sharedAddresses?.include(http.sourceAddress) === true) return undefined;
  const counting = limitAddress(rates, http.sourceAddress, addressLimitPerMinute, startedMs, window);
  const counted = started(counting.then((verdict) => requireAllowed(verdict, window)));
  exchange.addressCounted = counted;
  return route.awaitsAddress === true ? undefined : counted;
}

export function requireAllowed(verdict: RateVerdict, window: AddressWindow): void {
  if (!verdict.allowed) throw new HttpRefusal(addressRefusal(verdict, window));
}

export function addressRefusal(verdict: RateRefusal, window: AddressWindow): Refusal {
  return { kind: 'rate_limited', limit: window === 'page' ? 'page' : 'address', ...verdict };
}
