/**
 * A customer without a plan who uploads the part numbers that it wants to read for nothing, as a file: rows are free to
 * list.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogReader } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-reader.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { DynamoManufacturerTableStore } from '../../../adapters/dynamodb/index/dynamo-manufacturer-table-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { listCatalogRows } from '../../../core/catalogs/rows/list-catalog-rows.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type WantedAccount } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';
import { openUploadPage, type UploadPage } from '../../support/service/upload-page.ts';

const SECRET = 'Secret title of the index';
const FILE = 'Our number;Manufacturer;MPN\nN-1;norvane;r-100\n';

let uploads: UploadPage;
beforeAll(async () => {
  uploads = await openUploadPage(() => NOON_MS);
  const { client, tables } = uploads.page;
  const attributes = { lifecycle: { status: 'obsolete' } };
  const item = { id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'R-100', title: SECRET, confidence: 77, attributes };
  valueOf(await new DynamoItemWriter(client, tables.productIndexTable).writeItem(recordOf(item)));
});
afterAll(() => uploads.page.stop());

/** Imports the file for an account in this state, and returns what all ways to read the row show. */
async function importFor(wanted: WantedAccount, later?: Parameters<typeof setAccount>[2]) {
  const { client, tables, people } = uploads.page;
  const { accountId } = (await openAccount(client, tables.accountsTable, wanted)).account;
  const session = await signInPerson(people, await invitePerson(people, accountId, 'owner', NOON_MS), NOON_MS);
  const id = await uploads.upload(session, FILE);
  await uploads.preview(session, id);
  await uploads.page.post('/uploads/start', { upload_id: id }, session);
  await uploads.deliverAll();
  const administration = new DynamoAdministrationStore(client, tables.accountsTable);
  if (later !== undefined) valueOf(await setAccount(administration, accountId, later, OPERATOR, NOON_MS));
  const [catalog] = (await uploads.page.get('/catalogs', session)).json.data.catalogs;
  const query = `catalog_id=${catalog.id}`;
  const manufacturers = new DynamoManufacturerTableStore(client, tables.accountsTable, { nowMs: () => NOON_MS });
  const ports = {
    catalogs: new DynamoCatalogReader(client, tables.accountsTable),
    index: new DynamoItemIndex(client, tables.productIndexTable, { manufacturers }),
  };
  const advice = { research: '', mayNameParts: false, nowMs: NOON_MS };
  const key = { accountId, catalogId: catalog.id };
  return {
    tool: valueOf(await listCatalogRows(ports, key, { advice })).rows[0],
    page: (await uploads.page.get('/catalogs/rows', session, query)).json.data.rows[0],
    row: (await uploads.page.get('/catalogs/row', session, `${query}&row=1`)).json.data,
    // Without the answer’s request id, which may hold any digits.
    file: (await uploads.page.get('/catalogs/export', session, query)).json.data.csv as string,
  };
}

test.each<[string, WantedAccount]>([
  ['has no plan', { planCode: null, billingState: 'no_active_plan' }],
  ['has not paid', { billingState: 'past_due' }],
])(
  'A row that is imported while the account %s names the item as the row wrote it, without its title',
  async (_, wanted) => {
    const shown = await importFor(wanted);
    const item = { id: 'itm_Relay001', manufacturer: 'norvane', mpn: 'r-100', title: null, confidence: null };
    expect(shown.tool).toMatchObject({ outcome: 'cache_hit', item });
    expect(shown.page).toMatchObject({ item });
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${SECRET}|obsolete|77|R-100`));
    expect(shown.file).toContain('itm_Relay001');
  },
);

test('A row that is imported while the account may be billed shows its title in every later state', async () => {
  const shown = await importFor({}, { billingState: 'past_due' });
  expect(shown.tool).toMatchObject({ item: { title: SECRET, mpn: 'R-100', confidence: 77 } });
  expect(shown.file).toContain(SECRET);
});
