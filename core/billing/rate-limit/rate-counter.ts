/** Port: counts requests per time window, shared by all processes. */
export interface RateCounter {
  /**
   * Counts one request of the subject in the window that starts at `windowStartMs`, and returns the new count. The
   * count is deleted some time after the window ends.
   */
  count(subject: string, windowStartMs: number, windowEndMs: number): Promise<number>;
}
