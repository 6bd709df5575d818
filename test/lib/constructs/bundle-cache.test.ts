import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundleOnce } from '../../../lib/constructs/bundle-cache.ts';

let folder: string;
let entry: string;
let made: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bundles-'));
  entry = path.join(folder, 'handler.ts');
  writeFileSync(entry, 'first');
  writeFileSync(path.join(folder, 'imported.ts'), 'imported');
  made = 0;
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Copies the entry, and reports that it also read the other file. */
function bundle(source: string, outputFolder: string): readonly string[] {
  made += 1;
  mkdirSync(outputFolder, { recursive: true });
  writeFileSync(path.join(outputFolder, 'handler.mjs'), readFileSync(source));
  return [source, path.join(folder, 'imported.ts')];
}

function bundled(source = entry): string {
  const output = path.join(folder, 'output');
  rmSync(output, { recursive: true, force: true });
  bundleOnce(bundle, path.join(folder, 'cache'), source, output);
  return readFileSync(path.join(output, 'handler.mjs'), 'utf8');
}

test('a bundle is built once while its inputs stay the same', () => {
  expect([bundled(), bundled(), bundled()]).toEqual(['first', 'first', 'first']);
  expect(made).toBe(1);
});

test('a change of the module, or of a module that it imports, rebuilds the bundle', () => {
  bundled();
  writeFileSync(entry, 'second');
  expect(bundled()).toBe('second');
  writeFileSync(path.join(folder, 'imported.ts'), 'changed');
  bundled();
  rmSync(path.join(folder, 'imported.ts'));
  expect(() => bundled()).toThrow('imported.ts');
  expect(made).toBe(4);
});

test('each module has a separate bundle', () => {
  const other = path.join(folder, 'other.ts');
  writeFileSync(other, 'other');
  expect([bundled(), bundled(other), bundled()]).toEqual(['first', 'other', 'first']);
  expect(existsSync(path.join(folder, 'cache'))).toBe(true);
});
