/**
 * Checks the rules for folders: each is small enough to scan, `functions/` contains only Lambda functions, and tests
 * mirror their sources, in both directions. .dependency-cruiser.cjs checks the imports.
 */
import path from 'node:path';
import { TESTED_ELSEWHERE } from './tested-elsewhere.ts';

const MAX_SOURCE_FILES = 20;
const SOURCE = /\.(?:ts|tsx|mjs)$/;
/** Folders whose tests mirror them room by room. */
const MIRRORED = /^test\/((?:core|adapters|functions)\/.+)\/[^/]+\.test\.tsx?$/;
const TESTED = /^(?:core|adapters|functions)\//;

/**
 * @param files paths of all project files from its root, with `/`
 * @returns one sentence for each misplaced file, in path order
 */
export function findMisplacedFiles(
  files: readonly string[],
  testedElsewhere: Readonly<Record<string, string>> = TESTED_ELSEWHERE,
): readonly string[] {
  const sources = files.filter((file) => SOURCE.test(file)).toSorted();
  const folders = new Map<string, string[]>();
  for (const file of sources) {
    const folder = path.posix.dirname(file);
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [
    ...crowdedFolders(folders),
    ...strangersAmongFunctions(sources),
    ...testsWithoutRoom(sources, folders),
    ...roomsWithoutTests(sources, folders, testedElsewhere),
  ];
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

/** A folder has tests in the same place below test/, or is listed with the test that runs it. */
function roomsWithoutTests(
  sources: readonly string[],
  folders: ReadonlyMap<string, readonly string[]>,
  testedElsewhere: Readonly<Record<string, string>>,
): readonly string[] {
  const tests = sources.filter((file) => /\.test\.tsx?$/.test(file));
  const isTested = (room: string) => tests.some((file) => file.startsWith(`test/${room}/`));
  const rooms = [...folders.keys()].filter((folder) => TESTED.test(folder));
  const list = Object.entries(testedElsewhere);
  return [
    ...rooms
      .filter((room) => !isTested(room) && testedElsewhere[room] === undefined)
      .map((room) => `${room}: has no tests: add test/${room}/, or name the test that runs it in tested-elsewhere.ts`),
    ...list
      .filter(([room]) => !folders.has(room) || isTested(room))
      .map(
        ([room]) =>
          `${room}: is listed in tested-elsewhere.ts, but ${folders.has(room) ? 'has tests of its own' : 'does not exist'}`,
      ),
    ...list
      .filter(([, test]) => !tests.includes(test))
      .map(([room, test]) => `${room}: is tested by ${test}, which does not exist`),
  ];
}
