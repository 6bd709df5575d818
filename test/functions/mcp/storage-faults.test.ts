/**
 * Every tool, with every fault at every storage call. The answer is right, or the documented error that is safe to
 * retry, within the function's time limit. The money is exact: an answer is billed once, a failed call at most once,
 * and a part is never reserved twice, even if it is requested repeatedly.
 */
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { PeriodUsage } from '../../../core/billing/accounts/usage.ts';
import { RESEARCH_PRICE_NANO_USD } from '../../../core/money.ts';
import { openAccount, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { openHandler } from '../../support/service/handler-on-tables.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { injectFaults, type Fault, type FaultPlan } from '../../support/stores/faulty-client.ts';
import { callHandler, type HandlerAnswer } from '../../support/service/gateway.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { toolCall } from '../../support/service/mcp-service.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

const TIME_LIMIT_MS = 15_000;
const KNOWN = { manufacturer: 'Norvane', part_number: 'NV-7805/2.5' };

const FAULTS: readonly (readonly [string, Fault])[] = [
  ['throttled', 'throttled'],
  ['throttling', 'throttling'],
  ['a conflict', 'conflict'],
  ['a time-out', 'timeout'],
  ['a reset', 'reset'],
  ['an answer that timed out', 'answer-timed-out'],
  ['an answer that was lost', 'answer-lost'],
  ['a row left unprocessed', { unprocessed: 1 }],
  ['a slow answer', { slowMs: 120 }],
];

interface Situation {
  readonly catalogId: string;
  /** Returns a part that no account has requested yet. */
  readonly newPart: string;
}

const TOOLS: readonly (readonly [string, (situation: Situation) => object])[] = [
  ['get_usage', () => ({})],
  ['lookup_part', () => KNOWN],
  ['lookup_parts', () => ({ items: [KNOWN, { manufacturer: 'Norvane', part_number: 'NV-1' }] })],
  ['search_items', () => ({ query: 'regulator', manufacturer: 'Norvane' })],
  ['get_item', () => ({ item_id: REGULATOR.id })],
  ['list_my_catalogs', () => ({})],
  ['get_catalog_items', ({ catalogId }) => ({ catalog_id: catalogId })],
  ['request_enrichment', ({ newPart }) => ({ items: [KNOWN, { manufacturer: 'Norvane', part_number: newPart }] })],
];

let tables: OpenTables;
let honest: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  honest = testClient(tables.endpoint);
  valueOf(await new DynamoItemWriter(honest, tables.productIndexTable).writeItem(REGULATOR));
});
afterAll(async () => {
  honest.destroy();
  await tables.stop();
});

describe.each(FAULTS)('%s', (_, fault) => {
  test.concurrent.each(TOOLS)('at every storage call of %s causes no wrong answer', async (tool, argumentsOf) => {
    const terms = { requestsPerMinute: 10_000 };
    const account = await openAccount(honest, tables.accountsTable, { nowMs: Date.now(), terms });
    const catalogId = await catalogOf(account);
    const clean = await serve(account, tool, argumentsOf({ catalogId, newPart: 'NEW-0' }), () => undefined);
    expect(clean.answer.json.result?.structuredContent, clean.answer.body).toBeDefined();
    for (let call = 1; call <= clean.calls; call += 1) {
      const args = argumentsOf({ catalogId, newPart: `NEW-${call}` });
      const before = await usageOf(account);
      const { answer } = await serve(account, tool, args, ({ call: at }) => (at === call ? fault : undefined));
      const billed = (await usageOf(account)).tokens - before.tokens;
      judge(answer, clean.answer, billed, `call ${call}`);
      if (tool === 'request_enrichment') await askAgain(account, args, before);
    }
  });
});

/** Runs one call on new clients, as a new process would. */
async function serve(
  { client, secret }: OpenedAccount,
  tool: string,
  args: object,
  plan: FaultPlan,
): Promise<{ answer: HandlerAnswer; calls: number }> {
  // The SDK waits as usual, because its waits count toward the time limit.
  const store = testClient(tables.endpoint, { waits: true });
  const meterClient = testClient(tables.endpoint, { maxAttempts: 1 });
  const faults = injectFaults(plan, store, meterClient);
  const ports = { researchQueue: { send: async () => undefined } };
  const handler = openHandler({ tables, client: store, meterClient }, { ports });
  const startMs = performance.now();
  const { headers, body } = toolCall(tool, args, `${client.clientId}:${secret}`);
  const sent = {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const answer = await callHandler((event: APIGatewayProxyEventV2) => handler.invoke(event), sent);
  expect(performance.now() - startMs).toBeLessThan(TIME_LIMIT_MS);
  store.destroy();
  meterClient.destroy();
  return { answer, calls: faults.callCount };
}

function judge(answer: HandlerAnswer, clean: HandlerAnswer, billed: number, where: string): void {
  const tokens = Number(clean.json.result._meta['com.service/usage'].tokens_billed);
  if (answer.statusCode === 200) {
    expect(contentOf(answer), where).toEqual(contentOf(clean));
    expect(billed, where).toBe(tokens);
    return;
  }
  expect(answer.statusCode, where).toBe(500);
  expect(answer.json.error, where).toMatchObject({ code: -32603, data: { errors: [{ code: 'internal_error' }] } });
  expect([0, tokens], where).toContain(billed);
}

/** Returns the response without the values that always differ: times, and the figures of the current period. */
function contentOf({ json }: HandlerAnswer): unknown {
  const text = JSON.stringify(json.result?.structuredContent ?? json);
  const usage = /"(tokens_used|tokens_overage|records_estimate_remaining)":\d+/g;
  return JSON.parse(text.replace(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time').replace(usage, '"$1":0')) as unknown;
}

/** After any outcome of the call, a repeat finds the part queued and one price reserved for it, not two. */
async function askAgain(account: OpenedAccount, args: object, before: PeriodUsage): Promise<void> {
  const again = await serve(account, 'request_enrichment', args, () => undefined);
  expect(again.answer.json.result.structuredContent.results[1]).toMatchObject({ status: 'queued' });
  const after = await usageOf(account);
  expect(after.reservedNanoUsd - before.reservedNanoUsd).toBe(RESEARCH_PRICE_NANO_USD);
  const owed = after.tokens * after.priceNanoUsdPerToken + after.researchNanoUsd;
  expect(after.committedNanoUsd).toBe(owed);
}

async function usageOf({ account }: OpenedAccount): Promise<PeriodUsage> {
  const reports = new DynamoAccountReports(honest, tables.accountsTable);
  const [usage] = (await reports.readUsageHistory(account.accountId)).periods.values();
  return usage ?? ({ tokens: 0, reservedNanoUsd: 0 } as PeriodUsage);
}

async function catalogOf({ account }: OpenedAccount): Promise<string> {
  const store = new DynamoCatalogStore(honest, tables.accountsTable);
  const catalog = await newCatalog(store, account.accountId, 'Faulty');
  const rows = [catalogRow(1, { outcome: 'cache_hit', itemId: REGULATOR.id }), catalogRow(2)];
  const [from, to] = [
    { rows: 0, bytes: 0 },
    { rows: 2, bytes: 2 },
  ];
  await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  return catalog.catalogId;
}
