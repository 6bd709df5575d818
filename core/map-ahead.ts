/** Works ahead of a slow consumer: processes the next values while the consumer uses the last result. */
import { started } from './started.ts';

/**
 * Yields results in the order of the source, with at most `depth` in progress or waiting.
 * A failure is thrown in order; stopping early leaves no unhandled rejection.
 */
export async function* mapAhead<T, R>(
  source: AsyncIterable<T>,
  depth: number,
  work: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for await (const value of source) {
    waiting.push(started(work(value)));
    if (waiting.length >= depth) yield (await waiting.shift()) as R;
  }
  for (const result of waiting) yield await result;
}

/** Yields groups of `size` values; the last one may be smaller. */
export async function* inGroups<T>(source: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = [];
  for await (const value of source) {
    group.push(value);
    if (group.length < size) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
