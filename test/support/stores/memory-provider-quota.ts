/** Counts requests to providers in memory, with the same contract as the table. */
import type { Permission, ProviderQuota, RequestLimits } from '../../../core/sourcing/research/provider-quota.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/time.ts';

export class MemoryProviderQuota implements ProviderQuota {
  readonly #counts = new Map<string, number>();
  readonly #restingUntilMs = new Map<string, number>();

  async take(provider: string, { perMinute, perDay }: RequestLimits, nowMs: number): Promise<Permission> {
    const restsUntilMs = this.#restingUntilMs.get(provider) ?? 0;
    if (restsUntilMs > nowMs) return usedUpUntil(restsUntilMs, nowMs);
    if (!this.#count(provider, MINUTE_MS, perMinute, nowMs)) return usedUpUntil(endOf(MINUTE_MS, nowMs), nowMs);
    return this.#count(provider, DAY_MS, perDay, nowMs)
      ? { kind: 'granted' }
      : usedUpUntil(endOf(DAY_MS, nowMs), nowMs);
  }

  async rest(provider: string, untilMs: number, nowMs: number): Promise<void> {
    this.#restingUntilMs.set(provider, Math.min(untilMs, nowMs + 2 * DAY_MS));
  }

  #count(provider: string, lengthMs: number, most: number, nowMs: number): boolean {
    const key = JSON.stringify([provider, lengthMs, Math.floor(nowMs / lengthMs)]);
    const count = this.#counts.get(key) ?? 0;
    if (count < most) this.#counts.set(key, count + 1);
    return count < most;
  }
}

function endOf(lengthMs: number, nowMs: number): number {
  return (Math.floor(nowMs / lengthMs) + 1) * lengthMs;
}

function usedUpUntil(untilMs: number, nowMs: number): Permission {
  return { kind: 'used_up', retryAfterSeconds: Math.ceil((untilMs - nowMs) / 1000) };
}
