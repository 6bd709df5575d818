/**
 * Checks the rules for folders: each is small enough to scan, `functions/` contains only Lambda functions, and tests mirror their
 * sources. .dependency-cruiser.cjs checks the imports.
 */
import path from 'node:path';

const MAX_SOURCE_FILES = 20;
const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** Folders whose tests mirror them room by room. */
const MIRRORED = /^test\/((?:core|adapters|functions)\/.+)\/[^/]+\.test\.tsx?$/;

/**
 * @param files paths of all project files from its root, with `/`
 * @returns one sentence for each misplaced file, in path order
 */
export function findMisplacedFiles(files: readonly string[]): readonly string[] {
  const sources = files.filter((file) => SOURCE.test(file)).toSorted();
  const folders = new Map<string, string[]>();
  for (const file of sources) {
    const folder = path.posix.dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...crowdedFolders(folders), ...strangersAmongFunctions(sources), ...testsWithoutRoom(sources, folders)];
}

function crowdedFolders(folders: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return [...folders]
    .filter(([, { length }]) => length > MAX_SOURCE_FILES)
    .map(([folder, { length }]) => `${folder}: has ${length} source files, more than ${MAX_SOURCE_FILES}: divide it`);
}

function strangersAmongFunctions(sources: readonly string[]): readonly string[] {
  const handlers = new Set(
    sources.filter((file) => /^functions\/[^/]+\/handler\.ts$/.test(file)).map((file) => path.posix.dirname(file)),
  );
  const inFunctions = sources.filter((file) => file.startsWith('functions/'));
  return inFunctions
    .filter((file) => !handlers.has(file.split('/').slice(0, 2).join('/')))
    .map((file) => `${file}: functions/ may contain only folders with a handler.ts`);
}

function testsWithoutRoom(
  sources: readonly string[],
  folders: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return sources.flatMap((file) => {
    const room = MIRRORED.exec(file)?.[1];
    const exists = room === undefined || [...folders.keys()].some((folder) => `${folder}/`.startsWith(`${room}/`));
    return exists ? [] : [`${file}: tests mirror the source tree, but ${room} does not exist`];
  });
}
