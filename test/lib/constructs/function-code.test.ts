/** What is in the MCP function's bundle, and what of it a cold start reads. Sizes are bytes; times are measured by `npm run bench -- cold`. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundleFunction } from '../../../lib/constructs/function-code.ts';

/** 120 kB of them are the table of makers (docs/makers.md): text that is searched as it stands, not code that a start compiles. */
const MAX_BYTES = 730_000;

let folder: string;
const files = new Map<string, string>();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  bundleFunction(path.resolve(import.meta.dirname, '../../../functions/mcp/handler.ts'), folder);
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.mjs'))) {
    files.set(name, readFileSync(path.join(folder, name), 'utf8'));
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it('has at most 730 kB', () => {
  const bytes = [...files.values()].reduce((sum, code) => sum + Buffer.byteLength(code), 0);
  expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
});

it('imports node:http nowhere as a module, for that would load all of fetch at a cold start', () => {
  for (const code of files.values()) expect(code).not.toMatch(/(?:from|import)\s*\(?"(?:node:)?http"/u);
});

it('reads the clients of Secrets Manager and SQS only when a request needs them', () => {
  const atOnce = readAtOnce('handler.mjs');
  const code = [...atOnce].map((name) => files.get(name)).join('\n');
  expect(code).toContain('DynamoDB_20120810');
  expect(code).not.toMatch(/secretsmanager|AmazonSQS/u);
  expect([...files.values()].join('\n')).toMatch(/secretsmanager/u);
});

it('has every file that it imports, for a package that was left out would be missed only in production', () => {
  for (const code of files.values()) {
    for (const [, name = ''] of code.matchAll(/(?:from|import)\s*\(?"([^"]+)"/gu)) {
      if (name.startsWith('./')) expect([...files.keys()]).toContain(name.slice(2));
      else expect(name).not.toBe('bowser');
    }
  }
});

/** The bundle's files that importing one reads before anything runs. */
function readAtOnce(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const [, other = ''] of (files.get(name) ?? '').matchAll(/(?:from|import)"\.\/([^"]+)"/gu)) {
    readAtOnce(other, seen);
  }
  return seen;
}
