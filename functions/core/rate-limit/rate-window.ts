/**
 * Requests per minute in windows fixed by their start, the same for every process (specification section 8).
 * Guarantees: at most `limit` requests of a subject pass in a window, whatever the concurrency; none under it is refused. A subject known to
 * be over its limit is refused from memory until the window ends, so that a flood costs the store next to nothing.
 */
import type { RateCounter } from './rate-counter.ts';

export type RateVerdict =
  | { readonly allowed: true }
  /** Whole seconds until the window has ended. */
  | { readonly allowed: false; readonly retryAfterSeconds: number };

const WINDOW_MS = 60_000;
/** A flood from more subjects than this is counted in the store again: memory stays bounded, and no answer changes. */
const REMEMBERED_SUBJECTS = 20_000;

/** The windows as one process sees them: the shared counter, and the counts it knows to have been reached. */
export class RateWindows {
  readonly #counter: RateCounter;
  #windowStartMs = 0;
  /** The highest count seen of a subject that was over its limit. Counts only grow, so what was over stays over. */
  readonly #reached = new Map<string, number>();

  constructor(counter: RateCounter) {
    this.#counter = counter;
  }

  /** Takes one request from the subject's window. */
  async take(subject: string, limitPerMinute: number, nowMs: number): Promise<RateVerdict> {
    const startMs = Math.floor(nowMs / WINDOW_MS) * WINDOW_MS;
    const endMs = startMs + WINDOW_MS;
    this.#forgetWindowsBefore(startMs);
    const known = startMs === this.#windowStartMs ? this.#reached.get(subject) : undefined;
    const count =
      known !== undefined && known >= limitPerMinute ? known + 1 : await this.#counter.count(subject, startMs, endMs);
    if (count <= limitPerMinute) return { allowed: true };
    this.#remember(subject, count, startMs);
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((endMs - nowMs) / 1000)) };
  }

  /** A request that waited across the minute must not bring its old window back. */
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
