import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEPT_LOG_FILES, openFunctionLog } from '../../../local/lambda/function-log.ts';

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'function-log-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(lines: readonly string[], maxBytes?: number): Promise<void> {
  const log = openFunctionLog(path.join(folder, 'Mcp.log'), { onError: () => undefined }, maxBytes);
  const stream = new PassThrough();
  log.follow(stream);
  stream.end(lines.map((line) => `${line}\n`).join(''));
  await new Promise((resolve) => stream.on('close', () => setImmediate(resolve)));
  await log.close();
}

test('the log keeps the lines of an earlier run', async () => {
  await write(['of the first run']);
  await write(['of the second run']);
  expect(await readFile(path.join(folder, 'Mcp.log'), 'utf8')).toBe('of the first run\nof the second run\n');
});

test('a full log file is moved aside, and the oldest is deleted', async () => {
  for (let run = 1; run <= 8; run += 1) await write([`first line of run ${run}`, 'second line'], 10);
  const files = (await readdir(folder)).toSorted();
  expect(files).toEqual(['Mcp.log', ...Array.from({ length: KEPT_LOG_FILES }, (_, index) => `Mcp.log.${index + 1}`)]);
  const kept = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
  expect(kept.join('')).toContain('first line of run 8');
  expect(kept.join('')).not.toContain('first line of run 1');
});
