import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { LocalCatalogFile } from '../../../../adapters/files/local-catalog-file.ts';
import type { CatalogKey } from '../../../../core/catalogs/rows/catalog.ts';
import type { ImportPorts } from '../../../../core/catalogs/import/import-catalog.ts';
import {
  catalogFor,
  importSlice,
  prepareFile,
  type ImportRun,
  type SliceEnd,
} from '../../../../core/catalogs/import/import-file.ts';
import type { CatalogFile } from '../../../../core/catalogs/files/catalog-file.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { valueOf } from '../../../support/fixtures/accounts.ts';
import { disagreements, storedRows } from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { makeWorkbook } from '../../../support/fixtures/make-workbook.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

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
    index: new DynamoItemIndex(client, tables.productIndexTable),
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

async function saved(content: string | Buffer): Promise<CatalogFile & { readonly opened: () => number }> {
  const place = path.join(folder, String((files += 1)));
  await writeFile(place, content);
  const file = new LocalCatalogFile(place, await mkdtemp(`${place}-`));
  let opened = 0;
  return {
    openTable: (options) => ((opened += 1), file.openTable(options)),
    writePrepared: (content) => file.writePrepared(content),
    readPrepared: (from) => file.readPrepared(from),
    opened: () => opened,
  };
}

/** Records what an import keeps between its slices. */
interface Kept {
  readonly accountId: string;
  key?: CatalogKey;
}

function kept(): Kept {
  return { accountId: newAccountId() };
}

function catalogOf({ key }: Kept): CatalogKey {
  if (key === undefined) throw new Error('Nothing was started.');
  return key;
}

/** Finds or creates the catalog, as the first slice does. */
async function begin(file: CatalogFile, { accountId }: Kept): Promise<CatalogKey> {
  const list = valueOf(await prepareFile(ports.index, file, { chosen: [] }));
  return catalogFor(ports.catalogs, list, { accountId, name: 'list', isNew: false, nowMs: NOW_MS });
}

async function nextSlice(file: CatalogFile, import_: Kept, run: Partial<ImportRun> = {}): Promise<SliceEnd> {
  const key = (import_.key ??= await begin(file, import_));
  return importSlice(ports, file, key, { stop: NEVER, ...run });
}

/** Runs one slice and stops it once it has stored a group of rows. */
async function shortSlice(file: CatalogFile, import_: Kept): Promise<SliceEnd> {
  const stop = new AbortController();
  const allowanceAt = () => void stop.abort();
  return nextSlice(file, import_, { stop: stop.signal, allowanceAt });
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
])('slices of %s make the catalog that one run makes, and only the first opens the file', async (_, content) => {
  const whole = kept();
  const end = await nextSlice(await saved(content), whole);
  expect(end).toMatchObject({ end: 'complete', catalog: { imported: { rows: ROWS.length } } });

  const [sliced, file] = [kept(), await saved(content)];
  const ends: SliceEnd[] = [];
  do ends.push(await shortSlice(file, sliced));
  while (ends.at(-1)?.end === 'stopped' && ends.length < 20);
  expect(ends.map(({ end }) => end)).toEqual(['stopped', 'stopped', 'stopped', 'complete']);
  expect(file.opened()).toBe(1);
  const [key, wholeKey] = [catalogOf(sliced), catalogOf(whole)];
  expect(await storedRows(client, tables.accountsTable, key)).toEqual(
    await storedRows(client, tables.accountsTable, wholeKey),
  );
  expect(await disagreements(client, tables.accountsTable, key)).toEqual([]);
  expect(await ports.catalogs.findCatalog(key)).toMatchObject({ status: 'complete', headings: TABLE[0] });
  expect(await shortSlice(file, sliced)).toMatchObject({ end: 'complete' });
});

test('a file that is not understood is prepared once its columns are named', async () => {
  const file = await saved('Wer,Was\nNorvane,R-100\n');
  const refused = await prepareFile(ports.index, file, { chosen: [] });
  expect(refused).toMatchObject({ ok: false, reason: { kind: 'names_no_part', headings: ['Wer', 'Was'] } });
  const chosen = [
    { column: 'Wer', field: 'supplier' },
    { column: 'Was', field: 'partNumber' },
  ] as const;
  expect(await prepareFile(ports.index, file, { chosen })).toMatchObject({ ok: true });
});

test('a slice that was killed before its catalog was kept repeats into the same one', async () => {
  const [import_, file] = [kept(), await saved(TABLE.map((row) => row.join(';')).join('\n'))];
  await begin(file, import_);
  expect(await nextSlice(file, import_)).toMatchObject({ end: 'complete' });
  expect(await ports.catalogs.listCatalogs(import_.accountId, { before: 99, limit: 9 })).toHaveLength(1);
});

test('a slice of a deleted catalog ends as overtaken and reads no row', async () => {
  const gone = { accountId: newAccountId(), catalogId: 'cat_1' };
  const file = await saved('Manufacturer,MPN\nNorvane,R-100\n');
  expect(await nextSlice(file, { ...kept(), key: gone })).toEqual({ end: 'overtaken', catalog: undefined });
  expect(file.opened()).toBe(0);
});

test('two concurrent slices make one catalog', async () => {
  const content = TABLE.map((row) => row.join(';')).join('\n');
  const [import_, file] = [kept(), await saved(content)];
  await shortSlice(file, import_);
  await Promise.all([1, 2].map(() => nextSlice(file, import_)));
  await nextSlice(file, import_);
  const key = catalogOf(import_);
  expect(await ports.catalogs.findCatalog(key)).toMatchObject({ status: 'complete', imported: { rows: ROWS.length } });
  expect(await disagreements(client, tables.accountsTable, key)).toEqual([]);
});
