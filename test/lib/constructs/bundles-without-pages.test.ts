/**
 * Functions that answer only programs start without the code that writes pages, which every cold start would load and
 * never use.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildFunction } from '../../../lib/constructs/function-code.ts';

test.each(['mcp', 'token', 'v1', 'billing-events'])('the bundle of %s contains no page', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'bundle-'));
  const files = Object.keys(buildFunction(path.resolve('functions', name, 'handler.ts'), folder).inputs);
  expect(files.some((file) => file.endsWith(`functions/${name}/handler.ts`))).toBe(true);
  expect(files.filter((file) => /node_modules\/preact|(^|\/)web\/|adapters\/pages\//.test(file))).toEqual([]);
  rmSync(folder, { recursive: true });
});
