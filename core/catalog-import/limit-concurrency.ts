/** Runs work as it is handed over, at most `count` at once; the rest waits its turn, first come first served. */
export function limitAtOnce(count: number): <T>(work: () => Promise<T>) => Promise<T> {
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
      // The place is handed on, so that no other can take it in between.
      else next();
    }
  };
}
