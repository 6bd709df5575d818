/** `npm run makers:data`: writes core/manufacturers/manufacturer-data.ts from the lists in data/makers. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makerDataSource } from './makers/maker-data-source.ts';
import { takeNothing } from './program/program.ts';

takeNothing('npm run makers:data --', 'Write core/manufacturers/manufacturer-data.ts from data/makers');

writeFileSync(path.resolve(import.meta.dirname, '../core/manufacturers/manufacturer-data.ts'), makerDataSource());
