/** One list opened, understood and prepared, against an index that knows nothing; prints the time, the peak memory and the rows. */
import { LocalListFile } from '../functions/adapters/files/local-list-file.ts';
import { prepareList } from '../functions/core/catalogs/import-list.ts';
import { readListRows } from '../functions/core/catalogs/prepared-list.ts';
import { BUILT_IN_MAKERS } from '../functions/core/products/makers/built-in-makers.ts';
import type { ProductIndex } from '../functions/core/products/product-index.ts';

const [path = '', folder = ''] = process.argv.slice(2);
const emptyIndex: ProductIndex = {
  makers: () => Promise.resolve(BUILT_IN_MAKERS),
  readKeys: (keys) => Promise.resolve(keys.map(() => [])),
  readItems: () => Promise.resolve(new Map()),
  readNumbersAlike: () => Promise.resolve([]),
};

const startMs = performance.now();
const file = new LocalListFile(path, folder);
const list = await prepareList(emptyIndex, file, { chosen: [], name: path });
if (!list.ok) throw new Error(`The list was not understood: ${list.reason.kind}.`);
let prepared = 0;
for await (const row of readListRows(file, 0)) if (row.kind === 'cells') prepared += 1;
const seconds = (performance.now() - startMs) / 1000;
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ peakMb, seconds, prepared }));
