import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../functions/adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../functions/adapters/dynamodb/products/dynamo-item-writer.ts';
import { DynamoProductIndex } from '../../../functions/adapters/dynamodb/products/dynamo-product-index.ts';
import { LocalListFile } from '../../../functions/adapters/files/local-list-file.ts';
import type { CatalogKey } from '../../../functions/core/catalogs/catalog.ts';
import type { ImportPorts } from '../../../functions/core/catalogs/import-catalog.ts';
import { importSlice, type SliceEnd } from '../../../functions/core/catalogs/import-list.ts';
import type { ListFile } from '../../../functions/core/catalogs/list-file.ts';
import { newAccountId } from '../../../functions/core/identifiers.ts';
import { valueOf } from '../../../testing/harness/accounts.ts';
import { disagreements, storedRows } from '../../../testing/harness/catalog-rows.ts';
import { testClient } from '../../../testing/harness/dynamodb-client.ts';
import { recordOf } from '../../../testing/harness/item-records.ts';
import { makeWorkbook } from '../../../testing/harness/make-workbook.ts';
import { openTables, type OpenTables } from '../../../testing/harness/tables.ts';

const NOW_MS = Date.UTC(2026, 10, 22, 12);
const NEVER = new AbortController().signal;

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let ports: ImportPorts;
let folder: string;
let files = 0;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  folder = await mkdtemp(path.join(tmpdir(), 'slices-'));
  ports = {
    catalogs: new DynamoCatalogStore(client, tables.accountsTable),
    products: new DynamoProductIndex(client, tables.productIndexTable),
    clock: { nowMs: () => NOW_MS },
  };
  const writer = new DynamoItemWriter(client, tables.productIndexTable);
  valueOf(await writer.writeItem(recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100' })));
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
  await rm(folder, { recursive: true });
});

async function saved(content: string | Buffer): Promise<ListFile & { readonly opened: () => number }> {
  const place = path.join(folder, String((files += 1)));
  await writeFile(place, content);
  const file = new LocalListFile(place, await mkdtemp(`${place}-`));
  let opened = 0;
  return {
    openTable: (options) => ((opened += 1), file.openTable(options)),
    writePrepared: (content) => file.writePrepared(content),
    readPrepared: (from) => file.readPrepared(from),
    opened: () => opened,
  };
}

async function uploaded(): Promise<CatalogKey> {
  const upload = { accountId: newAccountId(), name: 'list', fingerprint: '', headings: [], nowMs: NOW_MS };
  return ports.catalogs.createCatalog(upload);
}

/** One slice that is stopped when it has stored a group of rows. */
async function shortSlice(file: ListFile, key: CatalogKey): Promise<SliceEnd> {
  const stop = new AbortController();
  const allowanceAt = () => void stop.abort();
  return importSlice(ports, file, { key, options: { chosen: [] }, stop: stop.signal, allowanceAt });
}

const ROWS = Array.from({ length: 180 }, (_, row) => [
  `N-${row}`,
  'Norvane',
  row % 9 === 0 ? 'R-100' : `Ünbekannt-${row % 70}`,
]);
const TABLE = [['Our number', 'Manufacturer', 'MPN'], ...ROWS];

test.each([
  ['CSV', Buffer.from(TABLE.map((row) => row.join(';')).join('\r\n'), 'latin1')],
  ['a workbook', makeWorkbook([{ name: 'List', rows: TABLE }])],
])(
  'slices of %s make the catalog that one run makes, and the file is opened in the first alone',
  async (_, content) => {
    const whole = await uploaded();
    const end = await importSlice(ports, await saved(content), { key: whole, options: { chosen: [] }, stop: NEVER });
    expect(end).toMatchObject({ kind: 'ended', end: 'complete', catalog: { imported: { rows: ROWS.length } } });

    const [key, file] = [await uploaded(), await saved(content)];
    const ends: SliceEnd[] = [];
    do ends.push(await shortSlice(file, key));
    while (ends.at(-1)?.kind === 'more' && ends.length < 20);
    expect(ends.map(({ kind }) => kind)).toEqual(['more', 'more', 'more', 'ended']);
    expect(file.opened()).toBe(1);
    expect(await storedRows(client, tables.accountsTable, key)).toEqual(
      await storedRows(client, tables.accountsTable, whole),
    );
    expect(await disagreements(client, tables.accountsTable, key)).toEqual([]);
    expect(await ports.catalogs.findCatalog(key)).toMatchObject({ status: 'complete', headings: TABLE[0] });
    expect(await shortSlice(file, key)).toMatchObject({ kind: 'ended', end: 'complete' });
  },
);

test('a list that is not understood leaves the catalog as it is, and is imported once its columns are named', async () => {
  const [key, file] = [await uploaded(), await saved('Wer,Was\nNorvane,R-100\n')];
  const refused = await importSlice(ports, file, { key, options: { chosen: [] }, stop: NEVER });
  expect(refused).toMatchObject({ kind: 'not_understood', error: { kind: 'names_no_part', headings: ['Wer', 'Was'] } });
  expect(await ports.catalogs.findCatalog(key)).toMatchObject({ status: 'queued', fingerprint: '' });
  const chosen = [
    { column: 'Wer', field: 'supplier' },
    { column: 'Was', field: 'partNumber' },
  ] as const;
  const done = await importSlice(ports, file, { key, options: { chosen }, stop: NEVER });
  expect(done).toMatchObject({ kind: 'ended', end: 'complete', catalog: { counts: { cache_hit: 1 } } });
});

test('a catalog that was begun from one file is not described by another', async () => {
  const key = await uploaded();
  const list = { fingerprint: 'one', headings: ['A'] };
  expect(await ports.catalogs.describeList(key, list)).toBe(true);
  expect(await ports.catalogs.describeList(key, list)).toBe(true);
  expect(await ports.catalogs.describeList(key, { fingerprint: 'two', headings: ['B'] })).toBe(false);
  expect(await ports.catalogs.findCatalog(key)).toMatchObject(list);
});

test('two slices at once make one catalog', async () => {
  const content = TABLE.map((row) => row.join(';')).join('\n');
  const [key, file] = [await uploaded(), await saved(content)];
  await Promise.all([1, 2].map(() => importSlice(ports, file, { key, options: { chosen: [] }, stop: NEVER })));
  await importSlice(ports, file, { key, options: { chosen: [] }, stop: NEVER });
  expect(await ports.catalogs.findCatalog(key)).toMatchObject({ status: 'complete', imported: { rows: ROWS.length } });
  expect(await disagreements(client, tables.accountsTable, key)).toEqual([]);
});
