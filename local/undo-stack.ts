/** Stops in reverse order everything that was started, each thing once, even if the stop is requested repeatedly. */
export class UndoStack {
  private readonly steps: (() => Promise<void>)[] = [];
  private done: Promise<void> | undefined;

  add(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  run(): Promise<void> {
    this.done ??= this.runAll();
    return this.done;
  }

  /** One step that fails must not keep the others from running. */
  private async runAll(): Promise<void> {
    for (const step of this.steps.toReversed()) await step().catch(() => undefined);
  }
}
