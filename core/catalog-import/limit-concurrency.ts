/** Runs submitted work with at most `count` concurrent tasks; the rest waits, first in, first out. */
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
      // The slot is handed over directly, so that nothing else can take it in between.
      else next();
    }
  };
}
