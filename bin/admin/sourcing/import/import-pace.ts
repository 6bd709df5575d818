/** Estimates rate and remaining time of a long command from this run only, not from the work of an earlier run. */
import { numberText } from '../../../../core/number-text.ts';

/** Before this, an estimate would be unreliable. */
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
   * @param count the number that the rate is based on
   * @returns `46 per second, 2 min 10 s left`; empty while there is no estimate
   */
  words(done: number, total: number, count: number): string {
    this.#first ??= { done, count };
    const elapsedMs = this.#nowMs() - this.#startedMs;
    const progress = done - this.#first.done;
    if (elapsedMs < FIRST_SAID_AFTER_MS || progress <= 0) return '';
    const perSecond = (count - this.#first.count) / (elapsedMs / 1000);
    const leftMs = (elapsedMs * Math.max(0, total - done)) / progress;
    return `${numberText(perSecond >= 10 ? Math.round(perSecond) : Number(perSecond.toFixed(1)))} per second, ${durationText(leftMs)} left`;
  }
}

/** Formats `45 s`, `2 min 10 s`, `3 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${numberText(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}
