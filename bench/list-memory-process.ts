/**
 * Imports one file with an empty index and a store that keeps nothing. Prints the time, the peak memory and the number
 * of rows.
 */
import { program } from '../bin/program/program.ts';
import { LocalCatalogFile } from '../adapters/files/local-catalog-file.ts';
import { countRows, type Catalog } from '../core/catalogs/rows/catalog.ts';
import type { CatalogStore } from '../core/catalogs/rows/catalog-store.ts';
import { importSlice, prepareFile } from '../core/catalogs/import/import-file.ts';
import { BUILT_IN_MANUFACTURERS } from '../core/index/manufacturers/built-in-manufacturers.ts';
import type { ItemIndex } from '../core/index/items/item-index.ts';

const [path, folder] = program('bench/list-memory-process.ts', 'Import one list whole: `npm run bench:lists` starts it')
  .argument('<list>', 'the file')
  .argument('<folder>', 'for files of its own')
  .parse().processedArgs as [string, string];
const emptyIndex: ItemIndex = {
  manufacturers: () => Promise.resolve(BUILT_IN_MANUFACTURERS),
  readKeys: (keys) => Promise.resolve(keys.map(() => [])),
  readItems: () => Promise.resolve(new Map()),
  readNumbersAlike: () => Promise.resolve([]),
};

/** A started catalog without rows. */
const CATALOG: Catalog = {
  ...{ accountId: 'acc_Bench00000', catalogId: 'cat_Bench', rowsIn: 'cat_Bench', sequence: 1, name: 'list' },
  ...{ status: 'processing', createdAtMs: 0, completedAtMs: null, counts: countRows([]) },
  ...{ imported: { rows: 0, bytes: 0 }, fingerprint: '', headings: [], failure: null, replaces: null },
  ...{ toDecide: null, delimiter: null, createdBy: null, researchAskedAtMs: null },
};

/** Accepts every row and stores none. */
const forgetful = {
  findCatalog: () => Promise.resolve(CATALOG),
  readLearned: () => Promise.resolve(new Map()),
  storeLearned: () => Promise.resolve(),
  noteUses: () => Promise.resolve(),
  appendRows: () => Promise.resolve(true),
  completeImport: () => Promise.resolve(true),
} as unknown as CatalogStore;

const startMs = performance.now();
const file = new LocalCatalogFile(path, folder);
const list = await prepareFile(emptyIndex, file, { chosen: [], name: path });
if (!list.ok) throw new Error(`The list was not understood: ${list.reason.kind}.`);
let imported = 0;
const ports = { catalogs: forgetful, index: emptyIndex, clock: { nowMs: () => 0 } };
const { end } = await importSlice(ports, file, CATALOG, {
  stop: new AbortController().signal,
  onProgress: ({ rows }) => (imported = rows),
});
if (end !== 'complete') throw new Error(`The import ended ${end}.`);
const seconds = (performance.now() - startMs) / 1000;
const peakMb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ peakMb, seconds, imported }));
