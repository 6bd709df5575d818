// Slow: starts processes.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { importFile } from '../../../../bin/admin/catalogs/import-file.ts';
import { DynamoItemWriter } from '../../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoItemIndex } from '../../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { showCatalog } from '../../../../core/catalogs/rows/list-catalogs.ts';
import type { ChosenColumn } from '../../../../core/catalogs/files/recognize-columns.ts';
import type { LearnedKey } from '../../../../core/catalogs/rows/learned-matches.ts';
import { openAccount, valueOf } from '../../../support/fixtures/accounts.ts';
import { disagreements } from '../../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { openOperator, type Operator } from '../../../support/processes/operator.ts';
import type { PausedStore } from '../../../support/stores/paused-store.ts';
import { killAt, pauseStoreOf, randomMoments } from '../../../support/processes/kill-at.ts';

let operator: Operator;
let paused: PausedStore;
let client: ReturnType<typeof testClient>;
let store: DynamoCatalogStore;
let account: string;

beforeAll(async () => {
  operator = await openOperator();
  paused = await pauseStoreOf(operator);
  client = testClient(operator.tables.endpoint);
  store = new DynamoCatalogStore(client, operator.tables.accountsTable);
  account = (await openAccount(client, operator.tables.accountsTable)).account.accountId;
  const writer = new DynamoItemWriter(client, operator.tables.productIndexTable);
  const relay = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', gtin: '04006381333931' });
  valueOf(await writer.writeItem(relay));
});
afterAll(async () => {
  client.destroy();
  await paused.stop();
  await operator.stop();
});

async function fileOf(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(path.join(operator.folder, name), content);
  return name;
}

/** Returns what `catalogs import --json` prints, without a separate process. */
async function importJson(file: string, options: { name?: string; chosen?: readonly ChosenColumn[] } = {}) {
  const ports = {
    catalogs: store,
    index: new DynamoItemIndex(client, operator.tables.productIndexTable),
    clock: { nowMs: () => Date.now() },
  };
  const { name, chosen = [] } = options;
  const wanted = { accountId: account, catalogName: name, chosen, isNew: false };
  const { catalog, end, firstRow } = await importFile(ports, { ...wanted, path: path.join(operator.folder, file) });
  return { ...showCatalog(catalog), end, first_row: firstRow };
}

const rowsOf = (catalogId: string) =>
  store.readRows({ accountId: account, catalogId, rowsIn: catalogId }, { after: 0, limit: 1_000 });

describe('catalogs import', () => {
  test('recognizes semicolons, headings and a byte order mark, and keeps every row of the file', async () => {
    const lines = [
      '\ufeffArtikelnummer;Hersteller;Teilenummer;EAN',
      '4711;Norvane;"R-100";',
      '4712;Norvane;X-1;4006381333932',
      ';;;',
      '',
      '4713;"Norvane;X-2;',
      '4714;;;4006381333931',
      '4715;Norvane;X-3;;too;many',
      '4716;Norvane GmbH;Z"1',
    ];
    const shown = await importJson(await fileOf('liste.csv', lines.join('\r\n')), { name: 'Frühjahr' });
    expect(shown).toMatchObject({ status: 'complete', end: 'complete', name: 'Frühjahr', first_row: 1 });
    expect((await rowsOf(shown.id)).map(({ itemNumber, outcome, itemId }) => [itemNumber, outcome, itemId])).toEqual([
      ['4711', 'cache_hit', 'itm_Relay001'],
      ['4712', 'not_found', null],
      [null, 'skipped', null],
      [null, 'skipped', null],
      [null, 'error', null],
      ['4714', 'duplicate', 'itm_Relay001'],
      ['4715', 'not_found', null],
      ['4716', 'not_found', null],
    ]);
    expect(shown.rows).toMatchObject({ total: 8, cache_hit: 1, error: 1, skipped: 2, duplicate: 1, not_found: 3 });
  });

  test('reads JSON Lines, and stores a broken line as an error row', async () => {
    const lines = [
      '{"manufacturer":"Norvane","mpn":"R 100","item_no":1}',
      '{"brand":"Norvane","part_number":"X-1"}',
      'nonsense',
      '[1]',
      '',
      '{"gtin":4006381333931}',
      '{"manufacturer":{"name":"Norvane"},"mpn":"R-100"}',
      '{"manufacturer":"Norvane"}',
    ];
    const shown = await importJson(await fileOf('parts.jsonl', lines.join('\n')));
    const rows = await rowsOf(shown.id);
    expect(rows.map(({ outcome }) => outcome)).toEqual([
      ...['cache_hit', 'not_found', 'error', 'error', 'skipped', 'duplicate', 'duplicate', 'error'],
    ]);
    expect(rows[0]?.itemNumber).toBe('1');
    expect(rows[2]?.reason).toBe('the line is not JSON');
  });

  test('asks for columns that it does not recognize, and takes them from --map', async () => {
    const file = await fileOf('odd.csv', 'Made by,What\nNorvane,R-100\n');
    await expect(importJson(file)).rejects.toThrow(
      'No column was recognized as supplier and supplier_part_number or as gtin: ' +
        'name them with --map "<column>=<field>", or skip the rows above the heading with --skip-lines. Columns: "Made by", "What".',
    );
    const maps = ['--map', 'made BY=manufacturer', '--map', '#2=part_number'];
    const shown = await operator.json('catalogs', 'import', account, file, ...maps);
    expect(shown).toMatchObject({ rows: { total: 1, cache_hit: 1 }, end: 'complete' });
    const chosen = [{ column: 'Colour', field: 'gtin' }] as const;
    await expect(importJson(file, { chosen })).rejects.toThrow('There is no column "Colour".');
  });

  test.each([
    ['binary', Buffer.from('MPN\0,EAN\n\u0001'), 'holds zero bytes'],
    ['a truncated workbook', Buffer.from('PK\u0003\u0004 and so on'), 'The workbook is damaged'],
    ['nothing', Buffer.alloc(0), 'The file is empty'],
  ])('refuses %s with advice, and creates no catalog', async (name, content, problem) => {
    const before = await store.listCatalogs(account, { before: 1e9, limit: 100 });
    await expect(importJson(await fileOf(`${name}.csv`, content))).rejects.toThrow(problem);
    expect(await store.listCatalogs(account, { before: 1e9, limit: 100 })).toEqual(before);
  });

  test('makes the whole catalog when it is killed and repeated; --new starts another', async () => {
    const lines = Array.from(
      { length: 2_000 },
      (_, row) => `${row},Norvane,${row % 7 === 0 ? 'R-100' : `P-${row % 900}`}`,
    );
    const file = await fileOf('many.csv', `id,manufacturer,mpn\n${lines.join('\n')}\n`);
    const whole = await importJson(file);
    const random = randomMoments();
    // The first transaction creates the catalog, and each of the others appends up to 49 rows.
    const moment = {
      operation: 'TransactWriteItems',
      occurrence: random.integer(7, 40),
      isApplied: random.chance(50),
    };
    await killAt(operator.start('catalogs', 'import', account, file, '--new'), paused, moment);
    const [interrupted] = await store.listCatalogs(account, { before: 1e9, limit: 1 });
    expect(interrupted?.catalogId).not.toBe(whole.id);
    expect(interrupted).toMatchObject({ status: 'processing' });
    expect(interrupted?.imported.rows).toBeGreaterThan(200);
    expect(interrupted?.imported.rows).toBeLessThan(2_000);

    const resumed = await importJson(file);
    expect(resumed).toMatchObject({ id: interrupted?.catalogId, end: 'complete', rows: whole.rows });
    expect(resumed.first_row).toBe((interrupted?.imported.rows ?? 0) + 1);
    expect(await rowsOf(resumed.id)).toEqual(await rowsOf(whole.id));
    const key = { accountId: account, catalogId: resumed.id };
    expect(await disagreements(client, operator.tables.accountsTable, key)).toEqual([]);
  });
});

describe('the other catalogs commands', () => {
  test('show --check lists only the rows whose own words contradict their part', async () => {
    const writer = new DynamoItemWriter(client, operator.tables.productIndexTable);
    const chip = {
      id: 'itm_Chip0805',
      manufacturer: 'Norvane',
      mpn: 'C-0805',
      title: 'Norvane C-0805 resistor 10k 0805',
    };
    valueOf(await writer.writeItem(recordOf(chip)));
    const text =
      'manufacturer,mpn,description\nNorvane,R-100,relay\nNorvane,C-0805,resistor 10k 1206\nNorvane,Q-77,0603\n';
    const { id } = await importJson(await fileOf('check.csv', text));
    const show = await operator.run('catalogs', 'show', account, id, '--check');
    expect(show.stdout).toContain('1206');
    expect(show.stdout).not.toMatch(/R-100|Q-77/);
    const refused = await operator.run('catalogs', 'show', account, id, '--check', '--outcome', 'error');
    expect(refused.exitCode).toBe(1);
  });

  test('list, show with reasons, match again, cancel and delete', async () => {
    const shown = await importJson(
      await fileOf('short.csv', 'manufacturer,mpn,ean\nNorvane,R-100,\nNorvane,Q-1,\nNorvane,,1\n'),
    );
    const list = await operator.run('catalogs', 'list', account);
    expect(list.stdout).toMatch(new RegExp(`${shown.id}\\s+short.csv\\s+Ready\\s.*\\s3\\s+1\\s+1\\s+1`));
    const show = await operator.run('catalogs', 'show', account, shown.id, '--outcome', 'error');
    expect(show.stdout).toMatch(/3\s+Unusable\s.*part_number is missing.*wrong number of digits/s);
    expect(show.stdout).not.toContain('Q-1');

    const writer = new DynamoItemWriter(client, operator.tables.productIndexTable);
    valueOf(await writer.writeItem(recordOf({ id: 'itm_Came0001', manufacturer: 'Norvane', mpn: 'Q-1' })));
    expect(await operator.json('catalogs', 'refresh', account, shown.id)).toMatchObject({
      changed: 1,
      finished: true,
      rows: { cache_hit: 2, not_found: 0 },
    });
    const refused = await operator.run('catalogs', 'cancel', account, shown.id);
    expect(refused.stderr).toContain(`${shown.id} is complete: only a running import can be cancelled.`);

    const asked = await operator.run('catalogs', 'delete', account, shown.id);
    expect(asked.exitCode).toBe(1);
    expect(await operator.json('catalogs', 'delete', account, shown.id, '--yes')).toEqual({
      id: shown.id,
      deleted: true,
    });
    const gone = await operator.run('catalogs', 'show', account, shown.id);
    expect(gone).toMatchObject({ exitCode: 1, stdout: '' });
  });

  test('correct a row, which the next file inherits, and export the file as it was uploaded', async () => {
    const list =
      'Our no;Manufacturer;MPN;Note\nA-1;Norvane;R-100;=1+1\nA-2;Norvn;R-200;x\nA-3;Norvane;Q-77;y\nTotal;;;3\n';
    const writer = new DynamoItemWriter(client, operator.tables.productIndexTable);
    valueOf(
      await writer.writeItem(recordOf({ id: 'itm_Fixed001', manufacturer: 'Norvane', mpn: 'R-200', title: 'Relay' })),
    );
    const shown = await importJson(await fileOf('fix.csv', list));
    expect((await rowsOf(shown.id)).map(({ outcome }) => outcome)).toEqual([
      ...['cache_hit', 'not_found', 'not_found', 'skipped'],
    ]);
    const accepted = await operator.json('catalogs', 'accept', account, shown.id, '2', 'itm_Fixed001', '--who', 'Anna');
    expect(accepted).toMatchObject({ row: 2, outcome: 'cache_hit', item_id: 'itm_Fixed001' });
    const fixed = await operator.json('catalogs', 'fix', account, shown.id, '3', '--number', 'R-100');
    expect(fixed).toMatchObject({
      row: 3,
      outcome: 'cache_hit',
      item_id: 'itm_Relay001',
      supplier_part_number: 'R-100',
    });
    const key = { accountId: account, catalogId: shown.id };
    expect(await disagreements(client, operator.tables.accountsTable, key)).toEqual([]);

    const again = await importJson(await fileOf('later.csv', 'Our no;Manufacturer;MPN\nA-2;Norvn;R-200\nA-3;;\n'));
    expect((await rowsOf(again.id)).map(({ itemId }) => itemId)).toEqual(['itm_Fixed001', 'itm_Relay001']);

    expect(await operator.json('catalogs', 'export', account, shown.id, 'out.csv')).toMatchObject({ rows: 4 });
    const exported = await readFile(path.join(operator.folder, 'out.csv'), 'utf8');
    expect(exported.split('\r\n').slice(0, 3)).toEqual([
      '\ufeffOur no;Manufacturer;MPN;Note;item_id;item_manufacturer;item_part_number;item_title;item_confidence;item_state;item_state_date;outcome;matched_by;decided_by;reason;candidates;check',
      "A-1;Norvane;R-100;'=1+1;itm_Relay001;Norvane;R-100;;;;;cache_hit;exact;;;;",
      'A-2;Norvn;R-200;x;itm_Fixed001;Norvane;R-200;Relay;;;;cache_hit;accepted;Anna;;;',
    ]);
  });

  test('list learned matches, and forget them after a confirmation', async () => {
    const mine = (await openAccount(client, operator.tables.accountsTable)).account.accountId;
    const list = 'Our no;Manufacturer;MPN\nA-1;Norvane;R-100\nA-2;Norvn;R-200\n';
    const imported = await operator.json('catalogs', 'import', mine, await fileOf('learned.csv', list));
    const { id } = imported as { readonly id: string };
    await operator.json('catalogs', 'accept', mine, id, '2', 'itm_Relay001', '--who', 'Anna');
    const listed = async (...more: string[]) =>
      ((await operator.json('catalogs', 'learned', mine, ...more)) as { readonly learned: readonly unknown[] }).learned;
    const entry = { catalog_id: id, item_id: 'itm_Relay001' };
    expect((await listed()).length).toBe(3);
    expect(await listed('--number', 'A-1')).toMatchObject([{ ...entry, your_item_number: 'A-1', accepted_by: null }]);
    const decided = { your_item_number: 'A-2', accepted_by: 'Anna', stated: { supplier: 'Norvn', gtin: null } };
    expect(await listed('--number', 'A-2')).toMatchObject([decided, decided]);
    const screen = await operator.run('catalogs', 'learned', mine);
    expect(screen.stdout).toContain('Norvn R-200');
    expect((await operator.run('catalogs', 'forget', mine)).stderr).toContain('No learned matches were selected.');
    await operator.json('catalogs', 'import', mine, await fileOf('used.csv', list));
    // A forgetting that is killed before the rows is repeated.
    const keys = (await listed('--number', 'A-2')).map((one) => (one as { readonly key: LearnedKey }).key);
    const line = { who: 'Anna', what: 'match.forgotten', details: {}, atMs: 0 } as const;
    await store.forgetLearned(mine, keys, Date.now(), line);
    expect(await listed('--number', 'A-2')).toEqual([]);
    const forgotten = await operator.json('catalogs', 'forget', mine, '--number', 'A-2', '--yes');
    expect(forgotten).toEqual({ forgotten: 2, undecided: 1 });
    const again = await operator.json('catalogs', 'import', mine, await fileOf('again.csv', list), '--preview');
    expect(again).toMatchObject({ rows: [{ outcome: 'cache_hit' }, { outcome: 'not_found' }] });
    expect(await operator.json('catalogs', 'forget', mine, '--all', '--yes')).toEqual({ forgotten: 1, undecided: 0 });
    expect(await listed()).toEqual([]);
  });

  test('list what a replacement of the rows taught under the id of the catalog', async () => {
    const mine = (await openAccount(client, operator.tables.accountsTable)).account.accountId;
    const list = 'Our no;Manufacturer;MPN\nA-1;Norvane;R-100\n';
    const { id } = (await operator.json('catalogs', 'import', mine, await fileOf('first.csv', list))) as { id: string };
    await operator.json(
      'catalogs',
      'replace',
      mine,
      id,
      await fileOf('next.csv', `${list}A-9;Norvane;R-100\n`),
      '--yes',
    );
    const { learned } = (await operator.json('catalogs', 'learned', mine, '--catalog', id)) as {
      learned: readonly { your_item_number: string; catalog_id: string }[];
    };
    expect(learned.map(({ your_item_number: number, catalog_id: from }) => [number, from]).toSorted()).toEqual([
      ['A-1', id],
      ['A-9', id],
    ]);
    expect(await operator.json('catalogs', 'forget', mine, '--catalog', id, '--yes')).toEqual({
      forgotten: 2,
      undecided: 0,
    });
  });

  test('cancel an unfinished import, which is then not continued', async () => {
    const wanted = { accountId: account, name: 'left', fingerprint: 'x', headings: [], nowMs: 0 };
    const left = await store.createCatalog(wanted);
    expect(await operator.json('catalogs', 'cancel', account, left.catalogId)).toMatchObject({ status: 'cancelled' });
    expect(await store.findCatalog(left)).toMatchObject({ status: 'cancelled' });
  });

  test('find no unknown account or catalog', async () => {
    const unknown = 'acc_Unknown000';
    const file = await fileOf('one.csv', 'ean\n4006381333931\n');
    const refused = await operator.run('catalogs', 'import', unknown, file);
    expect(refused.stderr).toContain('There is no account ');
    const other = (await openAccount(client, operator.tables.accountsTable)).account.accountId;
    const mine = await importJson(file);
    const { exitCode, stderr } = await operator.run('catalogs', 'delete', other, mine.id, '--yes');
    expect(exitCode).toBe(1);
    expect(stderr).toBe(
      `${other} has no catalog ${mine.id}. \`npm run admin -- catalogs list ${other}\` lists its catalogs.\n`,
    );
  });
});
