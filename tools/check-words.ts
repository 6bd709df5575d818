/** `npm run check:words`: fails if code, tests or documents contain phrases that the glossary forbids. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { filesOf } from './check-references/read-project.ts';
import { findRefusedPhrases, isReadForWords } from './check-words/find-refused-phrases.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run check:words --', 'Check code, tests and documents for phrases that the glossary forbids');

const ROOT = path.resolve(import.meta.dirname, '..');
const problems = filesOf(ROOT)
  .filter(isReadForWords)
  .flatMap((file) => findRefusedPhrases(file, readFileSync(path.join(ROOT, file), 'utf8')));
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
