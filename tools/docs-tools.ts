/** Writes docs/reference/tools.md from the definitions of the tools: `npm run docs:tools`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolsPage } from './docs/tools-page.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run docs:tools --', 'Write docs/reference/tools.md from the definitions of the tools');

writeFileSync(path.resolve(import.meta.dirname, '../docs/reference/tools.md'), toolsPage());
