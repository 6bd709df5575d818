/** `npm run check:rooms`: fails on a folder with too many source files, and on a file that is not in the room of its kind. */
import path from 'node:path';
import { filesOf } from './check-references/read-project.ts';
import { findMisplacedFiles } from './check-rooms/find-misplaced-files.ts';
import { takeNothing } from './program/program.ts';

takeNothing('npm run check:rooms --', 'Check which room imports which, and how large each is');

const problems = findMisplacedFiles(filesOf(path.resolve(import.meta.dirname, '..')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
