/**
 * Node's own imports for the TypeScript of tests: what a worker asks for loses its types on the way. Vitest's module runner wraps every import in a
 * getter, which made loops over imported functions up to fourteen times slower; tsx names every inner function again each time it is made.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  register(import.meta.url);
  // Failures name the lines of the TypeScript.
  process.setSourceMapsEnabled(true);
}

/**
 * Node's hook, in a thread of its own.
 * @type {import('node:module').LoadHook}
 */
export async function load(url, context, nextLoad) {
  const { protocol, pathname } = new URL(url);
  if (protocol !== 'file:' || !/\.tsx?$/.test(pathname)) return nextLoad(url, context);
  const { transform } = await import('esbuild');
  const sourcefile = fileURLToPath(new URL(pathname, 'file:'));
  const { code } = await transform(await readFile(sourcefile, 'utf8'), {
    loader: pathname.endsWith('x') ? 'tsx' : 'ts',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: 'node20',
    sourcefile,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
