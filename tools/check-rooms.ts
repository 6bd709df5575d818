/**
 * `npm run check:rooms`: fails if a folder has too many source files or no tests, a large file of core/ no tests of its
 * name, a file is in the wrong folder, or a list of folders is wrong.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './check-references/read-project.ts';
import { findMisplacedFiles } from './check-rooms/find-misplaced-files.ts';
import { findUnlistedFolders } from './check-rooms/find-unlisted-folders.ts';
import { findUntestedFiles } from './check-rooms/find-untested-files.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing(
  'npm run check:rooms --',
  'Check the size of folders, the place of tests and functions, and the lists of folders',
);

const ROOT = path.resolve(import.meta.dirname, '..');
const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Readonly<Record<string, string>> };
const files = filesOf(ROOT);
const problems = [
  ...findMisplacedFiles(files),
  ...findUntestedFiles(files, (file) => textOf(file).split('\n').length - 1),
  ...findUnlistedFolders(files, {
    readme: textOf('README.md'),
    dependencyCruiser: textOf('.dependency-cruiser.cjs'),
    checkImports: scripts['check:imports'] ?? '',
  }),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
