/**
 * Files that customers upload on the dashboard: from the parts to the catalog, through the interface and the import
 * function, with attacks on them.
 */
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoUploadStore } from '../../../adapters/dynamodb/catalogs/dynamo-upload-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import type { CatalogListData } from '../../../web/api-data.ts';
import type { TrailData } from '../../../core/dashboard/views/dashboard-data.ts';
import type { UploadData } from '../../../core/dashboard/views/upload-data.ts';
import { MAX_UPLOAD_BYTES, newUploadId, PART_BYTES } from '../../../core/catalogs/uploads/upload.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { disagreements, storedRows } from '../../support/fixtures/catalog-rows.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { injectFaults } from '../../support/stores/faulty-client.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { makeWorkbook } from '../../support/fixtures/make-workbook.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';
import { openUploadPage, type UploadPage } from '../../support/service/upload-page.ts';

/** The time for which a killed run blocks its account's uploads. */
const KILLED_TURN_MS = 300_000;
const HOSTILE = '<img src=x onerror=alert(1)>';

let uploads: UploadPage;
let catalogs: DynamoCatalogStore;
let nowMs = NOON_MS;
beforeAll(async () => {
  uploads = await openUploadPage(() => nowMs);
  const { client, tables } = uploads.page;
  catalogs = new DynamoCatalogStore(client, tables.accountsTable);
  const writer = new DynamoItemWriter(client, tables.productIndexTable);
  valueOf(await writer.writeItem(recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100' })));
  const twelve = {
    id: 'itm_Relay012',
    manufacturer: 'Norvane',
    mpn: 'R-112',
    title: 'Relay, 12 V, 1 changeover contact',
  };
  valueOf(await writer.writeItem(recordOf(twelve)));
});
afterAll(() => uploads.page.stop());

async function newCustomer(wanted: WantedAccount = {}) {
  const { client, tables, people } = uploads.page;
  const opened = await openAccount(client, tables.accountsTable, wanted);
  const { accountId } = opened.account;
  const owner = await invitePerson(people, accountId, 'owner', nowMs);
  return { ...opened, accountId, owner, session: await signInPerson(people, owner, nowMs) };
}

const listOf = (rows: number, first = 0) =>
  `Our number;Manufacturer;MPN\n${Array.from({ length: rows }, (_, row) => `N-${row + first};Norvane;${row % 9 === 0 ? 'R-100' : `X-${row % 70}`}`).join('\n')}\n`;
const errorOf = (answer: { json: any }) => answer.json?.errors?.[0] as { code: string; message: string; field: string };
const listed = (accountId: string) => catalogs.listCatalogs(accountId, { before: 999, limit: 50 });

async function trailOf(session: Awaited<ReturnType<typeof newCustomer>>['session']) {
  const lines = (await uploads.page.get('/trail', session)).json.data as readonly TrailData[];
  // All of them have the same time here, so they are sorted by their text.
  return lines.filter(({ what }) => what.startsWith('catalog.')).sort((a, b) => (a.what < b.what ? -1 : 1));
}

describe('an upload', () => {
  test('is previewed, started, and becomes a catalog; the audit trail names the member', async () => {
    const { session, accountId, owner } = await newCustomer();
    const id = await uploads.upload(session, listOf(120));
    const previewed = await uploads.preview(session, id);
    expect(previewed).toMatchObject({
      status: 'previewed',
      problem: null,
      preview: {
        format: 'csv',
        encoding: 'utf-8',
        is_guessed: false,
        headings: ['Our number', 'Manufacturer', 'MPN'],
        columns: [
          { place: 1, field: 'your_item_number' },
          { place: 2, field: 'supplier' },
          { place: 3, field: 'supplier_part_number' },
        ],
      },
    });
    expect(previewed.preview?.rows.filter((row) => row.is_telling)).toHaveLength(10);
    expect(previewed.preview?.rows[0]).toEqual({
      row: 1,
      outcome: 'cache_hit',
      your_item_number: 'N-0',
      supplier: 'Norvane',
      supplier_part_number: 'R-100',
      gtin: null,
      group: 'matched',
      cells: ['N-0', 'Norvane', 'R-100'],
      matched_by: 'exact',
      ...{ reason: null, part: null, contradictions: [], not_fitted: null, is_to_check: false },
      ...{ is_telling: true, spoiled: null, struck: [] },
    });
    expect(Object.values(previewed.preview?.groups ?? {}).reduce((sum, count) => sum + count, 0)).toBe(100);
    expect(await listed(accountId)).toEqual([]);
    expect(JSON.stringify(previewed)).not.toContain('itm_');

    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    expect(await uploads.shown(session, id)).toMatchObject({ status: 'importing', progress: { rows: 0, percent: 0 } });
    await uploads.deliverAll();
    const ended = await uploads.shown(session, id);
    expect(ended).toMatchObject({ status: 'ended', end: 'complete', progress: null });
    const [catalog] = await listed(accountId);
    expect(catalog).toMatchObject({ catalogId: ended.catalog_id, name: 'list.csv', status: 'complete' });
    expect(catalog?.imported.rows).toBe(120);
    expect((await trailOf(session)).map(({ who, what }) => [who, what])).toEqual([
      [owner.personId, 'catalog.import_started'],
      [owner.personId, 'catalog.imported'],
    ]);
  });

  test('counts the rows whose own words contradict their part in the audit trail', async () => {
    const { session } = await newCustomer();
    const rows = ['R-100;Relay, 100 V', 'R-112;Relay, 12 V', 'R-112;Relay, 24 V'];
    const id = await uploads.upload(
      session,
      `Manufacturer;MPN;Description\n${rows.map((row) => `Norvane;${row}`).join('\n')}\n`,
    );
    await uploads.preview(session, id);
    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    await uploads.deliverAll();
    expect((await trailOf(session)).find(({ what }) => what === 'catalog.imported')).toMatchObject({
      details: { rows: 3, to_check: 1 },
    });
  });

  test('in several parts is assembled in their order, even if they arrive in another', async () => {
    const { session, accountId } = await newCustomer();
    const long = 'ü'.repeat(400);
    const rows = Array.from({ length: 12_000 }, (_, row) => `N-${row};Norvane;X-${row % 40};${long}`);
    const content = Buffer.from(`Our number;Manufacturer;MPN;Note\n${rows.join('\n')}\n`);
    const announced = await uploads.page.post(
      '/uploads',
      { name: 'big.csv', bytes: content.length, replaces: null },
      session,
    );
    const { id } = announced.json.data as UploadData;
    for (const part of [3, 1, 2, 2]) {
      const bytes = content.subarray((part - 1) * PART_BYTES, part * PART_BYTES);
      expect((await uploads.page.postPart({ upload_id: id, part: String(part) }, bytes, session)).statusCode).toBe(200);
    }
    expect(await uploads.preview(session, id)).toMatchObject({
      status: 'previewed',
      received_parts: [1, 2, 3],
      problem: null,
    });
    expect(await listed(accountId)).toEqual([]);
  });

  test('with another encoding, another sheet or unknown column names is imported once the member names them', async () => {
    const { session } = await newCustomer();
    const named = await uploads.upload(session, 'Wer,Was\nNorvane,R-100\n');
    const refused = await uploads.preview(session, named);
    expect(refused).toMatchObject({
      status: 'previewed',
      preview: null,
      problem: {
        kind: 'not_understood',
        why: 'names_no_part',
        headings: ['Wer', 'Was'],
        fields: ['supplier', 'supplier_part_number'],
      },
    });
    const columns = [
      { place: 1, field: 'supplier' },
      { place: 2, field: 'supplier_part_number' },
    ];
    expect(await uploads.preview(session, named, { columns })).toMatchObject({
      preview: { rows: [{ outcome: 'cache_hit' }] },
      options: { columns },
    });
    const workbook = makeWorkbook([
      { name: 'Cover', rows: [['Prices of 2026']] },
      {
        name: 'Parts',
        rows: [
          ['Manufacturer', 'MPN'],
          ['Norvane', 'R-100'],
        ],
      },
    ]);
    const sheets = await uploads.upload(session, workbook, { name: 'list.xlsx' });
    await uploads.preview(session, sheets);
    const sheet = await uploads.preview(session, sheets, { sheet: 'Parts' });
    expect(sheet.preview).toMatchObject({
      format: 'xlsx',
      sheet: 'Parts',
      sheets: [{ name: 'Cover' }, { name: 'Parts' }],
    });
    const cyrillic = await uploads.upload(
      session,
      Buffer.from([...Buffer.from('Manufacturer,MPN\nNorvane,'), 0xcf, 0xd0]),
    );
    const decoded = await uploads.preview(session, cyrillic, { encoding: 'windows-1251' });
    expect(decoded.preview?.rows[0]?.supplier_part_number).toBe('ПР');
    const wrong = await uploads.preview(session, cyrillic, { encoding: 'utf-99' });
    expect(wrong.problem).toMatchObject({ kind: 'unreadable' });
  });

  test('that cannot be read gets an explanation, and nothing is started', async () => {
    const { session, accountId } = await newCustomer();
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, 'Norvane;R-100\n'), { level: 9 });
    const id = await uploads.upload(session, bomb, { name: 'list.csv.gz' });
    expect((await uploads.preview(session, id)).problem).toEqual({
      kind: 'unreadable',
      message: expect.stringContaining('unpacks to more than 200 times its size') as string,
    });
    expect(errorOf(await uploads.page.post('/uploads/start', { upload_id: id }, session)).code).toBe('conflict');
    const pdf = await uploads.upload(session, '%PDF-1.7 …', { name: 'list.pdf' });
    expect((await uploads.preview(session, pdf)).problem).toMatchObject({
      message: expect.stringContaining('PDF') as string,
    });

    const large = await uploads.upload(session, listOf(200));
    await uploads.preview(session, large);
    await uploads.page.post('/uploads/start', { upload_id: large }, session);
    await uploads.deliverAll(uploads.importFunction({ limits: { pieceBytes: 500, mostBytes: 2_000 } }));
    expect(await uploads.shown(session, large)).toMatchObject({
      status: 'failed',
      problem: { kind: 'unreadable', message: expect.stringContaining('Split it') as string },
    });
    expect(await listed(accountId)).toEqual([]);
    expect(uploads.faults).toEqual([]);
  });

  test('ends at the plan’s limit, and the same file imports the rest later', async () => {
    const { session, accountId, store } = await newCustomer({ terms: { catalogRowsPerMonth: 100 } });
    const used = await uploads.bring(session, listOf(140));
    expect(used).toMatchObject({
      status: 'failed',
      problem: { kind: 'allowance_used', rows_per_period: 100, next_on: '2026-12-01' },
    });
    valueOf(await setAccount(store, accountId, { terms: { catalogRowsPerMonth: 1_000 } }, OPERATOR, nowMs));
    const rest = await uploads.bring(session, listOf(140));
    expect(rest).toMatchObject({ status: 'ended', catalog_id: used.catalog_id });
    expect(await listed(accountId)).toMatchObject([{ status: 'complete', imported: { rows: 140 } }]);
  });
});

describe('a replacement of a catalog', () => {
  test('shows its changes, and takes effect once a member confirms', async () => {
    const { session, accountId, owner } = await newCustomer();
    const { catalog_id: replaces = '' } = await uploads.bring(session, listOf(60));
    if (replaces === null) throw new Error('There is no catalog.');
    const compared = await uploads.bring(session, listOf(60, 10), { name: 'newer.csv', replaces });
    expect(compared).toMatchObject({ status: 'compared', comparison: { counts: { added: 10, removed: 10 } } });
    expect(compared.comparison?.changes.length).toBeGreaterThan(0);
    const before = await catalogs.readRows((await listed(accountId))[0]!, { after: 0, limit: 100 });
    expect(before[0]?.itemNumber).toBe('N-0');

    await uploads.page.post('/uploads/agree', { upload_id: compared.id }, session);
    await uploads.page.post('/uploads/agree', { upload_id: compared.id }, session);
    await uploads.deliverAll();
    expect(await uploads.shown(session, compared.id)).toMatchObject({ status: 'ended', end: 'replaced' });
    const [catalog, ...others] = await listed(accountId);
    expect(others).toEqual([]);
    expect(catalog).toMatchObject({ catalogId: replaces, status: 'complete' });
    const after = await catalogs.readRows(catalog!, { after: 0, limit: 100 });
    expect(after[0]?.itemNumber).toBe('N-10');
    expect(await catalogs.listRemoved(accountId)).toEqual([]);
    expect((await trailOf(session)).slice(2)).toMatchObject([
      { who: owner.personId, what: 'catalog.replaced', details: { catalog_id: replaces, rows: 60 } },
      { who: owner.personId, what: 'catalog.replacement_started', details: { replaces } },
    ]);
    const same = await uploads.bring(session, listOf(60, 10), { replaces });
    expect(same).toMatchObject({ status: 'ended', end: 'same_file' });
  });

  test('that is abandoned leaves the catalog unchanged, and leaves no data of its own', async () => {
    const { session, accountId } = await newCustomer();
    const { catalog_id: replaces } = await uploads.bring(session, listOf(20));
    const compared = await uploads.bring(session, listOf(20, 5), { replaces: replaces ?? '' });
    expect((await uploads.page.post('/uploads/abandon', { upload_id: compared.id }, session)).statusCode).toBe(200);
    await uploads.deliverAll();
    const [catalog] = await listed(accountId);
    expect((await catalogs.readRows(catalog!, { after: 0, limit: 1 }))[0]?.itemNumber).toBe('N-0');
    expect(await catalogs.listReplacements(accountId)).toEqual([]);
    const left = { accountId, catalogId: compared.catalog_id ?? '' };
    expect(await storedRows(uploads.page.client, uploads.page.tables.accountsTable, left)).toEqual([]);
    expect(errorOf(await uploads.page.post('/uploads/agree', { upload_id: compared.id }, session)).code).toBe(
      'conflict',
    );
  });

  test('of a catalog that was deleted meanwhile says so', async () => {
    const { session, accountId } = await newCustomer();
    const { catalog_id: replaces } = await uploads.bring(session, listOf(20));
    const compared = await uploads.bring(session, listOf(20, 5), { replaces: replaces ?? '' });
    await catalogs.removeCatalog({ accountId, catalogId: replaces ?? '' }, nowMs);
    await uploads.page.post('/uploads/agree', { upload_id: compared.id }, session);
    await uploads.deliverAll();
    expect(await uploads.shown(session, compared.id)).toMatchObject({
      status: 'failed',
      problem: { kind: 'catalog_changed' },
    });
  });
});

describe('the target of an import', () => {
  test('is named again when the import starts: new rows for a catalog, or a new catalog', async () => {
    const { session, accountId } = await newCustomer();
    const { catalog_id: first = '' } = await uploads.bring(session, listOf(20));
    const id = await uploads.upload(session, listOf(20, 5), { name: 'newer.csv' });
    await uploads.preview(session, id);
    await uploads.page.post('/uploads/start', { upload_id: id, replaces: first }, session);
    await uploads.deliverAll();
    expect(await uploads.shown(session, id)).toMatchObject({ status: 'compared', replaces: first });
    const other = await uploads.upload(session, listOf(20, 7), { name: 'own.csv', replaces: first ?? '' });
    await uploads.preview(session, other);
    await uploads.page.post('/uploads/start', { upload_id: other, replaces: null }, session);
    await uploads.deliverAll();
    const own = await uploads.shown(session, other);
    expect(own).toMatchObject({ status: 'ended', end: 'complete', replaces: null });
    expect(own.catalog_id).not.toBe(first);
    expect((await catalogs.findCatalog({ accountId, catalogId: first ?? '' }))?.rowsIn).toBe(first);
  });

  test('is neither a catalog of another account nor a replacement that waits', async () => {
    const [mine, theirs] = [await newCustomer(), await newCustomer()];
    const { catalog_id: foreign } = await uploads.bring(theirs.session, listOf(20));
    const id = await uploads.upload(mine.session, listOf(20));
    await uploads.preview(mine.session, id);
    for (const replaces of [foreign, 'cat_000001aaaaaaaa', 'rep_000001aaaaaaaa', '']) {
      const answer = await uploads.page.post('/uploads/start', { upload_id: id, replaces }, mine.session);
      expect([replaces, answer.statusCode]).toEqual([replaces, 404]);
    }
    expect(await uploads.shown(mine.session, id)).toMatchObject({ status: 'previewed', replaces: null });
  });
});

describe('the catalog of an upload', () => {
  test('knows its uploader, its cell separator, and the rows to decide', async () => {
    const { session, accountId, owner } = await newCustomer();
    const { catalog_id: catalogId } = await uploads.bring(session, listOf(20));
    const found = await catalogs.findCatalog({ accountId, catalogId: catalogId ?? '' });
    expect(found).toMatchObject({ createdBy: owner.personId, delimiter: ';' });
    const { tables, client } = uploads.page;
    expect(await disagreements(client, tables.accountsTable, { accountId, catalogId: catalogId ?? '' })).toEqual([]);
    const shown = (await uploads.page.get('/catalogs', session)).json.data as CatalogListData;
    expect(shown.catalogs[0]).toMatchObject({ created_by: owner.email, rows: 20 });
    expect(shown.allowance.rows_used).toBe(20);
  });
});

describe('a workbook whose first sheet has no parts', () => {
  test('is read from the first sheet that has some, and another can be chosen', async () => {
    const { session } = await newCustomer();
    const sheets = [
      { name: 'Notes', rows: [['Only words']] },
      {
        name: 'BOM',
        rows: [
          ['Manufacturer', 'MPN'],
          ['Norvane', 'R-100'],
        ],
      },
    ];
    const id = await uploads.upload(session, makeWorkbook(sheets), { name: 'bom.xlsx' });
    const first = await uploads.preview(session, id);
    expect(first.preview).toMatchObject({ sheet: 'BOM', is_whole: true, rows: [{ cells: ['Norvane', 'R-100'] }] });
    const second = await uploads.preview(session, id, { sheet: 'Notes' });
    expect(second).toMatchObject({
      preview: null,
      problem: { sheet: 'Notes', sheets: [{ name: 'Notes' }, { name: 'BOM' }] },
    });
  });

  test('shows the rows of every sheet and what it holds, whichever is chosen', async () => {
    const { session } = await newCustomer();
    const workbook = makeWorkbook([
      { name: 'Deckblatt', rows: [['Stückliste'], ['Revision', 'B']] },
      { name: 'Stückliste', rows: [['Löwe'], ['Hersteller', 'MPN'], ['Norvane', 'R-100'], ['Norvane', 'R-101']] },
      {
        name: 'Lieferanten',
        rows: [
          ['Hersteller', 'Ort', 'Telefon'],
          ['Norvane', 'Kiel', '0431'],
        ],
      },
      {
        name: 'Lager',
        rows: [
          ['MPN', 'Menge', 'Fach'],
          ['R-100', '5', 'A1'],
        ],
      },
      { name: 'Leer', rows: [] },
    ]);
    const id = await uploads.upload(session, workbook, { name: 'bom.xlsx' });
    const sheets = [
      { name: 'Deckblatt', rows: 2, has_more: false, kind: 'cover' },
      { name: 'Stückliste', rows: 2, has_more: false, kind: 'parts' },
      { name: 'Lieferanten', rows: 1, has_more: false, kind: 'names' },
      { name: 'Lager', rows: 1, has_more: false, kind: 'numbers' },
      { name: 'Leer', rows: 0, has_more: false, kind: 'empty' },
    ];
    const { preview } = await uploads.preview(session, id);
    expect([preview?.sheet, preview?.sheets]).toEqual(['Stückliste', sheets]);
    expect((await uploads.preview(session, id, { sheet: 'Lager' })).preview?.sheets).toEqual(sheets);
    expect((await uploads.preview(session, id, { sheet: 'Deckblatt' })).problem).toMatchObject({ sheets });
  });
});

describe('the preview of a file', () => {
  test('has the first hundred rows, ten that show a few of each outcome, and counts that add up to the rows of the sheet', async () => {
    const { session } = await newCustomer();
    const lines = [
      ...Array.from({ length: 30 }, (_, row) => `Norvane;NONE-${row}`),
      ...Array.from({ length: 12 }, () => ';'),
      ...Array.from({ length: 1_000 }, (_, row) => `Norvane;MORE-${row}`),
      'Norvane;R-100',
    ];
    const id = await uploads.upload(session, `Hersteller;MPN;Text\n${lines.map((line) => `${line};x`).join('\n')}\n`);
    const { preview } = await uploads.preview(session, id);
    const shown = Map.groupBy(preview?.rows ?? [], ({ group }) => group);
    expect([...shown].map(([group, rows]) => [group, rows.length])).toEqual([
      ['not_in_index', 88],
      ['left_out', 12],
    ]);
    const counted = Object.values(preview?.groups ?? {}).reduce((sum, rows) => sum + rows, 0);
    expect([counted, preview?.in_file]).toEqual([100, { rows: 1_043, has_more: false }]);
    expect(preview?.rows.filter((row) => row.is_telling).map(({ group }) => group)).toContain('left_out');
  });

  test('fills the manufacturer of every row that is said to be of one, and imports it so', async () => {
    const { session } = await newCustomer();
    const id = await uploads.upload(session, 'Artikel;Teilenummer\n10-1;R-100\nSumme;\n10-2;R-9999\n');
    const without = await uploads.preview(session, id);
    expect(without.preview?.groups).toMatchObject({ matched: 0 });
    const { preview, options } = await uploads.preview(session, id, { manufacturer: ' Norvane ' });
    expect(options.manufacturer).toBe('Norvane');
    expect(preview?.groups).toMatchObject({ matched: 1, not_in_index: 1, left_out: 1 });
    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    await uploads.deliverAll();
    const { catalog_id: catalog } = await uploads.shown(session, id);
    const rows = (await uploads.page.get('/catalogs/rows', session, `catalog_id=${catalog}`)).json.data.rows;
    // The line that is left out is not among the rows.
    expect((rows as { supplier: string | null }[]).map(({ supplier }) => supplier)).toEqual(['Norvane', 'Norvane']);
  });

  test('counts numbers that a spreadsheet changed by kind, and strikes out those that are of no use', async () => {
    const { session } = await newCustomer();
    const id = await uploads.upload(
      session,
      'Art.-Nr.;Hersteller;MPN;EAN\nK-70;Norvane;22.01.2027;\nK-12;Norvane;6,13003E+10;\nK-93;;;4,00638E+12\nK-8;Norvane;R-100;\nK-9;;;4,00000010014E+11\n',
    );
    const { preview } = await uploads.preview(session, id);
    expect(preview?.spoiled).toMatchObject({ date: 1, zeros: 0, shortened: 2, short: 1 });
    expect(preview?.rows.map(({ spoiled, struck }) => [spoiled, struck])).toEqual([
      ['date', [3]],
      ['shortened', [3]],
      ['shortened', [4]],
      [null, []],
      ['short', []],
    ]);
    expect(preview?.rows.at(-1)?.reason).toContain('The barcode was written short; all its digits are there.');
  });

  test('names a part that the row names otherwise, and says what the row’s own words contradict', async () => {
    const { session } = await newCustomer();
    const id = await uploads.upload(
      session,
      'Hersteller;MPN;Bezeichnung;Menge\nNorvane;R-112;Relais 24 V;1\nNorvane;r 100;Relais;2\n',
    );
    const { preview } = await uploads.preview(session, id);
    expect(preview?.description).toBe(3);
    expect(preview?.rows.map(({ part, contradictions, is_telling }) => [part, contradictions, is_telling])).toEqual([
      [null, ['The row says 24 V; this part is 12 V.'], true],
      ['Norvane R-100', [], true],
    ]);
    expect(JSON.stringify(preview)).not.toMatch(/itm_|changeover/);
  });
});

describe('an attack on uploads', () => {
  test('by a member of another account reaches no upload, no preview and no import', async () => {
    const theirs = await newCustomer();
    const mine = await newCustomer();
    const id = await uploads.upload(theirs.session, listOf(5));
    await uploads.preview(theirs.session, id);
    const before = await uploads.shown(theirs.session, id);
    const unknown = newUploadId(nowMs);
    const asked = { encoding: null, sheet: null, skip_rows: null, columns: [] };
    for (const [path, more] of [
      ['/uploads/preview', asked],
      ['/uploads/start', {}],
      ['/uploads/agree', {}],
      ['/uploads/abandon', {}],
    ] as const) {
      const answer = await uploads.page.post(path, { upload_id: id, ...more }, mine.session);
      const same = await uploads.page.post(path, { upload_id: unknown, ...more }, mine.session);
      expect([path, answer.statusCode, errorOf(answer)]).toEqual([path, 404, errorOf(same)]);
    }
    const part = await uploads.page.postPart({ upload_id: id, part: '1' }, Buffer.from('x'), mine.session);
    expect(part.statusCode).toBe(404);
    expect((await uploads.page.get('/uploads', mine.session)).json.data.uploads).toEqual([]);
    expect(await uploads.shown(theirs.session, id)).toEqual(before);
    const { catalog_id: replaces } = await uploads.bring(theirs.session, listOf(3));
    const replace = await uploads.page.post('/uploads', { name: 'x', bytes: 1, replaces }, mine.session);
    expect([replace.statusCode, errorOf(replace).field]).toEqual([404, 'replaces']);
  });

  test('by a path or markup as the name changes neither a storage key nor the page', async () => {
    const { session, accountId } = await newCustomer();
    uploads.page.objects.clear();
    const cells = `Our number;${HOSTILE};Manufacturer;MPN\n${HOSTILE};=1+1;Norvane;R-100\n`;
    const ended = await uploads.bring(session, cells, { name: `../../x${HOSTILE}\u202e\0.csv` });
    for (const key of uploads.page.objects.keys()) {
      expect(key).toMatch(/^acc_\w+\/upl_\w+\/(part-\d+|prepared\.json|prepared-\w+\/\d+)$/);
      expect(key.startsWith(`${accountId}/${ended.id}/`)).toBe(true);
    }
    expect(ended.name).toBe(`../../x${HOSTILE} .csv`);
    expect(ended.preview?.headings[1]).toBe(HOSTILE);
    expect(ended.preview?.rows[0]?.your_item_number).toBe(HOSTILE);
    expect(await listed(accountId)).toMatchObject([{ name: `../../x${HOSTILE} .csv` }]);
  });

  test.each([
    ['a part larger than announced', '1', 11, 'part'],
    ['a part smaller than announced', '1', 9, 'part'],
    ['part 0', '0', 10, 'part'],
    ['a part beyond the last', '2', 10, 'part'],
    ['part 1.5', '1.5', 10, 'part'],
    ['part 1e9', '1e9', 10, 'part'],
  ])('by %s is refused, and nothing is stored', async (_, part, bytes, field) => {
    const { session } = await newCustomer();
    const { id } = (await uploads.page.post('/uploads', { name: 'x', bytes: 10, replaces: null }, session)).json.data;
    uploads.page.objects.clear();
    const answer = await uploads.page.postPart({ upload_id: id, part }, Buffer.alloc(bytes), session);
    expect([answer.statusCode, errorOf(answer).field]).toEqual([422, field]);
    expect(uploads.page.objects.keys()).toEqual([]);
  });

  test('by too large a part, too large a file, or no file is refused', async () => {
    const { session } = await newCustomer();
    const bytes = 2 * PART_BYTES;
    const { id } = (await uploads.page.post('/uploads', { name: 'x', bytes, replaces: null }, session)).json.data;
    const large = await uploads.page.postPart({ upload_id: id, part: '1' }, Buffer.alloc(PART_BYTES + 1), session);
    expect([large.statusCode, errorOf(large).code]).toEqual([400, 'bad_request']);
    for (const wrong of [0, -1, 1.5, MAX_UPLOAD_BYTES + 1]) {
      const answer = await uploads.page.post('/uploads', { name: 'x', bytes: wrong, replaces: null }, session);
      expect([wrong, answer.statusCode, errorOf(answer).field]).toEqual([wrong, 422, 'bytes']);
    }
  });

  test('by a part from another origin, of another type or without the session’s token is refused', async () => {
    const { session } = await newCustomer();
    const { id } = (await uploads.page.post('/uploads', { name: 'x', bytes: 1, replaces: null }, session)).json.data;
    for (const [headers, code] of [
      [{ origin: 'https://evil.example' }, 'origin_not_allowed'],
      [{ 'content-type': 'text/plain' }, 'bad_request'],
      [{ 'x-csrf-token': 'x' }, 'csrf_invalid'],
    ] as const) {
      const answer = await uploads.page.postPart({ upload_id: id, part: '1' }, Buffer.alloc(1), session, headers);
      expect(errorOf(answer).code).toBe(code);
    }
    expect((await uploads.page.postPart({ upload_id: id, part: '1' }, Buffer.alloc(1))).statusCode).toBe(401);
  });

  test('by a start before all parts or the preview is refused', async () => {
    const { session, accountId } = await newCustomer();
    const bytes = PART_BYTES + 10;
    const { id } = (await uploads.page.post('/uploads', { name: 'x', bytes, replaces: null }, session)).json.data;
    await uploads.page.postPart({ upload_id: id, part: '2' }, Buffer.alloc(10), session);
    const asked = { upload_id: id, encoding: null, sheet: null, skip_rows: null, columns: [] };
    for (const [path, input] of [
      ['/uploads/preview', asked],
      ['/uploads/start', { upload_id: id }],
    ] as const) {
      const answer = await uploads.page.post(path, input, session);
      expect([path, answer.statusCode, errorOf(answer).message]).toEqual([
        path,
        409,
        'Parts of the file are missing: 1. Send them first.',
      ]);
    }
    const whole = await uploads.upload(session, listOf(2));
    expect(errorOf(await uploads.page.post('/uploads/start', { upload_id: whole }, session)).code).toBe('conflict');
    expect(await listed(accountId)).toEqual([]);
    expect(uploads.page.queued).toEqual([]);
  });

  test('by two starts makes one catalog, with one line in the audit trail', async () => {
    const { session, accountId } = await newCustomer();
    const id = await uploads.upload(session, listOf(80));
    await uploads.preview(session, id);
    const started = await Promise.all(
      [1, 2].map(() => uploads.page.post('/uploads/start', { upload_id: id }, session)),
    );
    expect(started.map(({ statusCode }) => statusCode).sort()).not.toContain(500);
    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    // Two concurrent deliveries, and their results.
    await Promise.all([uploads.deliver(), uploads.deliver()]);
    await uploads.deliverAll();
    expect(await uploads.shown(session, id)).toMatchObject({ status: 'ended', end: 'complete' });
    expect(await listed(accountId)).toMatchObject([{ status: 'complete', imported: { rows: 80 } }]);
    expect((await trailOf(session)).map(({ what }) => what)).toEqual(['catalog.import_started', 'catalog.imported']);
  });

  test('waits while another upload of its account is processed; other accounts do not wait', async () => {
    const [busy, free] = [await newCustomer(), await newCustomer()];
    const { client, tables, queued } = uploads.page;
    const turns = new DynamoUploadStore(client, tables.accountsTable);
    const other = { accountId: busy.accountId, uploadId: newUploadId(nowMs) };
    expect(await turns.takeTurn(other, 'run', { nowMs, untilMs: nowMs + KILLED_TURN_MS })).toBe(true);
    expect(await turns.takeTurn(other, 'run', { nowMs, untilMs: nowMs + KILLED_TURN_MS })).toBe(true);
    await turns.endTurn(other, 'no such run');
    const options = { encoding: null, sheet: null, skip_rows: null, columns: [] };
    const id = await uploads.upload(busy.session, listOf(5));
    await uploads.page.post('/uploads/preview', { upload_id: id, ...options }, busy.session);
    await uploads.deliver();
    expect(await uploads.shown(busy.session, id)).toMatchObject({ status: 'previewing' });
    const [waiting] = queued.splice(0);
    expect(await uploads.preview(free.session, await uploads.upload(free.session, listOf(5)))).toMatchObject({
      status: 'previewed',
    });
    await turns.endTurn(other, 'run');
    queued.push(...(waiting === undefined ? [] : [waiting]));
    await uploads.deliverAll();
    expect(await uploads.shown(busy.session, id)).toMatchObject({ status: 'previewed', problem: null });
  });

  test('by a file that takes too long to preview is refused with an explanation', async () => {
    const { session } = await newCustomer();
    const id = await uploads.upload(session, gzipSync('\n'.repeat(32 * 1024 * 1024)), { name: 'blank.csv.gz' });
    const options = { encoding: null, sheet: null, skip_rows: null, columns: [] };
    await uploads.page.post('/uploads/preview', { upload_id: id, ...options }, session);
    await uploads.deliver(uploads.importFunction({ previewMs: 20 }));
    expect(await uploads.shown(session, id)).toMatchObject({
      status: 'previewed',
      problem: { kind: 'unreadable', message: expect.stringContaining('too long') as string },
    });
  });

  test('by a flood of files ends at the daily limit', async () => {
    const { session } = await newCustomer();
    const codes = [];
    for (let sent = 0; sent < 51; sent += 1)
      codes.push((await uploads.page.post('/uploads', { name: 'x', bytes: 1, replaces: null }, session)).statusCode);
    expect(codes).toEqual([...Array<number>(50).fill(201), 409]);
  });
});

describe('a killed import', () => {
  test('at any write, slice by slice, becomes the catalog that one run makes', async () => {
    const { session, accountId } = await newCustomer();
    const { page } = uploads;
    const other = await newCustomer();
    const whole = await uploads.bring(other.session, listOf(150));
    const id = await uploads.upload(session, listOf(150));
    await uploads.preview(session, id);
    await page.post('/uploads/start', { upload_id: id }, session);
    // A slice whose time is over immediately: it prepares the file and creates the catalog, and the next slice does
    // the rest.
    await uploads.deliver(undefined, { timeMs: 0 });
    expect(await uploads.shown(session, id)).toMatchObject({ status: 'importing', progress: { rows: 0 } });
    expect(page.queued).toHaveLength(1);
    let kills = 0;
    while (page.queued.length > 0 && kills < 40) {
      const dying = testClient(page.tables.endpoint, { maxAttempts: 1 });
      injectFaults(({ operation, occurrence }) => {
        if (operation !== 'TransactWriteItems' || occurrence !== 1) return undefined;
        kills += 1;
        return kills % 2 === 0 ? 'crash' : 'crash-after';
      }, dying);
      await uploads.deliver(uploads.importFunction({ client: dying }));
      dying.destroy();
      nowMs += KILLED_TURN_MS;
    }
    // The kills come before and after each of four groups of rows, the end of the catalog and that of the upload.
    expect(kills).toBeGreaterThan(8);
    const killed = await uploads.shown(session, id);
    expect(killed).toMatchObject({ status: 'ended', end: 'complete' });
    expect(await listed(accountId)).toHaveLength(1);
    const key = { accountId, catalogId: killed.catalog_id ?? '' };
    const wholeKey = { accountId: other.accountId, catalogId: whole.catalog_id ?? '' };
    expect(await storedRows(page.client, page.tables.accountsTable, key)).toEqual(
      await storedRows(page.client, page.tables.accountsTable, wholeKey),
    );
    expect(await disagreements(page.client, page.tables.accountsTable, key)).toEqual([]);
    expect((await trailOf(session)).map(({ what }) => what)).toEqual(['catalog.import_started', 'catalog.imported']);
    uploads.faults.length = 0;
  });

  test('that keeps failing notifies the member', async () => {
    const { session } = await newCustomer();
    const id = await uploads.upload(session, listOf(5));
    await uploads.preview(session, id);
    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    await uploads.deliver(undefined, { count: 4 });
    expect(await uploads.shown(session, id)).toMatchObject({ status: 'failed', problem: { kind: 'not_finished' } });
    expect(uploads.page.queued).toEqual([]);
  });

  test('by the deletion of its account imports nothing', async () => {
    const { session, accountId, store } = await newCustomer();
    const id = await uploads.upload(session, listOf(5));
    await uploads.preview(session, id);
    await uploads.page.post('/uploads/start', { upload_id: id }, session);
    valueOf(await setAccount(store, accountId, { status: 'suspended' }, OPERATOR, nowMs));
    await uploads.deliverAll();
    expect(await uploads.shown(session, id)).toMatchObject({ problem: { kind: 'account_not_active' } });
    expect(await listed(accountId)).toEqual([]);
  });
});

describe('an import whose file is missing', () => {
  /** Returns an import that was started, stored its prepared form, and was killed at the second group of rows. */
  async function begunImport() {
    const customer = await newCustomer();
    const { page } = uploads;
    const id = await uploads.upload(customer.session, listOf(150));
    await uploads.preview(customer.session, id);
    await page.post('/uploads/start', { upload_id: id }, customer.session);
    await uploads.deliver(undefined, { timeMs: 0 });
    const dying = testClient(page.tables.endpoint, { maxAttempts: 1 });
    injectFaults(
      ({ operation, occurrence }) => (operation === 'TransactWriteItems' && occurrence === 2 ? 'crash' : undefined),
      dying,
    );
    await uploads.deliver(uploads.importFunction({ client: dying }));
    dying.destroy();
    nowMs += KILLED_TURN_MS;
    uploads.faults.length = 0;
    return { ...customer, id };
  }
  const catalogsOf = async ({ session }: Pick<Awaited<ReturnType<typeof begunImport>>, 'session'>) =>
    ((await uploads.page.get('/catalogs', session)).json.data as CatalogListData).catalogs;
  const abandon = async (id: string, { session }: Pick<Awaited<ReturnType<typeof begunImport>>, 'session'>) => {
    await uploads.page.post('/uploads/abandon', { upload_id: id }, session);
    await uploads.deliverAll();
  };

  test('ends its catalog with an error that says why, and is removed with its rows', async () => {
    const begun = await begunImport();
    uploads.page.objects.clear();
    await uploads.deliverAll();
    expect(await uploads.shown(begun.session, begun.id)).toMatchObject({
      status: 'failed',
      problem: { kind: 'unreadable' },
    });
    const [catalog, ...others] = await catalogsOf(begun);
    expect(others).toEqual([]);
    expect(catalog).toMatchObject({
      status: 'failed',
      rows: 49,
      failure: expect.stringContaining('Upload it again') as string,
    });
    expect(catalog?.completed_at).not.toBeNull();
    await abandon(begun.id, begun);
    expect(await catalogsOf(begun)).toEqual([]);
    const key = { accountId: begun.accountId, catalogId: catalog?.id ?? '' };
    expect(await storedRows(uploads.page.client, uploads.page.tables.accountsTable, key)).toEqual([]);
    expect(await catalogs.listRemoved(begun.accountId)).toEqual([]);
  });

  test('is continued by the same file; the result is not removed with the first upload', async () => {
    const begun = await begunImport();
    uploads.page.objects.clear();
    await uploads.deliverAll();
    const [ended] = await catalogsOf(begun);
    expect(ended?.status).toBe('failed');
    expect(await uploads.bring(begun.session, listOf(150))).toMatchObject({ end: 'complete', catalog_id: ended?.id });
    await abandon(begun.id, begun);
    expect(await catalogsOf(begun)).toMatchObject([{ id: ended?.id, status: 'complete', rows: 150, failure: null }]);
  });

  test('ends its catalog after three attempts', async () => {
    const begun = await begunImport();
    await uploads.deliver(undefined, { count: 4 });
    expect(await catalogsOf(begun)).toMatchObject([
      { status: 'failed', failure: expect.stringContaining('three times') as string },
    ]);
  });
});

test('an expired file is requested again', async () => {
  const { session } = await newCustomer();
  const id = await uploads.upload(session, listOf(5));
  await uploads.preview(session, id);
  uploads.page.objects.clear();
  await uploads.page.post('/uploads/start', { upload_id: id }, session);
  await uploads.deliverAll();
  expect((await uploads.shown(session, id)).problem).toMatchObject({
    message: expect.stringContaining('Upload it again') as string,
  });
  const next = await uploads.upload(session, listOf(5));
  await uploads.preview(session, next);
  nowMs += 11.9 * 3_600_000;
  await uploads.page.get('/uploads', session);
  nowMs += 11.9 * 3_600_000;
  await uploads.page.get('/uploads', session);
  nowMs += 3_600_000;
  const late = await uploads.page.post('/uploads/start', { upload_id: next }, session);
  expect(errorOf(late).message).toContain('Upload it again');
});
