/** Writes docs/reference/errors.md from the error catalog: `npm run docs:errors`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorsPage } from './docs/errors-page.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:errors --', 'Write docs/reference/errors.md from the error catalog');

writeFileSync(path.resolve(import.meta.dirname, '../docs/reference/errors.md'), errorsPage());
