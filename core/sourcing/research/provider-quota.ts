/** Port: counts requests to providers across all workers, to enforce a provider's limits and the operator's budget. */

export interface RequestLimits {
  readonly perMinute: number;
  /** Per UTC day. */
  readonly perDay: number;
}

export type Permission =
  | { readonly kind: 'granted' }
  /** Seconds until the next request may be sent; at least one. */
  | { readonly kind: 'used_up'; readonly retryAfterSeconds: number };

export interface ProviderQuota {
  /** Counts one request or refuses it. Concurrent requests never exceed the limits. */
  take(provider: string, limits: RequestLimits, nowMs: number): Promise<Permission>;

  /**
   * Grants no request before `untilMs`, at most two days from now, because the provider reported that its quota is used
   * up.
   */
  rest(provider: string, untilMs: number, nowMs: number): Promise<void>;
}
