/**
 * Counts requests per minute in fixed windows that all processes share (docs/reference/behavior.md#limits). Guarantees:
 * at most `limit` requests of a subject pass in a window under any concurrency, and none below the limit is refused. A
 * subject known to be over its limit is refused from memory until the window ends, so that a flood costs the store
 * almost nothing.
 */
import type { RateCounter } from './rate-counter.ts';
import { MINUTE_MS, startOf, secondsUntil } from '../../time.ts';

export interface RateRefusal {
  readonly allowed: false;
  /** Whole seconds until the request may be retried. */
  readonly retryAfterSeconds: number;
}

export type RateVerdict =
  | {
      readonly allowed: true;
      /** Requests left in the window after this one, if the count is known. */
      readonly left?: number;
      /** Other requests used up the day's candidates meanwhile. */
      readonly candidatesSpent?: boolean;
    }
  | RateRefusal;

/** Bounds the memory. Subjects beyond this number are counted in the store every time, with the same verdicts. */
const REMEMBERED_SUBJECTS = 20_000;

/**
 * The windows as one process sees them: the shared counter, and the subjects that the process knows to be over their
 * limit.
 */
export class RateWindows {
  readonly #counter: RateCounter;
  #windowStartMs = 0;
  /**
   * The highest count seen of each subject over its limit. Counts only grow, so the subject stays over it until the
   * window ends.
   */
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

  /**
   * The refusal if this process already knows that the subject is over its limit, so that a caller can skip all other
   * reads.
   */
  refusedFromMemory(subject: string, limitPerMinute: number, nowMs: number): RateRefusal | undefined {
    const startMs = startOf(MINUTE_MS, nowMs);
    this.#forgetWindowsBefore(startMs);
    const known = startMs === this.#windowStartMs ? (this.#reached.get(subject) ?? 0) : 0;
    return known >= limitPerMinute ? refusalUntil(startMs + MINUTE_MS, nowMs) : undefined;
  }

  /** A request that waits beyond the end of the minute must not restore its old window. */
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

/** Refuses until `endMs`, for at least one second. */
export function refusalUntil(endMs: number, nowMs: number): RateRefusal {
  return { allowed: false, retryAfterSeconds: secondsUntil(endMs, nowMs) };
}
