/** What an operator changes while a long command runs holds for what the command does from then on. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../functions/adapters/dynamodb/dynamo-catalog-store.ts';
import { setAccount } from '../../functions/core/billing/administer-accounts.ts';
import { askForCatalog } from '../../functions/core/enrichment/enrich-catalog.ts';
import { OPERATOR, openAccount, valueOf } from '../support/accounts.ts';
import { catalogRow, newCatalog } from '../support/catalog-rows.ts';
import { ResearchHouse } from '../support/research-house.ts';

let house: ResearchHouse;
beforeAll(async () => {
  house = await ResearchHouse.open();
});
afterAll(async () => house.close());

test('a cap that is lowered while a catalog is sent to research stops the rest of its rows', async () => {
  const { account, store } = await openAccount(house.client, house.tables.accountsTable);
  const { accountId } = account;
  const catalogs = new DynamoCatalogStore(house.client, house.tables.accountsTable);
  const catalog = await newCatalog(catalogs, accountId, 'Parts list');
  const rows = Array.from({ length: 30 }, (_, index) =>
    catalogRow(index + 1, { outcome: 'not_found', supplier: 'Norvane', partNumber: `CAP-${index}` }),
  );
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 30, bytes: 30 },
  ] as const;
  expect(await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows })).toBe(true);
  const ports = { enrichment: house.store, researchQueue: house.queue, products: house.products, catalogs };
  let lowered: Promise<unknown> | undefined;
  const readAccount = async () => {
    await lowered;
    return (await store.readAccount(accountId))?.value ?? account;
  };
  const asked = await askForCatalog(ports, readAccount, {
    key: catalog,
    stop: new AbortController().signal,
    onProgress: () => {
      lowered ??= setAccount(store, accountId, { spendingCapCents: 150 }, OPERATOR, house.nowMs).then(valueOf);
    },
    audit: (atMs) => ({ who: 'test', what: 'research.asked_for_catalog', details: {}, atMs }),
    nowMs: () => house.nowMs,
  });
  expect(asked).toMatchObject({ queued: 10, refusal: { kind: 'spending_cap_reached' } });
  expect((await house.usage(accountId)).reservedNanoUsd).toBe(1_500_000_000);
});
