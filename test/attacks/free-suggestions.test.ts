/**
 * A member who wants items or research for free through a catalog's candidates: many rows at a time, searches,
 * lifecycle states, and money that nobody agreed to.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAdministrationStore } from '../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../../adapters/dynamodb/index/dynamo-item-index.ts';
import { DynamoManufacturerTableStore } from '../../adapters/dynamodb/index/dynamo-manufacturer-table-store.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { setAccount } from '../../core/access/administration/administer-accounts.ts';
import { acceptSuggestions } from '../../core/catalogs/import/accept-suggestions.ts';
import type { Catalog, CatalogRow, RowCandidate } from '../../core/catalogs/rows/catalog.ts';
import type { AcceptedRowsData } from '../../web/api-data.ts';
import type { MemberRole } from '../../core/access/people/person.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type WantedAccount } from '../support/fixtures/accounts.ts';
import { catalogRow, disagreements, newCatalog } from '../support/fixtures/catalog-rows.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { openPageInterface, type PageInterface } from '../support/service/page-interface.ts';
import { invitePerson, signInPerson, type PersonSession } from '../support/service/people.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults } from '../support/stores/faulty-client.ts';

const PERIOD = '2026-11';
const PARTS = Array.from({ length: 9 }, (_, index) => `SUGG-${index}A`);
const part = (index: number): RowCandidate => ({ manufacturer: 'Norvane', partNumber: PARTS[index] ?? '' });
/** This text is in every item, and must never be in a response that shows only manufacturer and part number. */
const TITLE = 'Secret title of the index';

let page: PageInterface;
let catalogs: DynamoCatalogStore;
let index: DynamoItemIndex;
let minutes = 0;
const now = () => NOON_MS + minutes * 60_000;

beforeAll(async () => {
  page = await openPageInterface(now);
  catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const manufacturers = new DynamoManufacturerTableStore(page.client, page.tables.accountsTable, { nowMs: now });
  index = new DynamoItemIndex(page.client, page.tables.productIndexTable, { manufacturers });
  const writer = new DynamoItemWriter(page.client, page.tables.productIndexTable);
  for (const [index, mpn] of PARTS.entries()) {
    const attributes = { lifecycle: { status: index === 0 ? 'obsolete' : 'active' } };
    const item = { id: `itm_Sugg000${index}`, manufacturer: 'Norvane', mpn, title: TITLE, attributes };
    valueOf(await writer.writeItem(recordOf(item)));
  }
});
afterAll(async () => page.stop());

interface Customer {
  readonly accountId: string;
  readonly session: PersonSession;
  readonly catalog: Catalog;
}

interface Wanted extends WantedAccount {
  readonly role?: MemberRole;
  readonly rows?: readonly Partial<CatalogRow>[];
}

/** By default, row n has part n as its only candidate; the last two rows have several candidates or none. */
async function newCustomer({ role = 'member', rows, ...wanted }: Wanted = {}): Promise<Customer> {
  minutes += 1;
  const { account } = await openAccount(page.client, page.tables.accountsTable, wanted);
  const { accountId } = account;
  const member = await invitePerson(page.people, accountId, role, now());
  const session = await signInPerson(page.people, member, now());
  const catalog = await newCatalog(catalogs, accountId);
  const usual = [
    ...[0, 1, 2, 3, 4].map((index) => ({ candidates: [part(index)] })),
    { candidates: [part(5), part(6)] },
    { candidates: [] },
  ];
  const stored = (rows ?? usual).map((row, place) =>
    catalogRow(place + 1, {
      itemNumber: `A-${place}`,
      supplier: 'Norvane',
      partNumber: `MISS-${place}`,
      cells: [`A-${place}`, 'Norvane', `MISS-${place}`],
      ...row,
    }),
  );
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: stored.length, bytes: 9 },
  ];
  await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows: stored });
  await catalogs.completeImport(catalog, to, now());
  return { accountId, session, catalog };
}

const codeOf = (answer: { json: any }) => answer.json?.errors?.[0]?.code as string | undefined;
const seen = (row: number, { manufacturer, partNumber }: RowCandidate = part(row - 1)) => ({
  row,
  manufacturer,
  part_number: partNumber,
});
const acceptAll = ({ session, catalog }: Customer, rows: readonly object[]) =>
  page.post('/catalogs/accept-suggestions', { catalog_id: catalog.catalogId, rows }, session);
const search = ({ session, catalog }: Customer, query: string, row = 1) =>
  page.post('/catalogs/search', { catalog_id: catalog.catalogId, row, query }, session);
const research = ({ session, catalog }: Customer, more: object = {}) =>
  page.post(
    '/catalogs/research',
    { catalog_id: catalog.catalogId, after: 0, with_suggestions: false, most_parts: 9, ...more },
    session,
  );
const used = ({ accountId }: Customer) => catalogs.importedRows(accountId, PERIOD);
const stored = async ({ catalog }: Customer) => catalogs.readRows(catalog, { after: 0, limit: 99 });
const wrongIn = ({ catalog }: Customer) => disagreements(page.client, page.tables.accountsTable, catalog);
async function trail({ session }: Customer, what: string): Promise<readonly { details: { row: number } }[]> {
  const lines = (await page.get('/trail', session)).json.data as { what: string; details: { row: number } }[];
  return lines.filter((line) => line.what === what);
}

const CLOSED: readonly (readonly [string, WantedAccount, string])[] = [
  ['without a plan', { planCode: null }, 'no_active_plan'],
  ['whose payment failed', { billingState: 'past_due' }, 'past_due'],
  ['whose plan did not start after the trial', { billingState: 'trial_ended' }, 'trial_ended'],
  ['at its spending cap', { terms: { tokensIncluded: 0 }, spendingCapCents: 0 }, 'spending_cap_reached'],
];

describe('accepting the candidates of many rows', () => {
  test('uses a row of the period for each, with an audit line, and shows no more of an item than an imported row', async () => {
    const customer = await newCustomer();
    const answer = await acceptAll(
      customer,
      [1, 2, 3].map((row) => seen(row)),
    );
    expect(answer.json.data).toEqual({ accepted: [1, 2, 3], changed: [], gone: [], refused: null });
    expect(await used(customer)).toBe(3);
    expect((await trail(customer, 'catalog.row_accepted')).map(({ details }) => details.row).toSorted()).toEqual([
      1, 2, 3,
    ]);
    expect((await stored(customer)).slice(0, 4)).toMatchObject([
      {
        outcome: 'cache_hit',
        matchedBy: 'accepted',
        itemId: 'itm_Sugg0000',
        supplier: 'Norvane',
        partNumber: 'MISS-0',
      },
      { itemId: 'itm_Sugg0001', acceptedBy: customer.session.cookie.personId },
      { itemId: 'itm_Sugg0002' },
      { outcome: 'not_found', itemId: null },
    ]);
    expect(await wrongIn(customer)).toEqual([]);
  });

  test('accepts no row that has several candidates, none, or others than were shown', async () => {
    const customer = await newCustomer();
    const rows = [seen(6, part(5)), seen(7, part(6)), seen(1, part(8)), seen(2, { ...part(1), manufacturer: null })];
    expect((await acceptAll(customer, rows)).json.data).toMatchObject({ accepted: [], changed: [6, 7, 1, 2] });
    expect((await acceptAll(customer, [seen(99), seen(98)])).json.data).toMatchObject({ changed: [99, 98] });
    expect([await used(customer), await wrongIn(customer)]).toEqual([0, []]);
  });

  test('accepts a row that is not fitted only alone', async () => {
    const unfitted = { notFitted: 'DNP', candidates: [part(1)] };
    const customer = await newCustomer({ rows: [{ candidates: [part(0)] }, unfitted] });
    expect((await acceptAll(customer, [seen(1), seen(2)])).json.data).toMatchObject({ accepted: [1], changed: [2] });
    expect((await acceptAll(customer, [seen(2)])).json.data).toMatchObject({ accepted: [2] });
    expect((await stored(customer)).map(({ notFitted }) => notFitted)).toEqual([undefined, 'DNP']);
    expect(await wrongIn(customer)).toEqual([]);
  });

  test('accepts any candidate of a single row, and no other part of the index', async () => {
    const customer = await newCustomer();
    expect((await acceptAll(customer, [seen(6, part(8))])).json.data).toMatchObject({ changed: [6] });
    expect((await acceptAll(customer, [seen(6, part(6))])).json.data).toMatchObject({ accepted: [6] });
    expect([(await stored(customer))[5]?.itemId, await used(customer)]).toEqual(['itm_Sugg0006', 1]);
  });

  test('ends with the allowance: rows within it are accepted, and the others say why not', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 2 } });
    const { data } = (
      await acceptAll(
        customer,
        [1, 2, 3, 4].map((row) => seen(row)),
      )
    ).json as {
      data: AcceptedRowsData;
    };
    expect(data).toMatchObject({ accepted: [1, 2], refused: { rows: [3, 4] } });
    expect(data.refused?.why).toContain('2026-12-01');
    expect([await used(customer), (await stored(customer))[2]?.itemId]).toEqual([2, null]);
  });

  test('never exceeds the allowance or counts a row twice if several members do it concurrently', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 3 } });
    const rows = [1, 2, 3, 4, 5].map((row) => seen(row));
    await Promise.all([1, 2, 3, 4].map(() => acceptAll(customer, rows)));
    const accepted = (await stored(customer)).filter(({ itemId }) => itemId !== null).length;
    expect(accepted).toBeLessThanOrEqual(3);
    expect(await used(customer)).toBe(accepted);
    expect(await trail(customer, 'catalog.row_accepted')).toHaveLength(accepted);
    expect(await wrongIn(customer)).toEqual([]);
  });

  test('accepts each row once if it is killed before or after any write and repeated', async () => {
    for (const fault of ['crash', 'crash-after'] as const) {
      for (const write of [1, 2, 3]) {
        const customer = await newCustomer();
        const dying = testClient(page.tables.endpoint, { maxAttempts: 1 });
        injectFaults(faultScript({ TransactWriteItems: { [write]: fault } }), dying);
        const store = new DynamoCatalogStore(dying, page.tables.accountsTable);
        const rows = [1, 2, 3].map((row) => ({ row, part: part(row - 1) }));
        const allowance = { period: PERIOD, rowsPerPeriod: 100 };
        const by = { who: customer.session.cookie.personId, nowMs: now(), allowance };
        await expect(acceptSuggestions({ catalogs: store, index }, customer.catalog, rows, by)).rejects.toThrow();
        dying.destroy();
        const { data } = (
          await acceptAll(
            customer,
            [1, 2, 3].map((row) => seen(row)),
          )
        ).json;
        expect([fault, write, data.accepted]).toEqual([fault, write, [1, 2, 3]]);
        expect([fault, write, await used(customer)]).toEqual([fault, write, 3]);
        expect(await trail(customer, 'catalog.row_accepted')).toHaveLength(3);
        expect(await wrongIn(customer)).toEqual([]);
      }
    }
  });

  test.each(CLOSED)('is refused to an account %s, without showing the candidates', async (_, wanted, code) => {
    const customer = await newCustomer(wanted);
    const answer = await acceptAll(customer, [seen(1), seen(2)]);
    expect([answer.statusCode, codeOf(answer)]).toEqual([402, code]);
    expect([await used(customer), (await stored(customer))[0]?.itemId]).toEqual([0, null]);
  });

  test('reaches no catalog of another account, no file that waits to replace one, and no row twice in a request', async () => {
    const [mine, theirs] = [await newCustomer(), await newCustomer()];
    const answer = await acceptAll({ ...mine, catalog: theirs.catalog }, [seen(1)]);
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'not_found']);
    const waiting = await catalogs.createCatalog({
      ...{ accountId: mine.accountId, name: 'x', fingerprint: 'x', headings: [], nowMs: now() },
      replaces: mine.catalog.catalogId,
    });
    for (const path of ['/catalogs/rows', '/catalogs/export', '/catalogs/states', '/catalogs/research'])
      expect([path, codeOf(await page.get(path, mine.session, `catalog_id=${waiting.catalogId}`))]).toEqual([
        path,
        'not_found',
      ]);
    expect(codeOf(await acceptAll(mine, [seen(1), seen(1)]))).toBe('validation_failed');
    expect(
      codeOf(
        await acceptAll(
          mine,
          Array.from({ length: 51 }, (_, row) => seen(row + 1)),
        ),
      ),
    ).toBe('validation_failed');
  });
});

describe('a search for a row', () => {
  test('shows at most five parts, with title, confidence and state, and nothing else of an item', async () => {
    const customer = await newCustomer();
    for (const query of ['Norvane SUGG', TITLE]) {
      const { parts } = (await search(customer, query)).json.data;
      expect([query, parts.length]).toEqual([query, 5]);
      for (const one of parts)
        expect(Object.keys(one)).toEqual([
          'item_id',
          'manufacturer',
          'part_number',
          'title',
          'confidence',
          'gtin',
          'state',
          'why',
        ]);
    }
    expect((await search(customer, PARTS[4] ?? '')).json.data.parts[0]).toMatchObject({
      item_id: 'itm_Sugg0004',
      manufacturer: 'Norvane',
      part_number: PARTS[4],
      gtin: null,
    });
    expect((await search(customer, 'itm_Sugg0003')).json.data.parts).toMatchObject([{ part_number: PARTS[3] }]);
  });

  test('that finds something uses a row of the period, and is in the audit trail without its query; a miss is free', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 2 } });
    expect((await search(customer, 'nothing of this kind')).json.data.parts).toEqual([]);
    expect(await used(customer)).toBe(0);
    expect((await search(customer, PARTS[0] ?? '')).statusCode).toBe(200);
    expect((await search(customer, PARTS[1] ?? '')).statusCode).toBe(200);
    const refused = await search(customer, PARTS[2] ?? '');
    expect([refused.statusCode, codeOf(refused), await used(customer)]).toEqual([409, 'conflict', 2]);
    expect(refused.json.errors[0].message).toContain('a search takes one');
    const lines = await trail(customer, 'catalog.row_searched');
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('SUGG');
  });

  test('of suggestions for a row uses a row once a day, nothing if none is shown, and shows none without rows left', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 1 } });
    const suggest = (row: number) =>
      page.post('/catalogs/suggestions', { catalog_id: customer.catalog.catalogId, row }, customer.session);
    expect((await suggest(7)).json.data).toEqual({ suggestions: [], took_row: false, why_not: null });
    const opened = await Promise.all([suggest(6), suggest(6), suggest(6)]);
    expect(opened.map(({ json }) => json.data.took_row).toSorted()).toEqual([false, false, true]);
    expect(opened[0]?.json.data.suggestions.map(({ part_number: number }: { part_number: string }) => number)).toEqual([
      PARTS[5],
      PARTS[6],
    ]);
    expect(await used(customer)).toBe(1);
    const { json } = await suggest(1);
    expect(json.data).toMatchObject({ suggestions: [], took_row: false });
    expect(json.data.why_not).toContain('a look at suggestions takes one');
    expect(await used(customer)).toBe(1);
  });

  test('repeated concurrently shows no more results than the allowance has rows', async () => {
    const customer = await newCustomer({ terms: { catalogRowsPerMonth: 3 } });
    const answers = await Promise.all(PARTS.map((number) => search(customer, number)));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3);
    expect(await used(customer)).toBe(3);
  });

  test('without a query uses nothing', async () => {
    const customer = await newCustomer();
    for (const query of ['', ' ', '--', '…', 'x'.repeat(201)])
      expect([query, codeOf(await search(customer, query))]).toEqual([query, 'validation_failed']);
    expect(codeOf(await search(customer, PARTS[0] ?? '', 99))).toBe('not_found');
    expect(await used(customer)).toBe(0);
  });

  test.each(CLOSED)('is refused to an account %s, and uses nothing', async (_, wanted, code) => {
    const customer = await newCustomer(wanted);
    const answer = await search(customer, PARTS[0] ?? '');
    expect([answer.statusCode, codeOf(answer), await used(customer)]).toEqual([402, code, 0]);
  });
});

describe('the lifecycle states of a catalog’s parts', () => {
  const matched = [
    { outcome: 'cache_hit', itemId: 'itm_Sugg0000', matchedBy: 'exact' },
    { outcome: 'refreshed', itemId: 'itm_Sugg0001', matchedBy: 'exact' },
    { outcome: 'duplicate', itemId: 'itm_Sugg0000', matchedBy: 'exact' },
    { outcome: 'enriched', itemId: 'itm_Gone0000', matchedBy: 'research' },
    { candidates: [part(0)] },
  ] as const;

  test('are counted over the whole catalog, with those not stated as unknown', async () => {
    const customer = await newCustomer({ rows: matched });
    const query = `catalog_id=${customer.catalog.catalogId}`;
    const { data } = (await page.get('/catalogs/states', customer.session, query)).json;
    expect(data).toEqual({
      states: { obsolete: 1, last_time_buy: 0, nrnd: 0, preview: 0, active: 1, unknown: 1 },
      next: null,
    });
  });

  test.each(CLOSED)('are not shown to an account %s', async (_, wanted) => {
    const customer = await newCustomer({ ...wanted, rows: matched });
    const query = `catalog_id=${customer.catalog.catalogId}`;
    expect((await page.get('/catalogs/states', customer.session, query)).statusCode).toBe(402);
    for (const path of ['/catalogs/rows', '/catalogs/export', '/catalogs/row']) {
      const answer = await page.get(path, customer.session, `${query}${path === '/catalogs/row' ? '&row=1' : ''}`);
      expect([path, answer.statusCode]).toEqual([path, 200]);
      expect(JSON.stringify(answer.json)).not.toMatch(/obsolete":?[^"]*1|is obsolete|,obsolete,/);
      expect(JSON.stringify(answer.json)).not.toContain(PARTS[4]);
    }
  });
});

describe('research of a catalog’s rows', () => {
  const unmatched = Array.from({ length: 5 }, (_, index) => ({ partNumber: `NEW-${index}` }));
  const offer = ({ session, catalog }: Customer) =>
    page.get('/catalogs/research', session, `catalog_id=${catalog.catalogId}`);

  test('costs at most the announced price, and each part once even if it is requested repeatedly', async () => {
    const customer = await newCustomer({ role: 'owner', rows: unmatched });
    expect((await offer(customer)).json.data).toMatchObject({ parts: 5, held: 0, next: null, refusal: null });
    expect((await research(customer)).json.data).toMatchObject({ queued: 5, next: null, refusal: null });
    expect((await research(customer)).json.data).toMatchObject({ queued: 5 });
    expect(page.researched.filter(({ accountId }) => accountId === customer.accountId)).toHaveLength(5);
    const [line] = await trail(customer, 'research.asked_for_catalog');
    expect(line?.details).toEqual({ catalog: customer.catalog.catalogId });
  });

  test('requests no more parts than the member agreed to, even if the catalog has more by then', async () => {
    const customer = await newCustomer({ role: 'owner', rows: unmatched });
    expect((await research(customer, { most_parts: 2 })).json.data).toMatchObject({ queued: 2, next: null });
    expect(page.researched.filter(({ accountId }) => accountId === customer.accountId)).toHaveLength(2);
  });

  test('ends at the cap, and says so', async () => {
    const customer = await newCustomer({ role: 'owner', rows: unmatched, spendingCapCents: 31 });
    expect((await offer(customer)).json.data).toMatchObject({ parts: 5, cap_left_nano_usd: 310_000_000 });
    const { data } = (await research(customer)).json;
    expect(data.refusal).toContain('spending cap');
    expect(page.researched.filter(({ accountId }) => accountId === customer.accountId).length).toBeLessThanOrEqual(2);
  });

  test('excludes rows with a candidate in the index unless they are requested', async () => {
    const customer = await newCustomer({ role: 'owner', rows: [{ candidates: [part(0)] }, {}] });
    expect((await offer(customer)).json.data).toMatchObject({ parts: 1, held: 1 });
    expect((await research(customer)).json.data).toMatchObject({ queued: 1 });
  });

  test('is started by an owner, or by a member if the account lets members’ assistants spend', async () => {
    const customer = await newCustomer({ rows: unmatched });
    expect(codeOf(await research(customer))).toBe('forbidden');
    expect((await offer(customer)).json.data.refusal).toContain('ask an owner');
    const store = new DynamoAdministrationStore(page.client, page.tables.accountsTable);
    valueOf(await setAccount(store, customer.accountId, { spendingBySignIn: true }, OPERATOR, now()));
    expect((await offer(customer)).json.data.refusal).toBeNull();
    expect((await research(customer)).statusCode).toBe(200);
  });

  test.each(CLOSED)('is refused to an account %s', async (_, wanted, code) => {
    const customer = await newCustomer({ ...wanted, role: 'owner', rows: unmatched });
    const answer = await research(customer);
    expect([answer.statusCode, codeOf(answer)]).toEqual([402, code]);
    expect((await offer(customer)).json.data.refusal).toEqual(expect.any(String));
  });
});
