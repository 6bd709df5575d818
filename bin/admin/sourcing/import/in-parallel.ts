/**
 * Runs up to `concurrency` actions concurrently. After a failure none starts, and the running ones finish before the
 * failure is thrown.
 */
export async function inParallel<T>(
  entries: Iterable<T>,
  concurrency: number,
  act: (entry: T) => Promise<void>,
): Promise<void> {
  // All workers share one iterator, so each takes the next entry when it is free.
  const waiting = [...entries][Symbol.iterator]();
  let failure: { readonly cause: unknown } | undefined;
  const worker = async (): Promise<void> => {
    for (const entry of waiting) {
      if (failure !== undefined) return;
      try {
        await act(entry);
      } catch (cause) {
        failure ??= { cause };
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failure !== undefined) throw failure.cause;
}
