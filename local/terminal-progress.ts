/** One line for each slow step, with the seconds that it took; a bar for what can be counted. */
import { SingleBar, Presets } from 'cli-progress';

export class TerminalProgress {
  private readonly out: NodeJS.WriteStream;
  private beganMs: number | undefined;
  private bar: SingleBar | undefined;

  constructor(out: NodeJS.WriteStream) {
    this.out = out;
  }

  /** Ends the line of the step before. */
  step(name: string): void {
    this.end();
    this.out.write(`${name} … `);
    this.beganMs = performance.now();
  }

  /** Shows how far the present step is; only on a terminal. */
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
