/** Prints one line for each slow step, with the seconds that it took, and a bar for countable work. */
import { SingleBar, Presets } from 'cli-progress';

export class TerminalProgress {
  private readonly out: NodeJS.WriteStream;
  private beganMs: number | undefined;
  private bar: SingleBar | undefined;

  constructor(out: NodeJS.WriteStream) {
    this.out = out;
  }

  /** Starts a step and ends the line of the previous one. */
  step(name: string): void {
    this.end();
    this.out.write(`${name} … `);
    this.beganMs = performance.now();
  }

  /** Shows the progress of the current step, only on a terminal. */
  count(done: number, total: number): void {
    if (!this.out.isTTY) return;
    if (this.bar === undefined) {
      this.out.write('\n');
      const format = '  {bar} {value}/{total}';
      this.bar = new SingleBar({ format, stream: this.out, clearOnComplete: true }, Presets.shades_classic);
      this.bar.start(total, 0);
    }
    this.bar.update(done);
  }

  end(): void {
    this.bar?.stop();
    this.bar = undefined;
    if (this.beganMs === undefined) return;
    this.out.write(`${((performance.now() - this.beganMs) / 1000).toFixed(1)} s\n`);
    this.beganMs = undefined;
  }
}
