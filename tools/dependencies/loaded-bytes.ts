/**
 * Divides the bytes of a function's bundle into those that its process loads at the start and those that it loads when
 * needed, by package and room.
 */
import type { Metafile } from 'esbuild';
import { packageOf } from './licenses.ts';

export interface LoadedBytes {
  /** Loaded before the handler can answer. */
  readonly eager: number;
  /** Loaded by the first request that needs it. */
  readonly lazy: number;
}

interface BundleBytes extends LoadedBytes {
  readonly by: ReadonlyMap<string, LoadedBytes>;
}

export function loadedBytes({ outputs }: Pick<Metafile, 'outputs'>): BundleBytes {
  const atOnce = loadedAtOnce(outputs);
  const by = new Map<string, LoadedBytes>();
  let [eager, lazy] = [0, 0];
  for (const [file, { bytes, inputs }] of Object.entries(outputs)) {
    if (!file.endsWith('.mjs')) continue;
    const isEager = atOnce.has(file);
    if (isEager) eager += bytes;
    else lazy += bytes;
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(input) ?? roomOf(input);
      const { eager: before, lazy: later } = by.get(name) ?? { eager: 0, lazy: 0 };
      by.set(
        name,
        isEager ? { eager: before + bytesInOutput, lazy: later } : { eager: before, lazy: later + bytesInOutput },
      );
    }
  }
  return { eager, lazy, by };
}

function loadedAtOnce(outputs: Metafile['outputs']): ReadonlySet<string> {
  const start = Object.keys(outputs).filter((file) => /(?:^|\/)handler\.mjs$/.test(file));
  const seen = new Set<string>(start);
  for (const file of seen)
    for (const { kind, path, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) seen.add(path);
  return seen;
}

/** The folder of a source file, at most two deep: `core/index`. */
function roomOf(file: string): string {
  const folders = file
    .split('/')
    .filter((part) => part !== '..')
    .slice(0, -1);
  return folders.slice(0, 2).join('/');
}
