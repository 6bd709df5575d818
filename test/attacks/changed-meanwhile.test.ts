/** An operator's change while a long command runs applies to the rest of the command. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { setAccount } from '../../core/access/administration/administer-accounts.ts';
import { askForCatalog } from '../../core/sourcing/enrichment/enrich-catalog.ts';
import { OPERATOR, openAccount, valueOf } from '../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../support/fixtures/catalog-rows.ts';
import { ResearchHarness } from '../support/research/research-harness.ts';

let harness: ResearchHarness;
beforeAll(async () => {
  harness = await ResearchHarness.open();
});
afterAll(async () => harness.close());

test('a cap that is lowered while a catalog is being sent to research stops the rest of its rows', async () => {
  const { account, store } = await openAccount(harness.client, harness.tables.accountsTable);
  const { accountId } = account;
  const catalogs = new DynamoCatalogStore(harness.client, harness.tables.accountsTable);
  const catalog = await newCatalog(catalogs, accountId, 'Parts list');
  const rows = Array.from({ length: 30 }, (_, index) =>
    catalogRow(index + 1, { outcome: 'not_found', supplier: 'Norvane', partNumber: `CAP-${index}` }),
  );
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 30, bytes: 30 },
  ] as const;
  expect(await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows })).toBe(true);
  const ports = { enrichment: harness.store, researchQueue: harness.queue, index: harness.index, catalogs };
  let lowered: Promise<unknown> | undefined;
  const readAccount = async () => {
    await lowered;
    return (await store.readAccount(accountId))?.value ?? account;
  };
  const asked = await askForCatalog(ports, readAccount, {
    key: catalog,
    stop: new AbortController().signal,
    onProgress: () => {
      lowered ??= setAccount(store, accountId, { spendingCapCents: 150 }, OPERATOR, harness.nowMs).then(valueOf);
    },
    audit: (atMs) => ({ who: 'test', what: 'research.asked_for_catalog' as const, details: {}, atMs }),
    nowMs: () => harness.nowMs,
    counted: true,
  });
  expect(asked).toMatchObject({ queued: 10, refusal: { kind: 'spending_cap_reached' } });
  expect((await harness.usage(accountId)).reservedNanoUsd).toBe(1_500_000_000);
});
