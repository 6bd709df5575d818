/**
 * A member who wants item data for free, by corrections, candidates and reads of the dashboard, on accounts that may
 * be billed and accounts that may not.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoUsageStore } from '../../adapters/dynamodb/billing/dynamo-usage-store.ts';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { prepareDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Catalog } from '../../core/catalogs/rows/catalog.ts';
import { NOON_MS, openAccount, valueOf, type WantedAccount } from '../support/fixtures/accounts.ts';
import { catalogRow, disagreements, newCatalog } from '../support/fixtures/catalog-rows.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { openPageInterface, type PageInterface } from '../support/service/page-interface.ts';
import { invitePerson, signInPerson, type PersonSession } from '../support/service/people.ts';

const PERIOD = '2026-11';
const PARTS = Array.from({ length: 8 }, (_, index) => `FREE-${index}A`);
const CANDIDATES = PARTS.slice(0, 2).map((partNumber) => ({ manufacturer: 'Norvane', partNumber }));

let page: PageInterface;
let catalogs: DynamoCatalogStore;
let minutes = 0;
const now = () => NOON_MS + minutes * 60_000;

beforeAll(async () => {
  page = await openPageInterface(now);
  catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  for (const [index, mpn] of PARTS.entries())
    valueOf(await writer.writeItem(recordOf({ id: `itm_Free000${index}`, manufacturer: 'Norvane', mpn })));
});
afterAll(async () => page.stop());

interface Customer {
  readonly accountId: string;
  readonly session: PersonSession;
  readonly catalog: Catalog;
}

/** A customer with one row that was not found. */
async function newCustomer(wanted: WantedAccount = {}): Promise<Customer> {
  minutes += 1;
  const { account } = await openAccount(page.client, page.tables.accountsTable, wanted);
  const { accountId } = account;
  const member = await invitePerson(page.people, accountId, 'member', now());
  const session = await signInPerson(page.people, member, now());
  const catalog = await newCatalog(catalogs, accountId);
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 1, bytes: 9 },
  ];
  const rows = [
    catalogRow(1, {
      supplier: 'Norvane',
      partNumber: 'FREE-X',
      cells: ['', 'Norvane', 'FREE-X'],
      candidates: CANDIDATES,
    }),
  ];
  await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  await catalogs.completeImport(catalog, to, now());
  return { accountId, session, catalog };
}

const fix = ({ session, catalog }: Customer, part_number: string) =>
  page.post(
    '/catalogs/fix',
    { catalog_id: catalog.catalogId, row: 1, supplier: 'Norvane', part_number, gtin: null },
    session,
  );
const accept = ({ session, catalog }: Customer, item_id: string) =>
  page.post('/catalogs/accept', { catalog_id: catalog.catalogId, row: 1, item_id }, session);
const codeOf = (answer: { json: any }) => answer.json?.errors?.[0]?.code as string | undefined;
const itemOf = async ({ catalog }: Customer) => (await catalogs.findRow(catalog, 1))?.itemId;

async function useTrialUp({ accountId }: Customer): Promise<void> {
  const store = new DynamoAdministrationStore(page.client, page.tables.accountsTable);
  const account = (await store.readAccount(accountId))?.value;
  if (account === undefined) throw new Error('no account');
  const items = account.trialAllowanceItems;
  const usage = { periods: new Map(), trial: undefined };
  const debit = valueOf(
    prepareDebit({ account, client: { kind: 'trial' }, usage }, { tokens: 1, items, parts: 0 }, now()),
  );
  await new DynamoUsageStore(page.client, page.tables.accountsTable).debit(debit);
}

describe('corrections of rows', () => {
  test('use a row of the period each, and end with the allowance', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 3 } });
    const codes = [];
    for (const part of PARTS.slice(0, 2)) codes.push(codeOf(await fix(customer, part)));
    codes.push(codeOf(await accept(customer, 'itm_Free0002')));
    expect(codes).toEqual([undefined, undefined, undefined]);
    expect(await catalogs.importedRows(customer.accountId, PERIOD)).toBe(3);
    const refused = [await fix(customer, PARTS[3] ?? ''), await accept(customer, 'itm_Free0004')];
    expect(refused.map(codeOf)).toEqual(['conflict', 'conflict']);
    expect(refused[0]?.json.errors[0].message).toContain('2026-12-01');
    expect(await itemOf(customer)).toBe('itm_Free0002');
    expect(await catalogs.importedRows(customer.accountId, PERIOD)).toBe(3);
  });

  test('never exceed the allowance if made concurrently', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 2 } });
    const answers = await Promise.all(PARTS.map((part) => fix(customer, part)));
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    expect(done.length).toBeLessThanOrEqual(2);
    expect(await catalogs.importedRows(customer.accountId, PERIOD)).toBe(done.length);
    expect(await disagreements(page.client, page.tables.accountsTable, customer.catalog)).toEqual([]);
  });

  test('use a row even if they find nothing, because the look-up has a cost', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 1 } });
    expect((await fix(customer, 'NOPE-1')).json.data.outcome).toBe('not_found');
    expect(codeOf(await fix(customer, PARTS[0] ?? ''))).toBe('conflict');
  });

  test('record their author, row and item in the audit trail, and no typed text', async () => {
    const customer = await newCustomer();
    await fix(customer, PARTS[0] ?? '');
    minutes += 1;
    await accept(customer, 'itm_Free0001');
    const lines = (await page.get('/trail', customer.session)).json.data as { what: string }[];
    const of = { catalog_id: customer.catalog.catalogId, row: 1 };
    const who = customer.session.cookie.personId;
    expect(lines.filter(({ what }) => what.startsWith('catalog.row'))).toMatchObject([
      { who, what: 'catalog.row_accepted', details: { ...of, item_id: 'itm_Free0001' } },
      { who, what: 'catalog.row_fixed', details: { ...of, outcome: 'cache_hit', item_id: 'itm_Free0000' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('FREE-');
  });

  test.each<[string, WantedAccount, string]>([
    ['without a plan', { planCode: null }, 'no_active_plan'],
    ['whose payment failed', { billingState: 'past_due' }, 'past_due'],
    ['whose plan did not start after the trial', { billingState: 'trial_ended' }, 'trial_ended'],
    ['at its spending cap', { terms: { tokensIncluded: 0 }, spendingCapCents: 0 }, 'spending_cap_reached'],
    ['out of trial', { planCode: null, kind: 'trial' }, 'trial_limit_reached'],
  ])('of an account %s are refused, and name no candidate', async (state, wanted, code) => {
    const customer = await newCustomer(wanted);
    if (state === 'out of trial') await useTrialUp(customer);
    const answers = [await fix(customer, PARTS[0] ?? ''), await accept(customer, 'itm_Free0000')];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([402, 402]);
    expect(answers.map(codeOf)).toEqual([code, code]);
    expect(await itemOf(customer)).toBeNull();
    expect(await catalogs.importedRows(customer.accountId, PERIOD)).toBe(0);
    const query = `catalog_id=${customer.catalog.catalogId}`;
    for (const path of ['/catalogs/rows', '/catalogs/export']) {
      const answer = await page.get(path, customer.session, query);
      expect(answer.statusCode).toBe(200);
      expect(JSON.stringify(answer.json)).toContain('FREE-X');
      expect(JSON.stringify(answer.json)).not.toMatch(/FREE-\dA/);
    }
  });

  test.each<[string, WantedAccount]>([
    ['on a plan', {}],
    ['in its trial', { planCode: null, kind: 'trial' }],
  ])('of an account %s are made, and name candidates', async (_, wanted) => {
    const customer = await newCustomer(wanted);
    const query = `catalog_id=${customer.catalog.catalogId}`;
    const rows = (await page.get('/catalogs/rows', customer.session, query)).json.data.rows;
    expect(rows[0].candidates).toEqual(
      CANDIDATES.map(({ partNumber }) => ({ manufacturer: 'Norvane', part_number: partNumber })),
    );
    expect((await page.get('/catalogs/export', customer.session, query)).json.data.csv).toContain('Norvane FREE-0A');
    expect((await fix(customer, PARTS[0] ?? '')).json.data.item_id).toBe('itm_Free0000');
  });
});

describe('reads of the dashboard', () => {
  const read = ({ session }: Customer) => page.get('/catalogs', session);
  const statuses = async (customers: readonly Customer[], times: number) => {
    const seen: number[] = [];
    for (let index = 0; index < times; index += 1)
      seen.push((await read(customers[index % customers.length] as Customer)).statusCode);
    return seen;
  };

  test('are refused to a member after 240 a minute, from any number of addresses, and so are changes; other members are not refused', async () => {
    const customer = await newCustomer();
    const seen = await statuses([customer], 241);
    expect(seen.slice(0, 240).every((status) => status === 200)).toBe(true);
    const refused = await read(customer);
    expect([seen[240], refused.statusCode, codeOf(refused)]).toEqual([429, 429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(codeOf(await fix(customer, PARTS[0] ?? ''))).toBe('rate_limited');
    expect(await itemOf(customer)).toBeNull();
    const colleague = await invitePerson(page.people, customer.accountId, 'member', now());
    const session = await signInPerson(page.people, colleague, now());
    expect((await read({ ...customer, session })).statusCode).toBe(200);
    minutes += 1;
    expect((await read(customer)).statusCode).toBe(200);
    expect((await fix(customer, PARTS[0] ?? '')).statusCode).toBe(200);
  });

  test('are refused to an account after 480 a minute by all its members, but not to another account', async () => {
    const customer = await newCustomer();
    const members = [customer];
    for (let index = 0; index < 2; index += 1) {
      const member = await invitePerson(page.people, customer.accountId, 'member', now());
      members.push({ ...customer, session: await signInPerson(page.people, member, now()) });
    }
    const seen = await statuses(members, 482);
    expect(seen.filter((status) => status === 200)).toHaveLength(480);
    const at = minutes;
    const stranger = await newCustomer();
    minutes = at;
    expect((await read(stranger)).statusCode).toBe(200);
  });
});
