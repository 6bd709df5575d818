/** Copies standard input into a temporary file so that it can be read more than once. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

export const STANDARD_INPUT = '-';

/** Runs `use` with the path of the file: the given one, or for `-` a temporary one, which is removed afterwards. */
export async function withInputFile<T>(file: string, use: (path: string) => Promise<T>): Promise<T> {
  if (file !== STANDARD_INPUT) return use(file);
  const folder = await mkdtemp(path.join(tmpdir(), 'product-data-input-'));
  try {
    const spooled = path.join(folder, 'input');
    await pipeline(process.stdin, createWriteStream(spooled, { mode: 0o600 }));
    return await use(spooled);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
