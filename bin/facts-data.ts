/** `npm run facts:data`: writes core/item-import/fact-words.ts from the tables in data/facts. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { factWordsSource } from './facts/fact-words-source.ts';
import { takeNothing } from './program/program.ts';

takeNothing('npm run facts:data --', 'Write core/item-import/fact-words.ts from data/facts');

writeFileSync(path.resolve(import.meta.dirname, '../core/item-import/fact-words.ts'), factWordsSource());
