/**
 * Loads the TypeScript of tests with Node's imports: strips the types of each module that a worker imports. Vitest's
 * module runner wraps every import in a getter, which made loops over imported functions up to fourteen times slower;
 * tsx renames every inner function each time it is created.
 */
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import process from 'node:process';
import { fileURLToPath, URL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  register(import.meta.url);
  // Stack traces then name lines of the TypeScript.
  process.setSourceMapsEnabled(true);
}

/**
 * Node's load hook, which runs in a separate thread.
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
    target: 'node24',
    sourcefile,
    sourcemap: 'inline',
    sourcesContent: false,
  });
  return { format: 'module', source: code, shortCircuit: true };
}
