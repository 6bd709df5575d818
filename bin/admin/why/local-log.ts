/** The functions' logs of the local service: `.local/logs`, with those that were moved aside when they were full. */
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { RequestLogSource } from './request-line.ts';

/** @param folder of the local run */
export function localLog(folder: string): RequestLogSource {
  const logs = path.join(folder, 'logs');
  return {
    async linesOf(requestId) {
      const files = await readdir(logs).catch((): string[] => []);
      const found = await Promise.all(files.map((file) => linesIn(path.join(logs, file), requestId)));
      return found.flat();
    },
  };
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
