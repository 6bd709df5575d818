/**
 * Repeats a batch until all of it is done: unprocessed entries are sent again with growing pauses. If some stay
 * unprocessed, the call fails.
 */
import { waitWithFullJitter } from './full-jitter.ts';

const MAX_ATTEMPTS = 8;

/** Thrown when DynamoDB left rows of a batch unprocessed for longer than a request may wait. It names no keys. */
export class UnprocessedKeysError extends Error {
  override readonly name = 'UnprocessedKeysError';

  constructor(operation: string, count: number, attempts: number) {
    super(`${operation} left ${count} rows unprocessed after ${attempts} attempts`);
  }
}

/**
 * Sends the entries concurrently, in chunks of the size that one call accepts.
 * @param send one call; returns what it left unprocessed
 * @throws {UnprocessedKeysError} and what `send` throws
 */
export async function untilProcessed<Entry>(
  { operation, atOnce }: { readonly operation: string; readonly atOnce: number },
  entries: readonly Entry[],
  send: (entries: Entry[]) => Promise<readonly Entry[]>,
): Promise<void> {
  const chunks = Array.from({ length: Math.ceil(entries.length / atOnce) }, (_, index) =>
    entries.slice(index * atOnce, (index + 1) * atOnce),
  );
  await Promise.all(chunks.map((chunk) => finishChunk(operation, chunk, send)));
}

async function finishChunk<Entry>(
  operation: string,
  chunk: readonly Entry[],
  send: (entries: Entry[]) => Promise<readonly Entry[]>,
): Promise<void> {
  let pending = chunk;
  for (let attempt = 1; ; attempt += 1) {
    pending = await send([...pending]);
    if (pending.length === 0) return;
    if (attempt === MAX_ATTEMPTS) throw new UnprocessedKeysError(operation, pending.length, attempt);
    await waitWithFullJitter(attempt);
  }
}
