/** How fast a long command goes and how long it still takes, from what it has done since it began: an earlier run's part counts for nothing. */
import { grouped } from '../console/values.ts';

/** Before this, a rate says little. */
const FIRST_SAID_AFTER_MS = 2_000;

export class ImportPace {
  readonly #nowMs: () => number;
  readonly #startedMs: number;
  #first: { readonly done: number; readonly count: number } | undefined;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
    this.#startedMs = nowMs();
  }

  /**
   * @param done in the unit of `total`
   * @param count of what the rate counts
   * @returns `46 a second, 2 min 10 s left`; an empty text as long as nothing can be said
   */
  words(done: number, total: number, count: number): string {
    this.#first ??= { done, count };
    const elapsedMs = this.#nowMs() - this.#startedMs;
    const progress = done - this.#first.done;
    if (elapsedMs < FIRST_SAID_AFTER_MS || progress <= 0) return '';
    const perSecond = (count - this.#first.count) / (elapsedMs / 1000);
    const leftMs = (elapsedMs * Math.max(0, total - done)) / progress;
    return `${grouped(perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toFixed(1)))} a second, ${durationText(leftMs)} left`;
  }
}

/** `45 s`, `2 min 10 s`, `3 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${grouped(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
