/**
 * Ignores a closed output, for example after `| head`. The program finishes its work, so that its exit code is correct;
 * only programs that write much output, such as exports, stop.
 */

let isGone = false;

/** @param onGone ends a program that would run forever */
export function outliveReader(onGone: () => void = () => undefined): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      if (!isGone) onGone();
      isGone = true;
    });
}

/** Whether the error only means that the output was closed. */
export function isReaderGone(error: unknown): boolean {
  return isGone && error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
