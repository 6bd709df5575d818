/** `npm run check:comments`: fails if a comment is too wide, or the title of a test does not read alone. */
import path from 'node:path';
import { findCommentFaults } from './check-comments/find-comment-faults.ts';
import { readProject } from './check-references/read-project.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:comments --', 'Check the width of comments and the titles of tests');

const faults = [...readProject(path.resolve(import.meta.dirname, '..'))].flatMap(([file, text]) =>
  text === undefined || !/\.tsx?$/.test(file) ? [] : findCommentFaults(file, text),
);
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
