/** The port to the counts of requests that providers were sent, over all workers: what a provider allows, and what an operator lets it cost. */

export interface RequestLimits {
  readonly perMinute: number;
  /** By UTC. */
  readonly perDay: number;
}

export type Permission =
  | { readonly kind: 'granted' }
  /** Nothing may be sent before that many seconds are over; at least one. */
  | { readonly kind: 'used_up'; readonly retryAfterSeconds: number };

export interface ProviderQuota {
  /** Counts one request, or refuses it. However many ask at once, no more than the limits are granted. */
  take(provider: string, limits: RequestLimits, nowMs: number): Promise<Permission>;

  /** The provider has said that its requests are used up: none is granted before `untilMs`, two days from now at most. */
  rest(provider: string, untilMs: number, nowMs: number): Promise<void>;
}
