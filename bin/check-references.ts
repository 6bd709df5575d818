/** `npm run check:references`: fails on a file, a section or a command that pages or comments name and that does not exist. */
import path from 'node:path';
import { findBrokenReferences } from './check-references/find-broken-references.ts';
import { readProject } from './check-references/read-project.ts';
import { takeNothing } from './program/program.ts';

takeNothing('npm run check:references --', 'Find files, sections and commands that are named and do not exist');

const broken = findBrokenReferences(readProject(path.resolve(import.meta.dirname, '..')));
for (const { file, line, problem } of broken) console.error(`${file}:${line}: ${problem}`);
if (broken.length > 0) process.exitCode = 1;
