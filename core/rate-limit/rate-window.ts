/**
 * Requests per minute in windows fixed by their start, the same for every process (docs/reference/behavior.md#limits).
 * Guarantees: at most `limit` requests of a subject pass in a window under any concurrency, and none below the limit is refused. A subject known to
 * be over its limit is refused from memory until the window ends, so that a flood costs the store almost nothing.
 */
import { secondsUntil } from '../clock.ts';
import type { RateCounter } from './rate-counter.ts';
import { MINUTE_MS, startOf } from '../time.ts';

export interface RateRefusal {
  readonly allowed: false;
  /** Whole seconds until the same request may pass. */
  readonly retryAfterSeconds: number;
}

export type RateVerdict =
  | {
      readonly allowed: true;
      /** How many requests of the window are left after this one, where the count is known. */
      readonly left?: number;
    }
  | RateRefusal;

/** A flood from more subjects than this is counted in the store again: memory stays bounded and answers stay the same. */
const REMEMBERED_SUBJECTS = 20_000;

/** The windows as one process sees them: the shared counter, and the limits that it knows to be reached. */
export class RateWindows {
  readonly #counter: RateCounter;
  #windowStartMs = 0;
  /** The highest count seen of a subject over its limit. Counts only grow, so a subject stays over it. */
  readonly #reached = new Map<string, number>();

  constructor(counter: RateCounter) {
    this.#counter = counter;
  }

  /** Takes one request from the subject's window. */
  async take(subject: string, limitPerMinute: number, nowMs: number): Promise<RateVerdict> {
    const refused = this.refusedFromMemory(subject, limitPerMinute, nowMs);
    if (refused !== undefined) return refused;
    const startMs = startOf(MINUTE_MS, nowMs);
    const count = await this.#counter.count(subject, startMs, startMs + MINUTE_MS);
    if (count <= limitPerMinute) return { allowed: true, left: limitPerMinute - count };
    this.#remember(subject, count, startMs);
    return refusalUntil(startMs + MINUTE_MS, nowMs);
  }

  /** The refusal if this process already knows that the subject is over its limit, so that a caller can skip all other reads. */
  refusedFromMemory(subject: string, limitPerMinute: number, nowMs: number): RateRefusal | undefined {
    const startMs = startOf(MINUTE_MS, nowMs);
    this.#forgetWindowsBefore(startMs);
    const known = startMs === this.#windowStartMs ? (this.#reached.get(subject) ?? 0) : 0;
    return known >= limitPerMinute ? refusalUntil(startMs + MINUTE_MS, nowMs) : undefined;
  }

  /** A request that waited past the end of the minute must not restore its old window. */
  #forgetWindowsBefore(startMs: number): void {
    if (startMs <= this.#windowStartMs) return;
    this.#windowStartMs = startMs;
    this.#reached.clear();
  }

  #remember(subject: string, count: number, startMs: number): void {
    if (startMs !== this.#windowStartMs || this.#reached.size >= REMEMBERED_SUBJECTS) return;
    this.#reached.set(subject, count);
  }
}

/** A refusal until the moment `endMs`; at least a second. */
export function refusalUntil(endMs: number, nowMs: number): RateRefusal {
  return { allowed: false, retryAfterSeconds: secondsUntil(endMs, nowMs) };
}
