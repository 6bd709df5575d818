/** `npm run makers:data`: writes functions/core/products/makers/maker-data.ts from the lists in data/makers. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { makerDataSource } from './makers/maker-data-source.ts';

writeFileSync(path.resolve(import.meta.dirname, '../functions/core/products/makers/maker-data.ts'), makerDataSource());
