/**
 * Imports a short list as the first catalog of a demo account, so that the tools and pages of catalogs show something
 * from the start.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  openCatalogStore,
  openItemIndex,
  type AccountsTable,
  type ItemsTable,
} from '../../adapters/dynamodb/open-stores.ts';
import { LocalCatalogFile } from '../../adapters/files/local-catalog-file.ts';
import { catalogFor, importSlice, prepareFile } from '../../core/catalogs/import/import-file.ts';

const NAME = 'demo-list.csv';
/**
 * Parts of the demo index, one of them in another spelling and one by its barcode alone; one that it does not have; and
 * a repeated row.
 */
const LIST = `Item,Manufacturer,Part number,Barcode
40-1180,Brenholt,MS1001-B,
40-1214,Tarnvik,MS-1021,
55-0302,,,02000000012438
40-1187,Brenholt,MS1001-Q,
40-2180,Brenholt,MS1001-B,
`;

/**
 * Continues an import that an earlier start left unfinished.
 * @param folder where the list is kept while it is imported
 */
export async function openDemoCatalog(
  tables: AccountsTable & ItemsTable,
  { accountId, folder, nowMs }: { readonly accountId: string; readonly folder: string; readonly nowMs: number },
): Promise<void> {
  const ports = { catalogs: openCatalogStore(tables), index: openItemIndex(tables), clock: { nowMs: () => nowMs } };
  const place = await mkdtemp(path.join(folder, 'list-'));
  try {
    await writeFile(path.join(place, NAME), LIST);
    const file = new LocalCatalogFile(path.join(place, NAME), place);
    const list = await prepareFile(ports.index, file, { name: NAME, chosen: [] });
    if (!list.ok) throw new Error(`The demo list was not understood: ${list.reason.kind}`);
    const catalog = await catalogFor(ports.catalogs, list.value, { accountId, name: NAME, isNew: false, nowMs });
    await importSlice(ports, file, catalog, { stop: new AbortController().signal });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}
