/**
 * A member whose program calls the dashboard's changes as fast as it can: each reads, and many read hundreds of rows.
 */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { NOON_MS, openAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { openPageInterface, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';
import { observe, type Observation } from '../../support/stores/observed-client.ts';

let page: PageInterface;
let observed: Observation;
let catalogs: DynamoCatalogStore;
beforeAll(async () => {
  page = await openPageInterface(() => NOON_MS);
  observed = observe(page.client);
  observed.rest();
  catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
});
afterAll(async () => page.stop());

async function newMember() {
  const { account } = await openAccount(page.client, page.tables.accountsTable);
  const catalog = await newCatalog(catalogs, account.accountId);
  const member = await invitePerson(page.people, account.accountId, 'owner', NOON_MS);
  return { account, catalog, session: await signInPerson(page.people, member, NOON_MS) };
}

/** Returns how many of the requests were not refused for the rate. */
async function served(times: number, send: () => Promise<{ statusCode: number }>): Promise<number> {
  let count = 0;
  for (let sent = 0; sent < times; sent += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    count += answers.filter(({ statusCode }) => statusCode !== 429).length;
  }
  return count;
}

test('Changes of a person are served 240 times a minute, together with reads', async () => {
  const { session } = await newMember();
  expect(await served(100, () => page.get('/catalogs', session))).toBe(100);
  expect(await served(300, () => page.post('/members/notices', { notices: [] }, session))).toBe(140);
});

test('Following research is served 60 times a minute, and is refused before it reads a row', async () => {
  const { session, catalog } = await newMember();
  await catalogs.markResearch(catalog, { before: null, now: NOON_MS });
  const follow = () =>
    page.post('/catalogs/follow', { catalog_id: catalog.catalogId, after: 0, is_still_open: true }, session);
  expect(await served(120, follow)).toBe(60);
  observed.reset();
  await follow();
  expect(observed.calls.some(({ operation }) => operation === 'Query')).toBe(false);
});

test('Following a catalog whose research nobody asked for reads none of its rows', async () => {
  const { session, catalog } = await newMember();
  const rows = Array.from({ length: 40 }, (_, place) =>
    catalogRow(place + 1, { supplier: 'Norvane', partNumber: `X-${place}` }),
  );
  const to = { rows: rows.length, bytes: 9 };
  await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from: { rows: 0, bytes: 0 }, to, rows });
  await catalogs.completeImport(catalog, to, NOON_MS);
  observed.reset();
  const { json } = await page.post(
    '/catalogs/follow',
    { catalog_id: catalog.catalogId, after: 0, is_still_open: false },
    session,
  );
  expect(json.data).toEqual({ enriched: 0, open: 0, next: null });
  expect(observed.readUnits()).toBeLessThan(8);
});

test('An address over its limit is refused before a session is read', async () => {
  const small = await openPageInterface(() => NOON_MS, undefined, { IP_LIMIT_PER_MINUTE: '5' });
  const reads = observe(small.client);
  reads.rest();
  const { account } = await openAccount(small.client, small.tables.accountsTable);
  const session = await signInPerson(
    small.people,
    await invitePerson(small.people, account.accountId, 'owner', NOON_MS),
    NOON_MS,
  );
  for (let sent = 0; sent < 6; sent += 1) await small.get('/catalogs', session);
  // The reads of refused requests may still be under way.
  await setTimeout(200);
  reads.reset();
  expect((await small.get('/catalogs', session)).statusCode).toBe(429);
  // A read that had been started would be observed when it ends.
  await setTimeout(200);
  expect(reads.calls).toEqual([]);
  await small.stop();
});
