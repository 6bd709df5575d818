/**
 * Research that a member requests from the dashboard reserves money: if the time of the request is over meanwhile, the
 * reserve is reported.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { csrfTokenOf } from '../../../core/access/people/session.ts';
import { NOON_MS, openAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { ownEnd } from '../../support/service/own-end.ts';
import { openPageInterface, PAGE_ORIGIN, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';

let page: PageInterface;
beforeAll(async () => {
  page = await openPageInterface(() => NOON_MS);
});
afterAll(async () => page.stop());

test('The reserve of research for a catalog is reported if the request ends while it is written', async () => {
  const { account } = await openAccount(page.client, page.tables.accountsTable);
  const { accountId } = account;
  const owner = await invitePerson(page.people, accountId, 'owner', NOON_MS);
  const session = await signInPerson(page.people, owner, NOON_MS);
  const catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const catalog = await newCatalog(catalogs, accountId);
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 1, bytes: 1 },
  ];
  const rows = [catalogRow(1, { supplier: 'Norvane', partNumber: 'NOT-THERE-1' })];
  await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  await catalogs.completeImport(catalog, to, NOON_MS);
  let reserving = (): void => undefined;
  const begun = new Promise<void>((resolve) => (reserving = resolve));
  page.client.middlewareStack.add(
    (next, { commandName }) =>
      async (call) => {
        const isReserve = commandName === 'TransactWriteItemsCommand' && JSON.stringify(call.input).includes('USAGE#');
        if (isReserve) await new Promise<never>(() => reserving());
        return next(call);
      },
    { step: 'initialize', name: 'neverReserves' },
  );
  const { remainingMs, end } = ownEnd(onTestFinished);

  const input = { catalog_id: catalog.catalogId, after: 0, with_suggestions: false, most_parts: 1 };
  const answering = page.send({
    method: 'POST',
    path: '/dashboard/api/catalogs/research',
    cookies: [session.cookieHeader],
    headers: { origin: PAGE_ORIGIN, 'content-type': 'application/json', 'x-csrf-token': csrfTokenOf(session.cookie) },
    body: JSON.stringify(input),
    remainingMs,
  });
  await begun;
  end();
  expect((await answering).statusCode).toBe(500);
  expect(page.log.faults.map((fault) => String(fault))).toEqual([
    expect.stringContaining('TimeoutError'),
    expect.stringMatching(
      new RegExp(`^UnansweredDebitError: Debit .* on ${accountId} 2026-11 client others may stand: its call ended`),
    ),
  ]);
});
