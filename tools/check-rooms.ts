/** `npm run check:rooms`: fails if a folder has too many source files, or a file is in the wrong folder. */
import path from 'node:path';
import { filesOf } from './check-references/read-project.ts';
import { findMisplacedFiles } from './check-rooms/find-misplaced-files.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:rooms --', 'Check the size of folders and the place of tests and functions');

const problems = findMisplacedFiles(filesOf(path.resolve(import.meta.dirname, '..')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
