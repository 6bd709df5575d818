/** What joining a bundle's first files keeps: one instance of each module, live bindings, and source maps. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildFunction } from '../../../lib/constructs/function-code.ts';
import { loadedBytes } from '../../../tools/dependencies/loaded-bytes.ts';

const SOURCES = {
  'handler.ts': `
    import { add, count } from './shared.ts';
    import { name } from './named.ts';
    export async function handler() {
      add();
      const before = count;
      const { later } = await import('./later.ts');
      const { other } = await import('./other.ts');
      return { before, later: later(), other: other(), after: count, name };
    }`,
  'shared.ts': `
    export let count = 0;
    export function add() { count += 1; }`,
  'named.ts': `export const name = 'named by the start';`,
  'later.ts': `
    import { add, count } from './shared.ts';
    export function later() { add(); return 'marker of later ' + count; }`,
  'other.ts': `
    import { add } from './shared.ts';
    import { name } from './named.ts';
    export function other() { add(); return name; }`,
};

let folder: string;
let built: ReturnType<typeof buildFunction>;
const inBundle = (name: string) => path.join(folder, 'bundle', name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'join-start-'));
  for (const [name, source] of Object.entries(SOURCES)) await writeFile(path.join(folder, name), source);
  built = buildFunction(path.join(folder, 'handler.ts'), path.join(folder, 'bundle'));
});
afterAll(() => rm(folder, { recursive: true }));

async function filesNamed(pattern: RegExp): Promise<readonly string[]> {
  return (await readdir(inBundle(''))).filter((name) => pattern.test(name));
}

describe('a bundle whose first files are joined', () => {
  test('loads one file at the start, and one for each module that is loaded later', async () => {
    expect(await filesNamed(/\.mjs$/)).toEqual([
      'handler.mjs',
      expect.stringMatching(/^later-/),
      expect.stringMatching(/^other-/),
    ]);
    expect(await readFile(inBundle('handler.mjs'), 'utf8')).not.toMatch(/from"\.\//);
    expect(await filesNamed(/\.map$/)).toHaveLength(3);
  });

  test('has one instance of each module, whose changes every file sees', async () => {
    const { handler } = (await import(pathToFileURL(inBundle('handler.mjs')).href)) as {
      handler: () => Promise<object>;
    };
    const name = 'named by the start';
    expect(await handler()).toEqual({ before: 1, later: 'marker of later 2', other: name, after: 3, name });
  });

  test.each([
    [/^handler\.mjs$/, 'named by the start', 'named.ts'],
    [/^later-.*\.mjs$/, 'marker of later ', 'later.ts'],
  ])('leads from a place in %s back to its source', async (pattern, text, source) => {
    const [name = ''] = await filesNamed(pattern);
    const lines = (await readFile(inBundle(name), 'utf8')).split('\n');
    const line = lines.findIndex((code) => code.includes(text));
    const map = new SourceMap(JSON.parse(await readFile(inBundle(`${name}.map`), 'utf8')) as SourceMapPayload);
    const entry = map.findEntry(line, (lines[line] ?? '').indexOf(text) - 1);
    const written = SOURCES[source as keyof typeof SOURCES].split('\n');
    expect(entry).toMatchObject({
      originalSource: expect.stringMatching(new RegExp(`/${source}$`)),
      originalLine: written.findIndex((code) => code.includes(text)),
    });
  });

  test('is described with the bytes of its files', async () => {
    const sizes = await Promise.all(
      (await filesNamed(/\.mjs$/)).map(async (name) => (await readFile(inBundle(name))).byteLength),
    );
    const { eager } = loadedBytes(built);
    expect(eager).toBe(sizes[0]);
    expect(Object.keys(built.inputs)).toHaveLength(5);
  });
});
