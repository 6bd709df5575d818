/** Up to `concurrency` at a time. After a failure nothing new begins, and what is under way ends before the failure is thrown. */
export async function inParallel<T>(
  entries: Iterable<T>,
  concurrency: number,
  act: (entry: T) => Promise<void>,
): Promise<void> {
  // One iterator for all workers: each takes the next entry when it is free.
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
