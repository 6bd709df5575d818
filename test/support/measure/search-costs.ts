/**
 * Measures the storage cost of a search by the share of items that match and by the size of the index, through the MCP
 * function on the embedded engine. Units and requests are those of the product index only; round trips are those of the
 * whole call.
 */
import { DynamoItemIndex } from '../../../adapters/dynamodb/index/dynamo-item-index.ts';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { addToVocabulary } from '../../../adapters/dynamodb/index/vocabulary-rows.ts';
import { termsOf, wordsAmong, type SearchCriteria } from '../../../core/index/search/search-terms.ts';
import { WordCounter } from '../../../core/index/words/vocabulary.ts';
import { openAccount, type OpenedAccount } from '../fixtures/accounts.ts';
import { openHandler, type TestHandler } from '../service/handler-on-tables.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { callHandler } from '../service/gateway.ts';
import { openLoadedIndex, type LoadedIndex } from '../index/loaded-index.ts';
import { toolCall } from '../service/mcp-service.ts';
import { longestChain, observe, type Observation } from '../stores/observed-client.ts';
import { openTables } from '../stores/tables.ts';
import { sampleSearchRecords } from './search-records.ts';
import { searchesBySelectivity } from './searches-by-selectivity.ts';
import { spreadOf, type Spread } from './spread.ts';

export interface SearchCost {
  readonly search: string;
  readonly records: number;
  readonly searches: number;
  /** The sequential round trips of the whole call. */
  readonly roundTrips: Spread;
  readonly requests: Spread;
  readonly readUnits: Spread;
  /** The pages after the first, if there are any. */
  readonly laterReadUnits?: Spread;
  /** The number of pages that the budget of reads ended. */
  readonly cutShort: number;
}

/** An eventually consistent read that finds nothing; the engine counts it as nothing, like Amazon's own emulator. */
const MIN_READ_UNITS = 0.5;

/** The number of later pages that are measured for each search. */
const LATER_PAGES = 3;

interface MeasuredCall {
  readonly roundTrips: number;
  readonly requests: number;
  readonly readUnits: number;
  readonly isCutShort: boolean;
}

/** @param onSize receives the results so far: the largest index takes most of an hour */
export async function measureSearchCosts(
  sizes: readonly number[],
  searches: number,
  onSize: (costs: readonly SearchCost[]) => void = () => undefined,
): Promise<readonly SearchCost[]> {
  const everything = sampleSearchRecords(Math.max(...sizes));
  const costs: SearchCost[] = [];
  for (const size of sizes) {
    const items = everything.slice(0, size);
    const index = await openLoadedIndex();
    await index.load(items);
    await loadVocabulary(index, items);
    costs.push(...(await measureSearchCostsIn(index, items, searches)));
    await index.stop();
    onSize(costs);
  }
  return costs;
}

/** Adds the vocabulary as an import does. */
export async function loadVocabulary(index: LoadedIndex, items: readonly ItemRecord[]): Promise<void> {
  const counter = new WordCounter();
  for (const item of items) counter.count(wordsAmong(termsOf(item)));
  await addToVocabulary(index.client(), index.tableName, counter.counts());
}

/** Measures in an index of these items, which stays open. */
export async function measureSearchCostsIn(
  index: LoadedIndex,
  items: readonly ItemRecord[],
  searches: number,
): Promise<readonly SearchCost[]> {
  const tables = await openTables();
  const account = await openAccount(testClient(tables.endpoint), tables.accountsTable, {
    nowMs: Date.now(),
    terms: { requestsPerMinute: 10_000 },
  });
  const [client, meterClient] = [testClient(tables.endpoint), testClient(tables.endpoint, { maxAttempts: 1 })];
  const productClient = index.client();
  const [accounts, products] = [observe(client, meterClient), observe(productClient)];
  const productIndex = new DynamoItemIndex(productClient, index.tableName);
  const handler = openHandler({ tables, client, meterClient }, { ports: { index: productIndex } });
  // An assistant's first call of the day writes a little more.
  await call(handler, account, { manufacturer: 'nobody' });
  const costs: SearchCost[] = [];
  for (const [search, asked] of searchesBySelectivity(items, searches)) {
    const calls: MeasuredCall[] = [];
    const laterCalls: MeasuredCall[] = [];
    for (const criteria of asked) {
      let cursor: string | null | undefined;
      for (let page = 0; page <= LATER_PAGES && cursor !== null; page += 1) {
        accounts.reset();
        products.reset();
        const answer = await call(handler, account, { ...criteria, ...(cursor !== undefined && { cursor }) });
        (page === 0 ? calls : laterCalls).push({ ...measured(accounts, products), isCutShort: answer.isCutShort });
        cursor = answer.next;
      }
    }
    costs.push(costOf(search, items.length, calls, laterCalls));
  }
  await tables.stop();
  return costs;
}

/** @returns whether the budget of reads ended the page, and its cursor */
async function call(
  handler: TestHandler,
  { client, secret }: OpenedAccount,
  criteria: SearchCriteria & { readonly cursor?: string },
): Promise<{ readonly isCutShort: boolean; readonly next: string | null }> {
  const { headers, body } = toolCall('search_items', criteria, `${client.clientId}:${secret}`);
  const answer = await callHandler((event: never) => handler.invoke(event), {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const { result } = answer.json as {
    result?: { structuredContent?: { next_cursor: string | null }; content: [{ text: string }] };
  };
  if (result?.structuredContent === undefined) throw new Error(`${JSON.stringify(criteria)}: ${answer.body}`);
  return {
    isCutShort: result.content[0].text.includes('reading budget'),
    next: result.structuredContent.next_cursor,
  };
}

function measured(accounts: Observation, products: Observation): Omit<MeasuredCall, 'isCutShort'> {
  return {
    roundTrips: longestChain([...accounts.calls, ...products.calls]),
    requests: products.calls.length,
    readUnits: products.calls.reduce((sum, { readUnits }) => sum + Math.max(readUnits, MIN_READ_UNITS), 0),
  };
}

function costOf(
  search: string,
  records: number,
  calls: readonly MeasuredCall[],
  laterCalls: readonly MeasuredCall[],
): SearchCost {
  return {
    search,
    records,
    searches: calls.length,
    roundTrips: spreadOf(calls.map(({ roundTrips }) => roundTrips)),
    requests: spreadOf(calls.map(({ requests }) => requests)),
    readUnits: spreadOf(calls.map(({ readUnits }) => readUnits)),
    ...(laterCalls.length > 0 && { laterReadUnits: spreadOf(laterCalls.map(({ readUnits }) => readUnits)) }),
    cutShort: calls.filter(({ isCutShort }) => isCutShort).length,
  };
}
