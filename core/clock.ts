/** Time is passed in: the core never reads the wall clock, so every time rule can be tested at any moment. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}

/** Returns the whole seconds until a moment: at least one, so that a caller never retries without a pause. */
export function secondsUntil(untilMs: number, nowMs: number): number {
  return Math.max(1, Math.ceil((untilMs - nowMs) / 1000));
}
