import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loggableError } from '../../../adapters/lambda/loggable-error.ts';

const SOURCE = `// A comment, so that the places differ.

export function failDeeply(): never {
  try {
    throw new Error('within');
  } catch (cause) {
    throw new Error('without', { cause });
  }
}
`;

let folder: string;
let bundle: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'stack-'));
  const source = path.join(folder, 'thrower.ts');
  writeFileSync(source, SOURCE);
  bundle = path.join(folder, 'bundle.mjs');
  buildSync({ entryPoints: [source], outfile: bundle, bundle: true, minify: true, sourcemap: true, format: 'esm' });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** The stack is the one that Node writes without source maps; the test runner enables them. */
function thrownIn(bundleFile: string, what: string, cause?: Error): Error {
  const error = new Error(what, { cause });
  const [line = ''] = readFileSync(bundle, 'utf8').split('\n');
  const column = line.indexOf(`new Error("${what}"`) + 1;
  error.stack = `Error: ${what}\n    at t (file://${bundleFile}:1:${column})\n    at node:internal/process:1:2`;
  return error;
}

test('an error from the bundle names its source position, and so does its cause', () => {
  const before = thrownIn(bundle, 'without', thrownIn(bundle, 'within'));
  const error = loggableError(before);
  expect(error).toBe(before);
  expect(error.stack).toMatch(/^Error: without\n {4}at t \(.*thrower\.ts:7:\d+\)\n {4}at node:internal\/process:1:2$/u);
  expect((error.cause as Error).stack).toMatch(/thrower\.ts:5:\d+/u);
});

test('an error without a map, with a damaged one, or with circular causes is logged unchanged', () => {
  const elsewhere = path.join(folder, 'elsewhere.mjs');
  const error = thrownIn(elsewhere, 'without');
  error.cause = error;
  expect(loggableError(error).stack).toContain('elsewhere.mjs:1:');
  writeFileSync(`${elsewhere}.map`, '{');
  expect(loggableError(error).stack).toContain('elsewhere.mjs:1:');
});

test('a thrown value that is not an error is not repeated', () => {
  expect(loggableError('text of others').message).toBe('A value that is not an error was thrown.');
});
