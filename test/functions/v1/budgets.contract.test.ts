/**
 * Budgets over the HTTP API: repeats with an Idempotency-Key cost nothing, and the refusal and the usage say how the
 * budget stands.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { setBudget } from '../../../core/access/administration/administer-budgets.ts';
import type { Budget } from '../../../core/billing/plans/budget.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { openApiProcess } from '../../support/service/api-process.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

const LOOKUP = '/v1/items/lookup?manufacturer=Norvane&mpn=nv+7805%2F2.5';
const MISS = '/v1/items/lookup?manufacturer=Norvane&mpn=no-such-part';
const FIT = 37;

let tables: OpenTables;
let store: ReturnType<typeof testClient>;
let price: number;

beforeAll(async () => {
  tables = await openTables();
  store = testClient(tables.endpoint);
  await new DynamoItemWriter(store, tables.productIndexTable).writeItem(REGULATOR);
  const answer = await openApiProcess(tables).send(await openAccount(store, tables.accountsTable), LOOKUP);
  price = answer.json.meta.usage.tokens_billed;
});
afterAll(() => tables.stop());

const open = async (budget: Omit<Budget, 'researchCents'>) => {
  const terms = { requestsPerMinute: 30_000 };
  const opened = await openAccount(store, tables.accountsTable, { terms });
  const owner = { clientId: opened.client.clientId };
  valueOf(await setBudget(opened.store, owner, { ...budget, researchCents: null }, OPERATOR, NOON_MS));
  return opened;
};

describe('a key with a budget', () => {
  test('is answered for exactly as many Idempotency-Keys as its budget fits, among 200 concurrent requests with four of each', async () => {
    const opened = await open({ every: 'day', tokens: FIT * price + price - 1 });
    const { send } = openApiProcess(tables);
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, call) => {
        const key = `budget-key-${call % 50}`;
        return { key, answer: await send(opened, LOOKUP, { key }) };
      }),
    );
    const answered = new Set(answers.filter(({ answer }) => answer.statusCode === 200).map(({ key }) => key));
    expect(new Set(answers.map(({ answer }) => answer.statusCode))).toEqual(new Set([200, 402]));
    expect(answered.size).toBe(FIT);
    const usage = await new DynamoAccountReports(store, tables.accountsTable).readUsageHistory(
      opened.account.accountId,
    );
    expect(usage.periods.get('2026-11')?.tokens).toBe(FIT * price);
    expect(usage.counts?.get('2026-11')?.clients.get('00')?.tokens).toBe(FIT * price);
    for (const key of answered) expect((await send(opened, LOOKUP, { key })).statusCode).toBe(200);
  });

  test('gets a refusal with the budget, its use, the cost, the time and the person who can raise it, and free answers go on', async () => {
    const opened = await open({ every: 'day', tokens: price });
    const { send } = openApiProcess(tables);
    expect((await send(opened, LOOKUP, { key: null })).statusCode).toBe(200);
    const refused = await send(opened, LOOKUP, { key: null });
    expect([refused.statusCode, refused.json.errors[0].code]).toEqual([402, 'spending_cap_reached']);
    expect(refused.json.errors[0].message).toMatch(
      /^The budget of this key does not cover this call: \d+ of \d+ tokens are used today \(UTC\), 0 left, and the call would cost at least 1\. Nothing was charged\. Repeating this call is useless before the budget begins anew at 2026-11-19T00:00Z, unless an owner of the account raises the budget on the dashboard’s page Keys\. Free tools go on\.$/,
    );
    expect((await send(opened, MISS, { key: null })).statusCode).toBe(404);
    const usage = await send(opened, '/v1/usage', { key: null });
    expect(usage.json.meta.budget).toEqual({
      every: 'day',
      tokens: price,
      tokens_used: price,
      research_cents: null,
      research_used_cents: 0,
      resets_at: '2026-11-19T00:00:00Z',
    });
    expect(usage.json.data.message).toContain(
      `This key has used ${price} of ${price} tokens today; its budget begins anew at 2026-11-19T00:00Z.`,
    );
  });

  test('is refused research by the part: its cost, and as used what earlier parts of the call reserve', async () => {
    const opened = await openAccount(store, tables.accountsTable);
    const owner = { clientId: opened.client.clientId };
    valueOf(await setBudget(opened.store, owner, { every: 'day', tokens: null, researchCents: 20 }, OPERATOR, NOON_MS));
    const items = ['NEW-100', 'NEW-200'].map((mpn) => ({ manufacturer: 'Norvane', mpn }));
    const { json } = await openApiProcess(tables).send(opened, '/v1/enrichment', { body: { items } });
    expect(json.data.results.map(({ status }: { readonly status: string }) => status)).toEqual(['queued', 'refused']);
    expect(json.data.results[1].message).toBe(
      'The budget of this key does not cover this part: $0.15 of $0.20 for research are reserved or charged today (UTC), $0.05 left, and the part would cost $0.15. ' +
        'Nothing was charged for it. Repeating this part is useless before the budget begins anew at 2026-11-19T00:00Z, unless an owner of the account raises the budget on the dashboard’s page Keys. Free tools go on.',
    );
  });

  test('is one of its own: a key without one has none', async () => {
    const opened = await openAccount(store, tables.accountsTable);
    const usage = await openApiProcess(tables).send(opened, '/v1/usage', { key: null });
    expect(usage.json.meta.budget).toBeNull();
    expect(usage.json.data.message).not.toContain('budget');
  });
});
