/** Reads the logs of the local service in `.local/logs`, including rotated files. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RequestLogSource } from './request-line.ts';

/** @param folder the data folder of the local run */
export function localLog(folder: string): RequestLogSource {
  const logs = path.join(folder, 'logs');
  const files = async (): Promise<readonly string[]> =>
    (await readdir(logs).catch((): string[] => [])).map((file) => path.join(logs, file));
  return {
    async linesOf(requestId) {
      const found = await Promise.all((await files()).map((file) => linesIn(file, requestId)));
      return found.flat();
    },
    async requestIds() {
      const found = await Promise.all((await files()).map(idsIn));
      return [...new Set(found.flat())];
    },
  };
}

async function idsIn(file: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [id] = /\breq_[A-Za-z0-9]{20}\b/.exec(line) ?? [];
    if (id !== undefined) found.push(id);
  }
  return found;
}

async function linesIn(file: string, requestId: string): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line.includes(requestId)) found.push(...parsed(line));
  }
  return found;
}

function parsed(line: string): readonly unknown[] {
  try {
    return [JSON.parse(line)];
  } catch {
    return [];
  }
}
