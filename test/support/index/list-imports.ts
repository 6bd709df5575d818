/** Imports files for tests as `admin catalogs import` does, without a separate process and stage. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../../../adapters/dynamodb/client/batch-write.ts';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { LocalCatalogFile } from '../../../adapters/files/local-catalog-file.ts';
import type { Catalog, CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import type { ImportEnd, ImportPorts } from '../../../core/catalogs/import/import-catalog.ts';
import { catalogFor, importSlice, prepareFile } from '../../../core/catalogs/import/import-file.ts';
import type { FileOptions } from '../../../core/catalogs/import/open-file.ts';
import { newAccountId } from '../../../core/identifiers.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { valueOf } from '../fixtures/accounts.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { rowsOf } from './loaded-index.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);

export interface ListHarness {
  readonly tables: OpenTables;
  readonly client: ReturnType<typeof testClient>;
  readonly ports: ImportPorts;
  portsOn(client: ReturnType<typeof testClient>): ImportPorts;
  load(items: readonly ItemRecord[]): Promise<void>;
  /** Saves the content as an uploaded file; its ending may determine the format. */
  save(content: string | Uint8Array): Promise<LocalCatalogFile>;
  /** Imports a file, into a new account if none is given. */
  importList(
    content: string | Uint8Array,
    options?: Partial<FileOptions>,
    accountId?: string,
  ): Promise<{ readonly catalog: Catalog; readonly end: ImportEnd; readonly rows: readonly CatalogRow[] }>;
  stop(): Promise<void>;
}

/** Stores the rows of the items that look-ups and candidates read, without those of the search. */
export async function loadForLists(
  client: DynamoDBDocumentClient,
  indexTable: string,
  items: readonly ItemRecord[],
): Promise<void> {
  const rows = [...rowsOf(items)].filter(({ pk }) => !pk.startsWith('TERM#'));
  for (let place = 0; place < rows.length; place += 500) {
    await batchWrite(
      client,
      indexTable,
      rows.slice(place, place + 500).map((put) => ({ put })),
    );
  }
}

export async function openListHarness(): Promise<ListHarness> {
  const tables = await openTables();
  const client = testClient(tables.endpoint);
  const folder = await mkdtemp(path.join(tmpdir(), 'lists-'));
  const portsOn = (on: typeof client): ImportPorts => ({
    catalogs: new DynamoCatalogStore(on, tables.accountsTable),
    index: new DynamoItemIndex(on, tables.productIndexTable),
    clock: { nowMs: () => NOW_MS },
  });
  const ports = portsOn(client);
  let files = 0;
  const save = async (content: string | Uint8Array): Promise<LocalCatalogFile> => {
    const file = path.join(folder, `list-${(files += 1)}`);
    await writeFile(file, content);
    return new LocalCatalogFile(file, await mkdtemp(`${file}-`));
  };
  return {
    ...{ tables, client, ports, portsOn, save },
    load: (items) => loadForLists(client, tables.productIndexTable, items),
    importList: async (content, options = {}, accountId = newAccountId()) => {
      const file = await save(content);
      const list = valueOf(await prepareFile(ports.index, file, { chosen: [], ...options }));
      const started = await catalogFor(ports.catalogs, list, { accountId, name: 'list', isNew: true, nowMs: NOW_MS });
      const { end, catalog = started } = await importSlice(ports, file, started, {
        stop: new AbortController().signal,
      });
      const rows = await ports.catalogs.readRows(catalog, { after: 0, limit: 10_000 });
      return { catalog, end, rows };
    },
    stop: async () => {
      client.destroy();
      await tables.stop();
      await rm(folder, { recursive: true });
    },
  };
}
