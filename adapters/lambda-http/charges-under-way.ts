/**
 * Notes each charge while its outcome is open. If a call fails meanwhile, because its time is over, its charge may stand, and nobody waits to learn
 * what became of it: then it is reported.
 */
export class ChargesUnderWay {
  readonly #reports = new Set<() => Error>();

  /** Carries out a write. @param report the error to log if the call fails before the write has ended */
  async during<Value>(report: () => Error, write: () => Promise<Value>): Promise<Value> {
    this.#reports.add(report);
    try {
      return await write();
    } finally {
      this.#reports.delete(report);
    }
  }

  /** Returns the errors to log for the call that failed now. Each is returned once. */
  take(): readonly Error[] {
    const errors = [...this.#reports].map((report) => report());
    this.#reports.clear();
    return errors;
  }
}
