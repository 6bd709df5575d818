/** Decides on rows, takes decisions back and looks at suggestions, through the dashboard's endpoints. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { CatalogRow } from '../../../core/catalogs/rows/catalog.ts';
import { NOON_MS, openAccount, valueOf, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { noteRights } from '../../support/stores/noted-rights.ts';
import { rightsOf, stageTemplate } from '../../lib/stack-template.ts';
import { openPageInterface, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';

const TITLE = 'RES SMD 10K OHM 1% 0805';
const PERIOD = '2026-11';

let page: PageInterface;
let catalogs: DynamoCatalogStore;
let minutes = 0;
const now = () => NOON_MS + minutes * 60_000;

beforeAll(async () => {
  page = await openPageInterface(now);
  catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  for (const [id, mpn] of [
    ['itm_Decide01', 'R-0805'],
    ['itm_Decide02', 'R-0806'],
  ] as const)
    valueOf(await writer.writeItem(recordOf({ id, manufacturer: 'Norvane', mpn, title: TITLE })));
});
afterAll(async () => page.stop());

const SUGGESTED = { candidates: [{ manufacturer: 'Norvane', partNumber: 'R-0805' }] };
const MATCHED = { outcome: 'cache_hit', itemId: 'itm_Decide01', matchedBy: 'exact', partNumber: 'R-0805' } as const;

/** Returns a member of a new account with a catalog of these rows, of Norvane's number R-1 unless they say another. */
async function newCustomer(rows: readonly Partial<CatalogRow>[], wanted: WantedAccount = {}) {
  minutes += 1;
  const { account } = await openAccount(page.client, page.tables.accountsTable, wanted);
  const { accountId } = account;
  const session = await signInPerson(page.people, await invitePerson(page.people, accountId, 'member', now()), now());
  const catalog = await newCatalog(catalogs, accountId);
  const stored = rows.map((row, place) =>
    catalogRow(place + 1, { itemNumber: `A-${place}`, supplier: 'Norvane', partNumber: 'R-1', cells: ['R-1'], ...row }),
  );
  const to = { rows: stored.length, bytes: 9 };
  const append = { into: 'importing', runId: 'run', from: { rows: 0, bytes: 0 }, to, rows: stored } as const;
  await catalogs.appendRows({ ...catalog, ...append });
  await catalogs.completeImport(catalog, to, now());
  const catalog_id = catalog.catalogId;
  const post = (path: string, body: object) => page.post(path, body, session);
  const postRow = (path: string, row = 1, more: object = {}) => post(path, { catalog_id, row, ...more });
  return {
    accountId,
    catalog,
    post,
    postRow,
    row: async (row = 1) => (await page.get('/catalogs/row', session, `catalog_id=${catalog_id}&row=${row}`)).json.data,
    /** One entry for each key under which a decision is stored. */
    learned: async () => {
      const { learned } = (await page.get('/catalogs/learned', session)).json.data;
      const listed = learned as readonly { readonly keys: readonly string[]; readonly item_id: string }[];
      return listed.flatMap(({ keys, item_id }) => keys.map((key) => ({ key, item_id })));
    },
    /** The matches to look at again. */
    toLookAt: async () =>
      (await page.get('/catalogs/learned', session, 'look=again')).json.data as { total: number; learned: object[] },
    trail: async () => (await page.get('/trail', session)).json.data as readonly { what: string; who: string }[],
    personId: session.cookie.personId,
    used: () => catalogs.importedRows(accountId, PERIOD),
  };
}

const codeOf = (answer: { readonly json: any }) => answer.json?.errors?.[0]?.code as string | undefined;

test('suggestions show title and confidence, and take one row of the allowance once a row and day', async () => {
  const customer = await newCustomer([SUGGESTED, SUGGESTED]);
  const before = await customer.used();
  const { json } = await customer.postRow('/catalogs/suggestions');
  expect(json.data).toMatchObject({
    suggestions: [
      { item_id: 'itm_Decide01', manufacturer: 'Norvane', part_number: 'R-0805', title: TITLE, confidence: null },
    ],
    took_row: true,
    why_not: null,
  });
  expect(await customer.used()).toBe(before + 1);
  expect((await customer.postRow('/catalogs/suggestions')).json.data.suggestions).toHaveLength(1);
  expect(await customer.used()).toBe(before + 1);
  await customer.postRow('/catalogs/suggestions', 2);
  expect(await customer.used()).toBe(before + 2);
  const tomorrow = { row: 1, day: '2026-11-30' };
  const audit = { who: 'per_x', what: 'catalog.row_searched', details: {}, atMs: now() } as const;
  const allowance = { period: PERIOD, rowsPerPeriod: 99 };
  expect(await catalogs.takeRowOnce(customer.catalog, tomorrow, allowance, audit)).toBe('taken');
  expect(await customer.used()).toBe(before + 3);
});

test('suggestions take nothing if none is shown', async () => {
  const gone = { candidates: [{ manufacturer: 'Norvane', partNumber: 'R-9999' }] };
  const customer = await newCustomer([{ candidates: [] }, gone]);
  const before = await customer.used();
  for (const row of [1, 2])
    expect((await customer.postRow('/catalogs/suggestions', row)).json.data).toEqual({
      suggestions: [],
      took_row: false,
      why_not: null,
    });
  expect(await customer.used()).toBe(before);
  expect(codeOf(await customer.postRow('/catalogs/suggestions', 3))).toBe('not_found');
});

test('a row says for which number a decision is remembered, and the barcode of its part only where it wrote it', async () => {
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  const item = { id: 'itm_Decide03', manufacturer: 'Norvane', mpn: 'R-0807', gtin: '00400000010014' };
  valueOf(await writer.writeItem(recordOf(item)));
  const matched = { ...MATCHED, itemId: item.id, partNumber: item.mpn };
  const customer = await newCustomer([
    { ...matched, gtin: '400000010014' },
    { ...matched, isRunningNumber: true },
  ]);
  expect(await customer.row(1)).toMatchObject({ remembered_for: 'A-0', item: { gtin: item.gtin } });
  expect(await customer.row(2)).toMatchObject({
    ...{ remembered_for: null, your_item_number: 'A-1' },
    item: { gtin: null },
  });
});

test('suggestions say why they are not shown to an account that may not be billed, or whose rows are used', async () => {
  const late = await newCustomer([SUGGESTED], { billingState: 'past_due' });
  const { json } = await late.postRow('/catalogs/suggestions');
  expect(json.data).toEqual({ suggestions: [], took_row: false, why_not: expect.stringMatching(/./) });
  expect(JSON.stringify(json)).not.toContain(TITLE);
  expect(await late.used()).toBe(0);
  const usedUp = await newCustomer([SUGGESTED], { terms: { catalogRowsPerMonth: 0 } });
  const refused = (await usedUp.postRow('/catalogs/suggestions')).json.data;
  expect(refused).toEqual({
    suggestions: [],
    took_row: false,
    why_not: expect.stringContaining('a look at suggestions takes one'),
  });
  expect(await usedUp.used()).toBe(0);
});

test('a row that was accepted is undone, and the match is neither remembered nor listed', async () => {
  const customer = await newCustomer([SUGGESTED]);
  await customer.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide01' });
  expect((await customer.row()).outcome).toBe('cache_hit');
  expect(await customer.learned()).toHaveLength(2);
  const undo = { catalog_id: customer.catalog.catalogId, rows: [1] };
  expect((await customer.post('/catalogs/undo', undo)).json.data).toEqual({ undone: [1], unchanged: [] });
  expect((await customer.row()).outcome).toBe('not_found');
  expect(await customer.learned()).toEqual([]);
  expect((await customer.post('/catalogs/undo', undo)).json.data).toEqual({ undone: [], unchanged: [1] });
});

test('a match that is not meant is taken from its row, and "it is right" ends the check', async () => {
  const contradictions = [{ property: 'package', says: '1206', part: '0805' }] as const;
  const customer = await newCustomer([MATCHED, { ...MATCHED, contradictions }]);
  expect((await customer.row(2)).contradictions[0].words).toContain('1206');
  const right = { catalog_id: customer.catalog.catalogId, rows: [2, 99] };
  expect((await customer.post('/catalogs/right', right)).json.data).toEqual({ right: [2], unchanged: [99] });
  expect((await customer.row(2)).contradictions).toEqual([]);
  expect((await customer.postRow('/catalogs/not-this')).json.data).toMatchObject({
    outcome: 'not_found',
    item_id: null,
  });
  expect(codeOf(await customer.postRow('/catalogs/not-this'))).toBe('conflict');
});

test('a forgotten match is restored, unless it was learned again', async () => {
  const customer = await newCustomer([SUGGESTED, { ...SUGGESTED, partNumber: 'R-2' }]);
  await customer.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide01' });
  const keys = (await customer.learned()).map(({ key }) => key);
  const before = await customer.learned();
  expect((await customer.post('/catalogs/learned/forget', { keys })).json.data).toEqual({
    ...{ forgotten: 2, undecided: 0, next: null },
  });
  expect(await customer.learned()).toEqual([]);
  expect((await customer.post('/catalogs/learned/restore', { keys })).json.data.restored.toSorted()).toEqual(
    keys.toSorted(),
  );
  expect(await customer.learned()).toEqual(before);
  expect((await customer.post('/catalogs/learned/restore', { keys })).json.data).toMatchObject({ restored: [] });
  await customer.post('/catalogs/learned/forget', { keys });
  await customer.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide02' });
  await customer.post('/catalogs/learned/restore', { keys });
  expect(await customer.learned()).toMatchObject([{ item_id: 'itm_Decide02' }, { item_id: 'itm_Decide02' }]);
});

test('forgetting and restoring are in the trail, with the person; what is not there is not', async () => {
  const customer = await newCustomer([SUGGESTED]);
  await customer.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide01' });
  const keys = (await customer.learned()).map(({ key }) => key);
  for (const act of ['forget', 'forget', 'restore', 'restore'])
    await customer.post(`/catalogs/learned/${act}`, { keys });
  const lines = (await customer.trail()).filter(({ what }) => what.startsWith('match.'));
  expect(lines.map(({ what }) => what).toSorted()).toEqual(['match.forgotten', 'match.restored']);
  expect(new Set(lines.map(({ who }) => who))).toEqual(new Set([customer.personId]));
});

test('a match is to be looked at again once the index has a part with exactly the stated number', async () => {
  const customer = await newCustomer([
    { ...SUGGESTED, partNumber: 'R-NEW' },
    { ...SUGGESTED, partNumber: 'R-OTHER' },
  ]);
  for (const row of [1, 2]) await customer.postRow('/catalogs/accept', row, { item_id: 'itm_Decide01' });
  expect(await customer.toLookAt()).toMatchObject({ total: 0, learned: [] });
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  valueOf(
    await writer.writeItem(recordOf({ id: 'itm_Decide03', manufacturer: 'Norvane', mpn: 'R-NEW', title: TITLE })),
  );
  expect(await customer.toLookAt()).toMatchObject({
    total: 1,
    next: null,
    learned: [{ your_item_number: 'A-0', is_to_look_at: true, item: { mpn: 'R-0805' } }],
  });
});

test('a row says in which catalog and when an earlier decision was made', async () => {
  const catalogId = 'cat_none';
  const customer = await newCustomer([{ ...MATCHED, matchedBy: 'accepted', decidedIn: { catalogId, atMs: NOON_MS } }]);
  const at = new Date(NOON_MS).toISOString();
  expect((await customer.row()).decided_in).toMatchObject({ catalog_id: catalogId, name: null });
  expect(Date.parse((await customer.row()).decided_in.at)).toBe(Date.parse(at));
});

test('no other account reaches the rows and matches', async () => {
  const [mine, theirs] = [await newCustomer([SUGGESTED]), await newCustomer([])];
  await mine.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide01' });
  const keys = (await mine.learned()).map(({ key }) => key);
  const body = { catalog_id: mine.catalog.catalogId, row: 1 };
  for (const path of ['/catalogs/suggestions', '/catalogs/not-this'])
    expect(codeOf(await theirs.post(path, body)), path).toBe('not_found');
  for (const path of ['/catalogs/right', '/catalogs/undo'])
    expect(codeOf(await theirs.post(path, { catalog_id: body.catalog_id, rows: [1] })), path).toBe('not_found');
  await theirs.post('/catalogs/learned/forget', { keys });
  expect((await theirs.post('/catalogs/learned/restore', { keys })).json.data).toEqual({
    ...{ restored: [], matched: 0, next: null },
  });
  expect(await mine.learned()).toHaveLength(2);
});

test('forgetting and restoring need no right that the function does not have', async () => {
  const customer = await newCustomer([SUGGESTED]);
  await customer.postRow('/catalogs/accept', 1, { item_id: 'itm_Decide01' });
  const keys = (await customer.learned()).map(({ key }) => key);
  const { refused, used } = noteRights(page.client, rightsOf(stageTemplate('production'), 'Dashboard'));
  for (const act of ['forget', 'restore'])
    expect((await customer.post(`/catalogs/learned/${act}`, { keys })).statusCode).toBe(200);
  expect(refused).toEqual([]);
  expect([...used]).toContain('dynamodb:BatchWriteItem');
});
