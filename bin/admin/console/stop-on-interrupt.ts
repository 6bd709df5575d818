/**
 * Handles Ctrl-C in a long command: the first one stops it where it can resume later, the second one ends the process.
 */

/** The message of a command that resumes when it is run again. */
export const STOPPING =
  'Stopping after the current items; run the same command to resume. Press Ctrl-C again to stop immediately.';

interface Interrupt {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

export function stopOnInterrupt(onStop: () => void): Interrupt {
  const controller = new AbortController();
  const stop = (): void => {
    process.off('SIGINT', stop);
    process.off('SIGTERM', stop);
    onStop();
    controller.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    signal: controller.signal,
    release: () => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
