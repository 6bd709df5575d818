/** Files in .local/ that only their owner may read, written completely or not at all. */
import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type * as z from 'zod';
import { errorCode, LocalError } from './local-error.ts';

/** Replaces the file in one step: a crash leaves the old content or the new one. Mode 0600. */
export async function writePrivateJson(path: string, content: unknown): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new LocalError(`${path} cannot be written (${errorCode(error) ?? 'unknown reason'}).`, { cause: error });
  }
}

/**
 * The file's content, or undefined when there is no file.
 * @throws {LocalError} when it cannot be read or is not what `schema` says
 */
export async function readPrivateJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw new LocalError(`${path} is damaged. Repair it, or start fresh with: npm start -- --fresh`);
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new LocalError(`${path} cannot be read (${errorCode(error) ?? 'unknown reason'}).`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
