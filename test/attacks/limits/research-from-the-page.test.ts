/**
 * A member who invents part numbers in a catalog and requests research for them from the dashboard: providers cost the
 * service money, and what they do not find costs the account nothing.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoEnrichmentStore } from '../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { changeRequest } from '../../../core/sourcing/enrichment/change-enrichment.ts';
import { endRequest } from '../../../core/sourcing/enrichment/enrichment-request.ts';
import type { PlanTerms } from '../../../core/billing/plans/plan.ts';
import { NOON_MS, openAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { openPageInterface, type PageInterface } from '../../support/service/page-interface.ts';
import { invitePerson, signInPerson } from '../../support/service/people.ts';

const ROWS = 120;

let page: PageInterface;
beforeAll(async () => {
  page = await openPageInterface(() => NOON_MS);
});
afterAll(async () => page.stop());

/** Requests research for every row until the dashboard refuses; returns how many parts were queued, and the refusal. */
async function requestAll(terms: Partial<PlanTerms>, research: () => Promise<void>) {
  const { account } = await openAccount(page.client, page.tables.accountsTable, { terms, spendingCapCents: null });
  const catalogs = new DynamoCatalogStore(page.client, page.tables.accountsTable);
  const session = await signInPerson(
    page.people,
    await invitePerson(page.people, account.accountId, 'owner', NOON_MS),
    NOON_MS,
  );
  const catalog = await newCatalog(catalogs, account.accountId);
  const rows = Array.from({ length: ROWS }, (_, place) =>
    catalogRow(place + 1, { supplier: 'Norvane', partNumber: `INVENTED-${account.accountId.slice(-4)}-${place}` }),
  );
  let from = { rows: 0, bytes: 0 };
  for (let row = 0; row < ROWS; row += 40) {
    const to = { rows: Math.min(ROWS, row + 40), bytes: row + 40 };
    const some = rows.slice(row, to.rows);
    expect(await catalogs.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows: some })).toBe(true);
    from = to;
  }
  await catalogs.completeImport(catalog, from, NOON_MS);
  let [queued, after, refusal] = [0, 0 as number | null, null as string | null];
  while (after !== null && refusal === null) {
    const input = { catalog_id: catalog.catalogId, after, with_suggestions: false, most_parts: ROWS };
    const { data } = (await page.post('/catalogs/research', input, session)).json;
    queued += data.queued;
    after = data.next;
    refusal = data.refusal;
    await research();
  }
  return { queued, refusal };
}

async function findNothing(): Promise<void> {
  const store = new DynamoEnrichmentStore(page.client, page.tables.accountsTable);
  for (const key of page.researched.splice(0))
    await changeRequest(store, key, (current) => {
      if (current === undefined) throw new Error('It was requested');
      const { request: after, reserve } = endRequest(current, { kind: 'not_found' }, NOON_MS);
      return { write: { after, usage: reserve && { kind: 'settle', ...reserve } }, answer: undefined };
    });
}

test('Research from the dashboard ends at the parts not found that the plan allows a day', async () => {
  const { queued, refusal } = await requestAll({ openParts: 1_000, notFoundPartsPerDay: 30 }, findNothing);
  // The stretch of 50 rows that was under way when the limit was reached is the most that can exceed it.
  expect(queued).toBe(50);
  expect(refusal).toContain('Research did not find 30 parts of this account today');
});

test('Research from the dashboard ends at the open parts that the plan allows', async () => {
  const { queued, refusal } = await requestAll({ openParts: 20, notFoundPartsPerDay: 1_000 }, async () => undefined);
  expect(queued).toBe(20);
  expect(refusal).toContain('20 parts of this account are being researched');
});
