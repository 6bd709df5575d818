/**
 * Checks that a reader finds the tests of a large file of core/: they have its name, or tested-elsewhere.ts names them.
 */
import path from 'node:path';
import { FILES_TESTED_ELSEWHERE } from './tested-elsewhere.ts';

/** The tests of a smaller file may be those of the file that uses it. */
const MAX_LINES_WITHOUT_TESTS = 150;
const OF_CORE = /^core\/.+\.ts$/;
/** Data that a command writes. */
const PACKED = /\/packed-[^/]+\.ts$/;
const TEST = /^test\/.*\/([^/]+?)(?:\.contract)?\.test\.tsx?$/;

/**
 * @param files paths of all project files from its root, with `/`
 * @param linesOf counts the lines of a file
 * @returns one sentence for each file whose tests cannot be found, in path order
 */
export function findUntestedFiles(
  files: readonly string[],
  linesOf: (file: string) => number,
  testedElsewhere: Readonly<Record<string, string>> = FILES_TESTED_ELSEWHERE,
): readonly string[] {
  const tested = new Set(files.flatMap((file) => TEST.exec(file)?.[1] ?? []));
  const nameless = files
    .filter((file) => OF_CORE.test(file) && !PACKED.test(file) && !tested.has(path.posix.basename(file, '.ts')))
    .filter((file) => linesOf(file) > MAX_LINES_WITHOUT_TESTS)
    .toSorted();
  const known = new Set(files);
  return [
    ...nameless
      .filter((file) => testedElsewhere[file] === undefined)
      .map((file) => `${file}: has no tests of its name: add them, or name those that run it in tested-elsewhere.ts`),
    ...Object.entries(testedElsewhere).flatMap(([file, test]) => [
      ...(nameless.includes(file)
        ? []
        : [`${file}: is listed in tested-elsewhere.ts, but is gone, small, or has tests of its name`]),
      ...(known.has(test) ? [] : [`${file}: is tested by ${test}, which does not exist`]),
    ]),
  ];
}
