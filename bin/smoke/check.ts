/** One check of the smoke test. */
export interface Check {
  readonly name: string;
  /** @throws {Error} that says what is wrong */
  readonly run: () => Promise<void>;
}
