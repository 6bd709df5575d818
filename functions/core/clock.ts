/** Time is passed in: the core never reads the wall clock, so every rule of time can be tested at any moment. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  nowMs(): number;
}
