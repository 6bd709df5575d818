/** Measures how many bytes of each package are deployed in the functions' bundles and the dashboard script. */
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import { buildFunction } from '../../lib/constructs/function-code.ts';
import { packageOf } from './licenses.ts';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../..');

export interface ShippedSize {
  /** Bytes in the bundle that contains most of it. */
  readonly bytes: number;
  /** Number of bundles that contain it. */
  readonly bundles: number;
}

/** @returns sizes by package, sorted by name */
export async function measureBundles(): Promise<Readonly<Record<string, ShippedSize>>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bundles-'));
  try {
    const functions = readdirSync(path.join(PROJECT_FOLDER, 'functions')).map((name) =>
      buildFunction(path.join(PROJECT_FOLDER, 'functions', name, 'handler.ts'), path.join(folder, name)),
    );
    return sizesOf([...functions, await buildDashboard()]);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function buildDashboard(): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [path.join(PROJECT_FOLDER, 'web/main.tsx')],
    bundle: true,
    minify: true,
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    tsconfigRaw: {},
    write: false,
    metafile: true,
  });
  return metafile;
}

export function sizesOf(bundles: readonly Pick<Metafile, 'outputs'>[]): Readonly<Record<string, ShippedSize>> {
  const sizes = new Map<string, ShippedSize>();
  for (const { outputs } of bundles)
    for (const [name, bytes] of bytesByPackage(outputs)) {
      const { bytes: most, bundles: count } = sizes.get(name) ?? { bytes: 0, bundles: 0 };
      sizes.set(name, { bytes: Math.max(most, bytes), bundles: count + 1 });
    }
  return Object.fromEntries([...sizes].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function bytesByPackage(outputs: Metafile['outputs']): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>();
  for (const { inputs } of Object.values(outputs))
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const name = packageOf(file);
      if (name !== undefined && bytesInOutput > 0) bytes.set(name, (bytes.get(name) ?? 0) + bytesInOutput);
    }
  return bytes;
}
