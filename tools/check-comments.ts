/** `npm run check:comments`: finds files without a head, wide comments, and titles of tests that do not read alone. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCommentFaults } from './check-comments/find-comment-faults.ts';
import { filesOf } from './check-references/read-project.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:comments --', 'Check the heads of files, the width of comments and the titles of tests');

const root = path.resolve(import.meta.dirname, '..');
const faults = filesOf(root)
  .filter((file) => /\.tsx?$/.test(file))
  .flatMap((file) => findCommentFaults(file, readFileSync(path.join(root, file), 'utf8')));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
