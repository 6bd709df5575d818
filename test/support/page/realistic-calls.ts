/**
 * Writes the log of a realistic account: a day's calls of its keys, some of them refused, and calls of earlier days.
 */
import { createHash } from 'node:crypto';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/time.ts';
import { requestLine, type LoggedCall } from '../fixtures/request-lines.ts';
import type { PageInterface } from '../service/page-interface.ts';
import { SHOWN_MS } from './realistic-account.ts';

type Call = Omit<LoggedCall, 'account' | 'atMs' | 'client'> & {
  readonly agoMs: number;
  /** The beginning of the key's name. */
  readonly by: string;
};

const ANSWERED = { outcome: 'answered' } as const;
const PART = 'manufacturer: 17 characters, part_number: 7 characters';

const CALLS: readonly Call[] = [
  {
    ...ANSWERED,
    agoMs: 2 * MINUTE_MS,
    by: 'Claude',
    tool: 'lookup_part',
    asked: PART,
    found: 1,
    tokensBilled: 164,
    requestId: 'req_Qx81mT4vB2kLp0sWn7Za',
  },
  {
    ...ANSWERED,
    agoMs: 2 * MINUTE_MS + 5_000,
    by: 'Claude',
    tool: 'search_items',
    asked: 'query: 23 characters, limit: number',
    found: 5,
    tokensBilled: 1_740,
  },
  { ...ANSWERED, agoMs: 18 * MINUTE_MS, by: 'ChatGPT', tool: 'lookup_part', asked: PART, found: 0 },
  { ...ANSWERED, agoMs: 18 * MINUTE_MS + 9_000, by: 'ChatGPT', tool: 'request_enrichment', asked: 'items: 1 entry' },
  {
    ...{ agoMs: 25 * MINUTE_MS, by: 'متجر', service: 'v1', tool: 'lookup_parts', asked: 'items: 62 entries' },
    ...{
      outcome: 'batch_too_large',
      told: 'The call names 62 parts; your plan allows 50 per call. Split the batch.',
      why: { limit: 50, limitOf: 'parts a call', asked: 62 },
    },
  },
  {
    ...{ agoMs: 32 * MINUTE_MS, by: 'ERP', tool: 'request_enrichment', asked: 'items: 4 entries' },
    ...{
      outcome: 'insufficient_scope',
      told: 'This key or token may not ask for research. An owner can make a key with the permission Spend (enrich:write).',
      why: { scopeNeeded: 'enrich:write', scopesHeld: 'items:read items:search usage:read' },
    },
  },
  {
    ...{ agoMs: 51 * MINUTE_MS, by: 'ChatGPT', tool: 'lookup_part', asked: 'gtin: 13 characters' },
    ...{
      outcome: 'invalid_parameter',
      told: 'gtin: wrong check digit: the last digit is 7, expected 4. Check the number.',
      why: { field: 'gtin' },
    },
  },
  {
    ...{ agoMs: 3 * HOUR_MS, by: 'Claude', rpcMethod: 'resources/list', outcome: 'unknown_method' },
  },
  {
    ...ANSWERED,
    agoMs: 12 * HOUR_MS,
    by: 'ERP',
    tool: 'lookup_parts',
    asked: 'items: 50 entries',
    found: 48,
    tokensBilled: 8_112,
  },
  {
    ...ANSWERED,
    agoMs: 12 * HOUR_MS + MINUTE_MS,
    by: 'BOM',
    tool: 'get_item',
    asked: 'item_id: 12 characters',
    found: 1,
  },
];

/** The number of earlier nights with a synchronization. */
const NIGHTS = 6;
const CALLS_A_NIGHT = 60;

/** @returns the client id of each key, by its name */
export async function logRealisticCalls(
  { client, tables, callLogs }: PageInterface,
  accountId: string,
  calls: readonly Call[] = CALLS,
): Promise<ReadonlyMap<string, string>> {
  const store = new DynamoAdministrationStore(client, tables.accountsTable);
  const clients = await store.listClients(accountId);
  const idOf = (name: string) => clients.find((one) => one.name.startsWith(name))?.clientId ?? name;
  for (const { agoMs, by, service = 'mcp', ...call } of calls) {
    const made = {
      requestId: requestIdOf(agoMs),
      service,
      account: accountId,
      client: idOf(by),
      atMs: SHOWN_MS - agoMs,
    };
    callLogs.write(service === 'v1' ? 'V1Logs' : 'McpLogs', requestLine({ ...made, ...call }));
  }
  for (let night = 1; night <= NIGHTS; night += 1)
    for (let index = 0; index < CALLS_A_NIGHT; index += 1)
      callLogs.write(
        'McpLogs',
        requestLine({
          ...{
            account: accountId,
            client: idOf('ERP'),
            atMs: SHOWN_MS - night * DAY_MS - 12 * HOUR_MS - index * 4_000,
          },
          ...{
            tool: 'lookup_parts',
            asked: 'items: 50 entries',
            outcome: 'answered',
            found: 50,
            tokensBilled: 8_000 + index,
          },
        }),
      );
  return new Map(clients.map(({ name, clientId }) => [name, clientId]));
}

/** Returns a request id that is the same in every picture. */
function requestIdOf(seed: number): string {
  const text = createHash('sha256')
    .update(String(seed))
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '');
  return `req_${text.slice(0, 20)}`;
}
