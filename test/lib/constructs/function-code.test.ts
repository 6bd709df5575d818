/**
 * The contents of the MCP function's bundle, and the files that a cold start loads. Sizes are in bytes; `npm run bench
 * -- cold` measures times.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFunction } from '../../../lib/constructs/function-code.ts';
import { loadedBytes } from '../../../tools/dependencies/loaded-bytes.ts';

const MAX_BYTES = 740_000;
/** Of those, what a process loads before it can answer; the rest is read when needed (`npm run bundle -- mcp`). */
const MAX_EAGER_BYTES = 380_000;
/** The manufacturer table, compressed, with the code that decompresses and searches it. */
const MAX_MANUFACTURERS_BYTES = 36_000;

let folder: string;
let inputs: readonly string[];
const eagerBytes = new Map<string, number>();
const files = new Map<string, string>();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  for (const name of ['v1', 'mcp']) {
    const entry = path.resolve(import.meta.dirname, `../../../functions/${name}/handler.ts`);
    const built = buildFunction(entry, path.join(folder, name));
    eagerBytes.set(name, loadedBytes(built).eager);
    inputs = Object.keys(built.inputs);
  }
  folder = path.join(folder, 'mcp');
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.mjs'))) {
    files.set(name, readFileSync(path.join(folder, name), 'utf8'));
  }
});

afterAll(() => {
  rmSync(path.dirname(folder), { recursive: true, force: true });
});

test('the code of the MCP function has at most 740 kB', () => {
  const bytes = [...files.values()].reduce((sum, code) => sum + Buffer.byteLength(code), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

test.each(['mcp', 'v1'])('the function %s loads at most 380 kB before it can answer', (name) => {
  expect(eagerBytes.get(name)).toBeLessThanOrEqual(MAX_EAGER_BYTES);
});

test('the code of the MCP function loads no search, research or JSON Schemas before it can answer', () => {
  const atOnce = [...readAtOnce('handler.mjs')].map((name) => files.get(name)).join('\n');
  expect(atOnce).not.toMatch(/draft-2020-12|not a cursor of this search|Other calls asked for the same parts/u);
  expect([...files.values()].join('\n')).toMatch(/not a cursor of this search/u);
});

test('the code of the MCP function contains nothing of the dashboard, members or emails', () => {
  const ofThePage =
    /(?:^|\/)(?:web|functions\/(?:dashboard|mail|notice-watch|core\/(?:mail|page|people)|adapters\/(?:mail|dynamodb\/people)))\//;
  expect(inputs.filter((file) => ofThePage.test(file))).toEqual([]);
  expect(inputs.some((file) => file.includes('core/billing/meter/'))).toBe(true);
});

test('the code of the MCP function never imports node:http as a module, which would load all of fetch at a cold start', () => {
  for (const code of files.values()) expect(code).not.toMatch(/(?:from|import)\s*\(?"(?:node:)?http"/u);
});

test('the code of the MCP function loads the clients of Secrets Manager and SQS only when a request needs them', () => {
  const atOnce = readAtOnce('handler.mjs');
  const code = [...atOnce].map((name) => files.get(name)).join('\n');
  expect(code).toContain('DynamoDB_20120810');
  expect(code).not.toMatch(/secretsmanager|AmazonSQS/u);
  expect([...files.values()].join('\n')).toMatch(/secretsmanager/u);
});

test('the code of the MCP function loads the verification of access tokens with the first token, and no endpoint discovery', () => {
  const atOnce = [...readAtOnce('handler.mjs')].map((name) => files.get(name)).join('\n');
  expect(atOnce.includes('ERR_JWT_EXPIRED')).toBe(false);
  expect([...files.values()].join('\n').includes('ERR_JWT_EXPIRED')).toBe(true);
  expect(
    inputs.filter((file) => /mnemonist|obliterator|middleware-endpoint-discovery|shared-ini-file-loader/.test(file)),
  ).toEqual([]);
});

test('the code of the MCP function keeps the manufacturer table in a file that the first part with a manufacturer loads', () => {
  const name = /import\("\.\/(built-in-manufacturers-[^"]+)"\)/u.exec([...files.values()].join('\n'))?.[1] ?? '';
  const size = Buffer.byteLength(files.get(name) ?? '');
  expect(size).toBeGreaterThan(20_000);
  expect(size).toBeLessThanOrEqual(MAX_MANUFACTURERS_BYTES);
  expect([...readAtOnce('handler.mjs')]).not.toContain(name);
});

test('the code of the MCP function has every file that it imports, because a missing package would fail only in production', () => {
  for (const code of files.values()) {
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?"([^"]+)"/gu)) {
      if (name.startsWith('./')) expect([...files.keys()]).toContain(name.slice(2));
      else expect(name).not.toBe('bowser');
    }
  }
});

/** The files of the bundle that an import of one loads before anything runs. */
function readAtOnce(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other = ''] of (files.get(name) ?? '').matchAll(/(?:from|import)"\.\/([^"]+)"/gu)) {
    readAtOnce(other, seen);
  }
  return seen;
}
