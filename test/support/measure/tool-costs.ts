/**
 * Measures the storage cost of a call of each tool and a request of each endpoint, by the size of the index:
 * sequential round trips, capacity units as the engine reports them, and the cost of a million such calls. The second
 * call of each kind is measured, because an assistant's first one of the day writes a little more.
 */
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import { LIST_PRICES } from '../../../tools/docs/list-prices.ts';
import { API_ROUTES, type ApiRoute } from '../../../core/api/http-api/api-routes.ts';
import { ENDPOINT_TOOLS, inApiWords } from '../../../core/api/http-api/endpoints.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import type { JsonObject } from '../../../core/json.ts';
import { createV1Handler } from '../../../functions/v1/create-v1-handler.ts';
import { sampleItems } from '../../../local/demo/generate-demo-items.ts';
import { createSeededRandom } from '../../../local/demo/seeded-random.ts';
import { openAccount, type OpenedAccount } from '../fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../fixtures/catalog-rows.ts';
import { handlerDependencies, openHandler, type TestHandler } from '../service/handler-on-tables.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { callHandler } from '../service/gateway.ts';
import { openLoadedIndex, type LoadedIndex } from '../index/loaded-index.ts';
import { toolCall } from '../service/mcp-service.ts';
import { observe, type Observation } from '../stores/observed-client.ts';
import { openTables } from '../stores/tables.ts';

export interface ToolCost {
  readonly tool: string;
  readonly records: number;
  readonly roundTrips: number;
  readonly storageCalls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly usdPerMillion: number;
}

/**
 * List prices of us-east-1, on demand, without the free tier, compared with published lists on 2026-11-21: DynamoDB
 * per million request units (in force since 2024-11-01); API Gateway HTTP API and Lambda per million requests.
 * Lambda's price for time is omitted, because the duration of a call there is unknown before a deploy.
 */
export const USD_PER_MILLION = {
  readUnits: LIST_PRICES.dynamoDbMillionReadUnits,
  writeUnits: LIST_PRICES.dynamoDbMillionWriteUnits,
  gatewayRequests: LIST_PRICES.gatewayMillionRequests,
  lambdaRequests: LIST_PRICES.lambdaMillionRequests,
};

const CATALOG_ROWS = 40;

export async function measureToolCosts(sizes: readonly number[]): Promise<readonly ToolCost[]> {
  const everything = sampleItems(createSeededRandom(7), { count: Math.max(...sizes), firstNumber: 100_000 });
  const costs: ToolCost[] = [];
  for (const size of sizes) {
    const items = everything.slice(0, size);
    const index = await openLoadedIndex();
    await index.load(items);
    costs.push(...(await measureToolCostsIn(index, items)));
    await index.stop();
  }
  return costs;
}

/** Measures in an index of these items, which stays open. */
export async function measureToolCostsIn(
  index: LoadedIndex,
  items: readonly ItemRecord[],
): Promise<readonly ToolCost[]> {
  const tables = await openTables();
  const honest = testClient(tables.endpoint);
  const account = await openAccount(honest, tables.accountsTable, {
    nowMs: Date.now(),
    terms: { requestsPerMinute: 10_000 },
  });
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const productClient = index.client();
  const observed = observe(client, meterClient, productClient);
  const products = new DynamoItemIndex(productClient, index.tableName);
  const storage = { tables, client, meterClient };
  const changes = { ports: { index: products, researchQueue: { send: async () => undefined } } };
  const handler = openHandler(storage, changes);
  const log = {
    requestServed: () => undefined,
    internalError: (_: string, error: unknown) => void console.error(error),
  };
  const api = createV1Handler(handlerDependencies(storage, { ...changes, log }));
  const catalogId = await fillCatalog(new DynamoCatalogStore(honest, tables.accountsTable), account, items);
  const costs: ToolCost[] = [];
  // The misses of an account without research cost less, so all calls are measured with some.
  const asked = { manufacturer: items[0]?.manufacturer, part_number: 'ASKED-BEFORE' };
  await call(handler, account, 'request_enrichment', { items: [asked] });
  for (const [tool, argumentsOf] of callsOn(items, catalogId)) {
    await call(handler, account, tool, argumentsOf(1));
    observed.reset();
    await call(handler, account, tool, argumentsOf(2));
    costs.push(costOf(tool, items.length, observed));
  }
  for (const request of requestsOn(items, catalogId)) {
    await ask(api, account, request, 1);
    observed.reset();
    await ask(api, account, request, 2);
    costs.push(costOf(request.name, items.length, observed));
  }
  await tables.stop();
  return costs;
}

/**
 * Returns arguments that depend on the number of the call, because a call that changes data must not find an earlier
 * result.
 */
function callsOn(
  items: readonly ItemRecord[],
  catalogId: string,
): readonly (readonly [string, (call: number) => object])[] {
  const known = items.slice(0, 50).map(({ manufacturer, mpn }) => ({ manufacturer, part_number: mpn }));
  const [first] = items;
  const words = (first?.title ?? '').split(' ').slice(0, 2).join(' ');
  return [
    ['get_usage', () => ({})],
    ['lookup_part', () => known[0] ?? {}],
    ['lookup_part, with attributes', () => ({ ...known[0], include: ['attributes'] })],
    ['lookup_part, not found', () => ({ ...known[0], part_number: 'NO-SUCH-PART' })],
    [
      'lookup_part, not found, with attributes',
      () => ({ ...known[0], part_number: 'NO-SUCH-PART', include: ['attributes'] }),
    ],
    ['lookup_parts, 10', () => ({ items: known.slice(0, 10) })],
    ['lookup_parts, 50', () => ({ items: known })],
    ['lookup_parts, 50, with attributes', () => ({ items: known, include: ['attributes'] })],
    ['search_items, 10', () => ({ query: words, limit: 10 })],
    ['get_item', () => ({ item_id: first?.id })],
    ['list_my_catalogs', () => ({})],
    [`get_catalog_items, ${CATALOG_ROWS}`, () => ({ catalog_id: catalogId })],
    ['request_enrichment, 1 new', (number) => ({ items: [{ ...known[0], part_number: `NEW-${number}` }] })],
  ];
}

interface MeasuredRequest {
  readonly name: string;
  readonly route: ApiRoute;
  readonly argumentsOf: (call: number) => object;
  /** Arguments by the number of the call. */
  readonly keyOf?: (call: number) => string;
}

/**
 * Returns the same calls as requests of the HTTP API; a look-up also with an Idempotency-Key, and as the repeat of a
 * billed request.
 */
function requestsOn(items: readonly ItemRecord[], catalogId: string): readonly MeasuredRequest[] {
  const plain = callsOn(items, catalogId).map(([name, argumentsOf]): MeasuredRequest => {
    const [tool = ''] = name.split(',');
    const route = API_ROUTES.find((one) => ENDPOINT_TOOLS[one].name === tool);
    if (route === undefined) throw new Error(`${tool} has no endpoint.`);
    // A request that changes data must not find the result of the tool call either.
    return { name: inApiWords(name), route, argumentsOf: (call) => argumentsOf(call + 10) };
  });
  const [lookup, list] = [requestOf(plain, 'GET /v1/items/lookup'), requestOf(plain, 'POST /v1/items/lookup, 50')];
  const research = requestOf(plain, 'POST /v1/enrichment, 1 new');
  const keyed = [lookup, list, research].map((request) => ({
    ...request,
    name: `${request.name}, with a key`,
    argumentsOf: (call: number) => request.argumentsOf(call + 10),
    keyOf: (call: number) => `${request.name.replaceAll(/[^a-z0-9]/gi, '-')}-${call}`,
  }));
  return [
    ...plain,
    ...keyed,
    { ...lookup, name: `${lookup.name}, repeated with its key`, keyOf: () => 'the-same-key' },
  ];
}

function requestOf(requests: readonly MeasuredRequest[], name: string): MeasuredRequest {
  const found = requests.find((one) => one.name === name);
  if (found === undefined) throw new Error(`Nothing is named ${name}.`);
  return found;
}

async function ask(
  api: unknown,
  { client, secret }: OpenedAccount,
  { name, route, argumentsOf, keyOf }: MeasuredRequest,
  number: number,
): Promise<void> {
  const [method = '', path = ''] = route.split(' ');
  const args = JSON.parse(JSON.stringify(argumentsOf(number)).replaceAll('"part_number"', '"mpn"')) as JsonObject;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, variable: string) => String(args[variable]));
  const query = Object.entries(args).flatMap(([each, value]) =>
    path.includes(`{${each}}`) ? [] : [[each, String(value)]],
  );
  const isPost = method === 'POST';
  const { statusCode, body } = await callHandler(api, {
    method,
    path: filled,
    query: isPost ? '' : new URLSearchParams(query).toString(),
    headers: {
      authorization: `Bearer ${client.clientId}:${secret}`,
      ...(isPost && { 'content-type': 'application/json' }),
      ...(keyOf !== undefined && { 'idempotency-key': keyOf(number) }),
    },
    ...(isPost && { body: JSON.stringify(args) }),
  });
  const isRight = name.includes('not found') ? statusCode === 404 : statusCode < 300;
  if (!isRight) throw new Error(`${name} was answered ${statusCode}: ${body}`);
}

async function call(
  handler: TestHandler,
  { client, secret }: OpenedAccount,
  named: string,
  args: object,
): Promise<void> {
  const [tool = ''] = named.split(',');
  const { headers, body } = toolCall(tool, args, `${client.clientId}:${secret}`);
  const sent = { 'content-type': 'application/json', ...headers };
  const answer = await callHandler((event: never) => handler.invoke(event), {
    method: 'POST',
    path: '/mcp',
    headers: sent,
    body: JSON.stringify(body),
  });
  const answered = (answer.json as { result?: { structuredContent?: unknown } }).result?.structuredContent;
  if (answered === undefined) throw new Error(`${named} was not answered: ${answer.body}`);
}

function costOf(tool: string, records: number, observed: Observation): ToolCost {
  const [readUnits, writeUnits] = [observed.readUnits(), observed.writeUnits()];
  const units = readUnits * USD_PER_MILLION.readUnits + writeUnits * USD_PER_MILLION.writeUnits;
  return {
    tool,
    records,
    roundTrips: observed.depth(),
    storageCalls: observed.calls.length,
    readUnits,
    writeUnits,
    usdPerMillion: units + USD_PER_MILLION.gatewayRequests + USD_PER_MILLION.lambdaRequests,
  };
}

async function fillCatalog(
  store: DynamoCatalogStore,
  { account }: OpenedAccount,
  items: readonly ItemRecord[],
): Promise<string> {
  const catalog = await newCatalog(store, account.accountId);
  const rows = items
    .slice(0, CATALOG_ROWS)
    .map(({ id }, at) => catalogRow(at + 1, { outcome: 'cache_hit', itemId: id }));
  const [from, to] = [0, CATALOG_ROWS].map((at) => ({ rows: at, bytes: at }));
  if (from === undefined || to === undefined) throw new Error('A catalog has a beginning and an end.');
  await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows });
  return catalog.catalogId;
}
