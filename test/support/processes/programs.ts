/**
 * Builds a program of bin/ into one JavaScript file when a test first starts it. As TypeScript, every start would take
 * two seconds of processor time.
 */
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';

const PROJECT_FOLDER = path.resolve(import.meta.dirname, '../../..');
const CACHE = path.join(PROJECT_FOLDER, 'node_modules/.cache/programs');

const made = new Map<string, Promise<string>>();

/**
 * @param name of the file in bin/, without its ending
 * @returns the JavaScript file to start
 */
export function programFile(name: 'admin' | 'local' | 'preflight' | 'smoke'): Promise<string> {
  const file = made.get(name) ?? makeProgram(name);
  made.set(name, file);
  return file;
}

async function makeProgram(name: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path.join(PROJECT_FOLDER, 'bin', `${name}.ts`)],
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    // These packages find their files at run time.
    external: ['dynalite', 'fauxqs', 'esbuild', 'tsx'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    plugins: [ownFolders],
    logLevel: 'warning',
  });
  const file = path.join(CACHE, `${name}-${process.env['VITEST_POOL_ID'] ?? ''}.mjs`);
  await mkdir(CACHE, { recursive: true });
  // The file is renamed into place, so that a parallel run never starts a partial one.
  await writeFile(`${file}.${process.pid}`, outputFiles[0]?.contents ?? '');
  await rename(`${file}.${process.pid}`, file);
  return file;
}

/** Modules that look for files next to themselves find them where they were before bundling. */
const ownFolders: Plugin = {
  name: 'own-folders',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      const folder = JSON.stringify(path.dirname(file));
      return { contents: source.replaceAll('import.meta.dirname', folder), loader: 'ts' };
    });
  },
};
