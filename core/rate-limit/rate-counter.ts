/** Port: counts requests per time window, shared by all processes. */
export interface RateCounter {
  /**
   * Counts one request of the subject in the window that starts at that time, and returns the new count. The window is deleted some time
   * after its end.
   */
  count(subject: string, windowStartMs: number, windowEndMs: number): Promise<number>;
}
