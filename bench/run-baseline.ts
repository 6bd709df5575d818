/** Bundles a contender, starts a fresh process with its bundle, and reads the measured times. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buildSync } from 'esbuild';
import { bundleFunction } from '../lib/constructs/function-code.ts';
import { SEMI_SPACE_MB } from '../lib/functions/tool-functions.ts';

const run = promisify(execFile);
const PROGRAM = path.join(import.meta.dirname, 'baselines', 'measured-process.ts');

interface Bundle {
  readonly file: string;
  readonly bytes: number;
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'bench-'));
}

/** Bundles `entry` into a folder; without `make`, with the function that bundles the deployed code. */
export function bundle(
  entry: string,
  folder: string,
  make: (entry: string, folder: string) => unknown = bundleFunction,
): Bundle {
  const outputFolder = mkdtempSync(path.join(folder, `${path.basename(entry, '.ts')}-`));
  make(entry, outputFolder);
  const file = path.join(outputFolder, 'handler.mjs');
  const code = readdirSync(outputFolder).filter((name) => name.endsWith('.mjs'));
  const bytes = code.reduce((sum, name) => sum + statSync(path.join(outputFolder, name)).size, 0);
  return { file, bytes };
}

/** Makes minified ES modules with esbuild's plain code splitting: dynamic imports stay out of the first file. */
export function bundlePlainly(entry: string, outputFolder: string): void {
  buildSync({
    entryPoints: [entry],
    outdir: outputFolder,
    entryNames: 'handler',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    minify: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    banner: {
      js: "import { createRequire as createRequireForBundle } from 'node:module'; const require = createRequireForBundle(import.meta.url);",
    },
    logLevel: 'warning',
  });
}

export async function measureBaseline(
  mode: 'cold-call' | 'cold-list' | 'cold-api' | 'warm' | 'counts',
  bundleFile: string,
  taskFile: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Record<string, number>> {
  const options = { env: { PATH: process.env['PATH'], ...environment }, timeout: 300_000, maxBuffer: 2 ** 27 };
  // As the function is started; but nothing is collected while the bytes of calls are counted.
  const space =
    mode === 'counts'
      ? ['--max-semi-space-size=128', '--min-semi-space-size=128']
      : [`--max-semi-space-size=${SEMI_SPACE_MB}`];
  const program = path.join(path.dirname(taskFile), 'measured-process.mjs');
  // Node would remove the types itself, by a program that stays resident: 17 MB that no contender needs.
  buildSync({ entryPoints: [PROGRAM], outfile: program, format: 'esm', target: 'node24', logLevel: 'warning' });
  const { stdout } = await run(
    process.execPath,
    ['--expose-gc', ...space, program, mode, bundleFile, taskFile],
    options,
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
}
