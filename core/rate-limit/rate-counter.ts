/** The port that counts requests in windows, for every process at once. */
export interface RateCounter {
  /**
   * Counts one request of the subject in the window that starts then, and returns the count with it. The window is forgotten some time
   * after its end.
   */
  count(subject: string, windowStartMs: number, windowEndMs: number): Promise<number>;
}
