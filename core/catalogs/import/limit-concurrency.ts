/** Runs submitted tasks, at most `count` concurrently; the others wait in order. */
export function limitConcurrency(count: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= count) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      // The slot passes directly to the next task, so no other task can take it.
      else next();
    }
  };
}
