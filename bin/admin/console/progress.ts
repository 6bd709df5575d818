/** Shows the progress of a long command on stderr: a bar on a terminal, otherwise a line every few seconds. */
import { Presets, SingleBar } from 'cli-progress';

export interface Progress {
  /** @param done in the unit of `total` */
  update(done: number, note: string): void;
  /** Writes a line above the bar. */
  say(line: string): void;
  stop(): void;
}

const LINE_INTERVAL_MS = 5_000;

/** @param total undefined if unknown; then only the notes show progress */
export function startProgress(total?: number): Progress {
  return process.stderr.isTTY && total !== undefined ? barProgress(total) : lineProgress(total);
}

function barProgress(total: number): Progress {
  const options = { stream: process.stderr, format: '{bar} {percentage} %  {note}', clearOnComplete: false };
  const bar = new SingleBar(options, Presets.shades_classic);
  bar.start(total, 0, { note: '' });
  return {
    update: (done, note) => bar.update(done, { note }),
    say: (line) => {
      process.stderr.write(`\r\u001b[K${line}\n`);
      bar.render();
    },
    stop: () => bar.stop(),
  };
}

function lineProgress(total: number | undefined): Progress {
  let lastMs = performance.now();
  return {
    update: (done, note) => {
      if (performance.now() - lastMs < LINE_INTERVAL_MS) return;
      lastMs = performance.now();
      const share = total === undefined ? '' : `${Math.floor((100 * done) / Math.max(1, total))} %  `;
      process.stderr.write(`${share}${note}\n`);
    },
    say: (line) => void process.stderr.write(`${line}\n`),
    stop: () => undefined,
  };
}
