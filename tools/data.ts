/** `npm run data`: writes the modules that contain the tables of data/. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { packedFiles } from './data/packed-files.ts';
import { takeNothing } from '../bin/program/program.ts';

takeNothing('npm run data --', 'Write the tables of data/ into modules of core/');

for (const [file, text] of packedFiles()) writeFileSync(path.resolve(import.meta.dirname, '..', file), text);
