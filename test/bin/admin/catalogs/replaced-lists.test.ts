import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFile } from '../../../../bin/admin/catalogs/import-file.ts';
import { replaceFile } from '../../../../bin/admin/catalogs/replace-command.ts';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { Catalog, CatalogKey } from '../../../../core/catalogs/rows/catalog.ts';
import type { CatalogStore } from '../../../../core/catalogs/rows/catalog-store.ts';
import { acceptItem } from '../../../../core/catalogs/import/correct-row.ts';
import type { ImportPorts } from '../../../../core/catalogs/import/import-catalog.ts';
import { listCatalogRows } from '../../../../core/catalogs/rows/list-catalog-rows.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { queryAccountRows } from '../../../../adapters/dynamodb/accounts-table/query-account-rows.ts';
import { CORRECTOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { disagreements, storedRows } from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults } from '../../../support/stores/faulty-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let ports: ImportPorts;
let folder: string;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  ports = portsOn(client);
  folder = await mkdtemp(path.join(tmpdir(), 'replaced-'));
  const writer = new DynamoItemWriter(client, tables.productIndexTable);
  for (const mpn of ['R-100', 'R-200', 'R-300']) {
    valueOf(await writer.writeItem(recordOf({ id: `itm_Relay${mpn.slice(2)}`, manufacturer: 'Norvane', mpn })));
  }
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
  await rm(folder, { recursive: true });
});

function portsOn(documents: ReturnType<typeof testClient>): ImportPorts {
  return {
    catalogs: new DynamoCatalogStore(documents, tables.accountsTable),
    index: new DynamoItemIndex(documents, tables.productIndexTable),
    clock: { nowMs: () => Date.UTC(2026, 10, 22, 12) },
  };
}

const HEADING = 'Our number;Manufacturer;MPN\n';
const FORMER = `${HEADING}A-1;Norvane;R-100\nA-2;Norvn;Q-2\nA-3;Norvane;Z-3\nA-4;Norvane;Z-4\n`;
/**
 * Like FORMER, except that A-1 names another part, A-4 is missing, A-5 is new, and sixty more rows make it two
 * writes.
 */
const NOW = `${HEADING}A-2;Norvn;Q-2\nA-1;Norvane;R-200\nA-3;Norvane;Z-3\nA-5;Norvane;R-300\n${Array.from({ length: 60 }, (_, row) => `B-${row};Norvane;R-300\n`).join('')}`;

let files = 0;
async function saved(content: string): Promise<string> {
  const file = path.join(folder, `${(files += 1)}.csv`);
  await writeFile(file, content);
  return file;
}

async function formerCatalog(): Promise<Catalog> {
  const wanted = { accountId: newAccountId(), catalogName: 'list', chosen: [], isNew: false };
  const { catalog } = await importFile(ports, { ...wanted, path: await saved(FORMER) });
  // A member knows which part Q-2 of "Norvn" means.
  valueOf(await acceptItem(ports, catalog, 2, 'itm_Relay200', CORRECTOR));
  return (await ports.catalogs.findCatalog(catalog)) ?? catalog;
}

async function replace(key: CatalogKey, file: string, on = ports) {
  const catalog = await on.catalogs.findCatalog(key);
  if (catalog === undefined) throw new Error('The catalog stands.');
  return replaceFile(on, { catalog, reading: { path: file, chosen: [] }, agree: () => Promise.resolve() });
}

/** The ports with some methods of the store replaced. */
function withStore(otherwise: Partial<CatalogStore>): ImportPorts {
  const catalogs = new DynamoCatalogStore(client, tables.accountsTable);
  return { ...ports, catalogs: Object.assign(catalogs, otherwise) };
}

/** Returns the first rows as a customer sees them. */
async function seen(key: CatalogKey, on = ports): Promise<string> {
  const advice = { research: '', mayNameParts: true, nowMs: 0 };
  const page = valueOf(await listCatalogRows(on, key, { limit: 100, advice }));
  return page.rows.map((row) => `${row.your_item_number} ${row.supplier_part_number} ${row.item?.id}`).join('\n');
}

/** The rows of the account that belong to a running replacement, or that it left behind. */
async function leftovers({ accountId }: CatalogKey): Promise<readonly string[]> {
  const rows = await Promise.all(
    ['REPLACEMENT#', 'REMOVED_CATALOG#'].map((prefix) =>
      queryAccountRows(client, tables.accountsTable, accountId, prefix),
    ),
  );
  return rows.flat().map(({ sk }) => sk);
}

test('the catalog keeps its id and the corrections; the preview lists the changes by the customer’s own numbers', async () => {
  const before = await formerCatalog();
  const file = await saved(NOW);
  const { catalog, end, comparison } = await replace(before, file);
  expect({ end, id: catalog.catalogId }).toEqual({ end: 'replaced', id: before.catalogId });
  expect(comparison?.counts).toEqual({
    ...{ same: 2, changed: 1, added: 61, removed: 1 },
    ...{ newly_matched: 0, no_longer_matched: 0 },
  });
  expect(comparison?.changes.slice(0, 2)).toMatchObject([
    { kind: 'changed', row: 2, before: { partNumber: 'R-100' }, now: { partNumber: 'R-200' } },
    { kind: 'added', row: 4, now: { itemNumber: 'A-5', itemId: 'itm_Relay300' } },
  ]);
  expect(comparison?.changes.at(-1)).toMatchObject({ kind: 'removed', before: { itemNumber: 'A-4' } });
  const corrected = await ports.catalogs.findRow(catalog, 1);
  expect(corrected).toMatchObject({ itemNumber: 'A-2', itemId: 'itm_Relay200', isCorrected: true });
  // The corrected row before it names the part of A-1.
  expect(await ports.catalogs.findRow(catalog, 2)).toMatchObject({ outcome: 'duplicate', itemId: 'itm_Relay200' });

  expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
  expect(await storedRows(client, tables.accountsTable, { ...before, rowsIn: before.rowsIn })).toEqual([]);
  expect(await leftovers(catalog)).toEqual([]);
  expect((await ports.catalogs.listCatalogs(catalog.accountId, { before: 1e9, limit: 9 })).length).toBe(1);
  expect((await replace(catalog, file)).end).toBe('same_file');
  expect((await replace(catalog, await saved(FORMER))).end).toBe('replaced');
  expect(await ports.catalogs.removeCatalog(catalog, 0)).toBe(true);
});

test('a reader of the former rows can no longer write to them, even before they are cleared', async () => {
  const before = await formerCatalog();
  const row = await ports.catalogs.findRow(before, 3);
  await replace(before, await saved(NOW), withStore({ clearRemoved: () => Promise.resolve() }));
  expect(await ports.catalogs.findRow(before, 3)).toEqual(row);
  if (row === undefined) throw new Error('The row is there.');
  const change = { row, outcome: 'cache_hit', itemId: 'itm_Relay100', itemUpdatedAt: null } as const;
  expect(await ports.catalogs.changeRows(before, [change])).toBe(0);
  const outcome = { from: 'not_found', to: 'enriched', item: null } as const;
  expect(await ports.catalogs.changeRowOutcome(before, 3, outcome)).toBe(false);
});

test('a page that is read during the replacement is of the new file', async () => {
  const catalog = await formerCatalog();
  const [former, now] = [await saved(FORMER), await saved(NOW)];
  let isReplaced = false;
  let head: Promise<Catalog | undefined> | undefined;
  const slow = withStore({
    findCatalog: (key) => (head = ports.catalogs.findCatalog(key)),
    readRows: async (key, page) => {
      // The head is read first, and names the former rows.
      await head;
      if (!isReplaced) {
        isReplaced = true;
        await replace(catalog, now);
      }
      return ports.catalogs.readRows(key, page);
    },
  });
  const during = await seen(catalog, slow);
  expect(during).toBe(await seen(catalog));
  expect(during).toContain('A-5');
  await replace(catalog, former);
});

test('a reader sees the former rows or the new ones, never a mixture', async () => {
  const catalog = await formerCatalog();
  const before = await seen(catalog);
  const views = new Set<string>();
  let isDone = false;
  const reading = (async () => {
    while (!isDone) views.add(await seen(catalog));
  })();
  await replace(catalog, await saved(NOW));
  isDone = true;
  await reading;
  const after = await seen(catalog);
  views.delete(before);
  views.delete(after);
  expect([...views]).toEqual([]);
  expect(after).not.toBe(before);
});

test('a replacement killed before or after any call and started again makes the same catalog, and leaves nothing behind', async () => {
  const whole = await formerCatalog();
  const file = await saved(NOW);
  const [before, counting] = [await seen(whole), testClient(tables.endpoint, { maxAttempts: 1 })];
  const calls = injectFaults(() => undefined, counting);
  await replace(whole, file, portsOn(counting));
  counting.destroy();
  const after = await seen(whole);
  const step = Math.ceil(calls.callCount / 6);
  // The last calls are the switch and the clearing; each of them is killed.
  for (let at = 1; at <= calls.callCount; at += at > calls.callCount - 5 ? 1 : step) {
    for (const fault of ['crash', 'crash-after'] as const) {
      const catalog = await formerCatalog();
      const dying = testClient(tables.endpoint, { maxAttempts: 1 });
      injectFaults(({ call }) => (call === at ? fault : undefined), dying);
      await replace(catalog, file, portsOn(dying)).catch(() => undefined);
      dying.destroy();
      expect([before, after]).toContain(await seen(catalog));
      await replace(catalog, file);
      expect(await seen(catalog)).toBe(after);
      expect(await disagreements(client, tables.accountsTable, catalog)).toEqual([]);
      expect(await leftovers(catalog)).toEqual([]);
    }
  }
});

test('deleting a catalog also deletes its pending replacement', async () => {
  const catalog = await formerCatalog();
  const refused = replaceFile(ports, {
    catalog,
    reading: { path: await saved(NOW), chosen: [] },
    agree: () => Promise.reject(new Error('no')),
  });
  await expect(refused).rejects.toThrow('no');
  expect(await leftovers(catalog)).toHaveLength(1);
  expect(await ports.catalogs.removeCatalog(catalog, 0)).toBe(true);
  await ports.catalogs.clearRemoved(catalog, () => undefined);
  expect(await leftovers(catalog)).toEqual([]);
  expect(await storedRows(client, tables.accountsTable, catalog)).toEqual([]);
});
