/**
 * When the reader of a program's output has gone away, as `head` does, the program does not complain. It goes on to the end of its work, so that its
 * exit code stays true; only what writes without an end, as an export does, stops.
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

/** Whether this failure is only that the output is no longer read. */
export function isReaderGone(error: unknown): boolean {
  return isGone && error instanceof Error && 'code' in error && error.code === 'EPIPE';
}
