/**
 * Prints what a function's bundle holds, in bytes by package and room: loaded at the start, and when needed; of the
 * page, what a browser loads, as it is stored and as it is sent. `npm run bundle -- mcp page`
 */
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Argument } from 'commander';
import { program } from '../bin/program/program.ts';
import { buildPages } from '../lib/constructs/build-pages.ts';
import { buildFunction } from '../lib/constructs/function-code.ts';
import { loadedBytes, type LoadedBytes } from './dependencies/loaded-bytes.ts';

const FUNCTIONS = path.resolve(import.meta.dirname, '../functions');
const names = readdirSync(FUNCTIONS).toSorted();
const [named] = program('npm run bundle --', 'Print what the bundles of functions and the page hold')
  .addArgument(new Argument('[functions...]', 'the totals of all when none is named').choices([...names, 'page']))
  .parse().processedArgs as [string[]];

const folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
try {
  const functions = named.length > 0 ? named.filter((name) => name !== 'page') : names;
  if (functions.length > 0) print('bytes', { eager: 'at the start', lazy: 'when needed' });
  for (const name of functions) {
    const { by, ...total } = loadedBytes(
      buildFunction(path.join(FUNCTIONS, name, 'handler.ts'), path.join(folder, name)),
    );
    if (named.length > 0) for (const [room, bytes] of [...by].toSorted(byEager)) print(room, bytes);
    print(`functions/${name} in all`, total);
  }
  if (named.includes('page')) printPage(path.join(folder, 'page'));
} finally {
  await rm(folder, { recursive: true });
}

function printPage(built: string): void {
  buildPages(built);
  const assets = path.join(built, 'pages/dashboard/assets');
  print('bytes', { eager: 'stored', lazy: 'sent (gzip)' });
  for (const file of readdirSync(assets)
    .filter((one) => /\.(?:js|css)$/.test(one))
    .toSorted()) {
    const bytes = readFileSync(path.join(assets, file));
    print(file, { eager: bytes.length, lazy: gzipSync(bytes).length });
  }
}

function byEager([, one]: [string, LoadedBytes], [, other]: [string, LoadedBytes]): number {
  return other.eager - one.eager || other.lazy - one.lazy;
}

function print(name: string, { eager, lazy }: Readonly<Record<keyof LoadedBytes, number | string>>): void {
  const [first, second] = [eager, lazy].map((cell) => cell.toLocaleString('en').padStart(13));
  console.log(`${name.padEnd(44)}${first}${second}`);
}
