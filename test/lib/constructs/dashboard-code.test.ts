/** The files of the dashboard function's bundle that a cold start loads. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildFunction } from '../../../lib/constructs/function-code.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the clients of CloudWatch Logs and S3 are loaded by the first search and the first upload, not at the start', () => {
  const { outputs } = buildFunction(
    path.resolve(import.meta.dirname, '../../../functions/dashboard/handler.ts'),
    folder,
  );
  const byName = new Map(Object.entries(outputs));
  const entry = [...byName].find(([name]) => name.endsWith('handler.mjs'))?.[0] ?? '';
  const read = new Set([entry]);
  for (const name of read)
    for (const { path: imported, kind } of byName.get(name)?.imports ?? [])
      if (kind === 'import-statement') read.add(imported);
  const inputsOf = (names: Iterable<string>) =>
    [...names].flatMap((name) => Object.keys(byName.get(name)?.inputs ?? {}));
  const late = /client-cloudwatch-logs|client-s3\//;
  expect(inputsOf(read).filter((file) => late.test(file))).toEqual([]);
  expect(inputsOf(byName.keys()).some((file) => file.includes('client-cloudwatch-logs'))).toBe(true);
});
