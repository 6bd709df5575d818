/** `npm run check:references`: fails if documents or comments name a file, section or command that does not exist. */
import path from 'node:path';
import { findBrokenReferences } from './check-references/find-broken-references.ts';
import { readProject } from './check-references/read-project.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:references --', 'Find references to files, sections and commands that do not exist');

const broken = findBrokenReferences(readProject(path.resolve(import.meta.dirname, '..')));
for (const { file, line, problem } of broken) console.error(`${file}:${line}: ${problem}`);
if (broken.length > 0) process.exitCode = 1;
