/**
 * Prints what a function's bundle holds, in bytes by package and room: loaded at the start, and when needed. `npm run
 * bundle -- mcp`
 */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Argument } from 'commander';
import { program } from '../bin/program/program.ts';
import { buildFunction } from '../lib/constructs/function-code.ts';
import { loadedBytes, type LoadedBytes } from './dependencies/loaded-bytes.ts';

const FUNCTIONS = path.resolve(import.meta.dirname, '../functions');
const names = readdirSync(FUNCTIONS).toSorted();
const [named] = program('npm run bundle --', 'Print what the bundles of functions hold, by package and room')
  .addArgument(new Argument('[functions...]', 'the totals of all when none is named').choices(names))
  .parse().processedArgs as [string[]];

const folder = await mkdtemp(path.join(tmpdir(), 'bundle-'));
try {
  print('bytes', { eager: 'at the start', lazy: 'when needed' });
  for (const name of named.length > 0 ? named : names) {
    const { by, ...total } = loadedBytes(
      buildFunction(path.join(FUNCTIONS, name, 'handler.ts'), path.join(folder, name)),
    );
    if (named.length > 0) for (const [room, bytes] of [...by].toSorted(byEager)) print(room, bytes);
    print(`functions/${name} in all`, total);
  }
} finally {
  await rm(folder, { recursive: true });
}

function byEager([, one]: [string, LoadedBytes], [, other]: [string, LoadedBytes]): number {
  return other.eager - one.eager || other.lazy - one.lazy;
}

function print(name: string, { eager, lazy }: Readonly<Record<keyof LoadedBytes, number | string>>): void {
  const [first, second] = [eager, lazy].map((cell) => cell.toLocaleString('en').padStart(13));
  console.log(`${name.padEnd(44)}${first}${second}`);
}
