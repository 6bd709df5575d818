/**
 * Remembers, in this process, the network addresses whose credentials failed within the last minute. No reads start for
 * them before the caller is proven, so that guessing keys costs the index nothing.
 */
import { addressSubject } from '../../billing/rate-limit/limit-address.ts';
import { MINUTE_MS } from '../../time.ts';

/** Bounds the memory; above it the oldest failure is forgotten. */
const REMEMBERED_ADDRESSES = 10_000;

export class RecentFailures {
  /** The time of the last failure by address, oldest first. */
  readonly #failedAtMs = new Map<string, number>();

  note(sourceAddress: string, nowMs: number): void {
    const subject = addressSubject(sourceAddress);
    this.#failedAtMs.delete(subject);
    this.#failedAtMs.set(subject, nowMs);
    if (this.#failedAtMs.size <= REMEMBERED_ADDRESSES) return;
    const [oldest] = this.#failedAtMs.keys();
    if (oldest !== undefined) this.#failedAtMs.delete(oldest);
  }

  includes(sourceAddress: string, nowMs: number): boolean {
    const failedAtMs = this.#failedAtMs.get(addressSubject(sourceAddress));
    return failedAtMs !== undefined && nowMs - failedAtMs < MINUTE_MS;
  }
}
