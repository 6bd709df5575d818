/**
 * The plan's rate limit and the spending cap with concurrent calls of every kind, through handlers whose clocks
 * differ by up to two seconds around a change of minute. A minute is that of the handler's clock.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { createClient } from '../../../../core/access/administration/administer-clients.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { createMcpHandler } from '../../../../functions/mcp/create-mcp-handler.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../../support/fixtures/accounts.ts';
import { callHandler } from '../../../support/service/gateway.ts';
import { recordOf } from '../../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService, type WireRequest } from '../../../support/service/mcp-service.ts';

const RELAY = recordOf({ id: 'itm_Relay001', manufacturer: 'Norvane', mpn: 'RL-1', title: 'Relay' });
const FOUND: readonly [string, unknown][] = [
  ['lookup_part', { manufacturer: 'Norvane', part_number: 'RL-1' }],
  ['get_item', { item_id: RELAY.id }],
  ['lookup_parts', { items: [{ manufacturer: 'Norvane', part_number: 'RL-1' }] }],
];
const FREE: readonly [string, unknown][] = [
  ['lookup_part', { manufacturer: 'Norvane', part_number: 'RL-404' }],
  ['get_usage', {}],
  ['get_item', { item_id: 'itm_00000000' }],
  ['lookup_part', { part_number: 'no manufacturer' }],
];
const CLOCKS_MS = [-2_000, -1_000, 0, 1_000, 2_000];
/** `BURST_CALLS=2000` takes minutes. */
const SIZES = [Number(process.env['BURST_CALLS'] ?? 200)];

let service: McpService;
let handlers: readonly { readonly nowMs: number; readonly handler: ReturnType<typeof createMcpHandler> }[];
beforeAll(async () => {
  service = await startMcpService();
  valueOf(await service.writer.writeItem(RELAY));
  handlers = CLOCKS_MS.map((offMs) => {
    // The middle clock is a second before the change: two of the five are already past it.
    const nowMs = NOON_MS - 1_000 + offMs;
    return { nowMs, handler: createMcpHandler({ ...service.dependencies, clock: { nowMs: () => nowMs } }) };
  });
});
afterAll(() => service.stop());

interface Outcome {
  readonly minute: number;
  /** Returns `served`, or the code of the refusal. */
  readonly code: string;
  readonly tokens: number;
}

async function outcomeOf(place: number, request: WireRequest): Promise<Outcome> {
  const { nowMs, handler } = handlers[place % handlers.length] as (typeof handlers)[number];
  const { json } = await callHandler(handler, {
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', ...request.headers },
    body: JSON.stringify(request.body),
  });
  if (json.result === undefined)
    throw new Error(`An internal error: ${service.logged.filter((line) => line.includes('stack')).at(-1)}`);
  const { _meta } = json.result;
  return {
    minute: Math.floor(nowMs / 60_000),
    code: (_meta['com.service/error']?.code as string | undefined) ?? 'served',
    tokens: _meta['com.service/usage'].tokens_billed as number,
  };
}

/** Makes this many concurrent calls, of the given kinds in turn, through all clocks. */
async function callAtOnce(count: number, kinds: readonly [string, unknown][], credentials: readonly string[]) {
  const calls = Array.from({ length: count }, (_, place) => {
    const [tool, args] = kinds[Math.floor(place / handlers.length) % kinds.length] as [string, unknown];
    return outcomeOf(place, toolCall(tool, args, credentials[Math.floor(place / 35) % credentials.length]));
  });
  return Promise.all(calls);
}

const tokensOf = (outcomes: readonly Outcome[]) => outcomes.reduce((sum, { tokens }) => sum + tokens, 0);
const countOf = (outcomes: readonly Outcome[], code: string) =>
  outcomes.filter((outcome) => outcome.code === code).length;

async function usedTokens(accountId: string): Promise<number> {
  const reports = new DynamoAccountReports(service.store, service.tables.accountsTable);
  return (await reports.readUsageHistory(accountId)).periods.get('2026-11')?.tokens ?? 0;
}

const open = (wanted: Parameters<typeof openAccount>[2]) =>
  openAccount(service.store, service.tables.accountsTable, wanted);

/** An account whose cap pays for exactly `calls` look-ups of a cent each. */
async function openCapped(calls: number, requestsPerMinute: number) {
  const probe = await open({});
  const { tokens } = await outcomeOf(
    0,
    toolCall(...(FOUND[0] as [string, unknown]), `${probe.client.clientId}:${probe.secret}`),
  );
  const terms = { tokensIncluded: 0, overagePriceNanoUsdPerToken: Math.floor(10_000_000 / tokens), requestsPerMinute };
  return open({ terms, spendingCapCents: calls });
}

describe.each(SIZES)(
  '%i concurrent mixed calls over a change of minute, with clocks off by two seconds',
  { timeout: 900_000 },
  (count) => {
    test('on a cap for 37: 37 are served and billed, the free ones pass, the sum is exact', async () => {
      const { account, client, secret } = await openCapped(37, 30_000);
      const kinds = [FOUND[0], FREE[0], FOUND[0], FREE[1]] as readonly [string, unknown][];
      const outcomes = await callAtOnce(count, kinds, [`${client.clientId}:${secret}`]);
      const billed = outcomes.filter(({ tokens }) => tokens > 0);
      expect(billed).toHaveLength(37);
      expect(countOf(outcomes, 'served')).toBe(37 + count / 2);
      expect(countOf(outcomes, 'spending_cap_reached')).toBe(count / 2 - 37);
      expect(await usedTokens(account.accountId)).toBe(tokensOf(outcomes));
    });

    test('on a rate limit of 120 that live and trial keys share: 120 pass in each minute, and what was served is billed', async () => {
      const { account, client, secret, store } = await open({ terms: { requestsPerMinute: 120 } });
      const { accountId } = account;
      const trial = valueOf(
        await createClient(store, { accountId, kind: 'trial', name: 'Trial', scopes: SCOPES }, OPERATOR, NOON_MS),
      );
      const keys = [
        `${client.clientId}:${secret}`,
        `${client.clientId}:${secret}`,
        `${trial.client.clientId}:${trial.secret}`,
      ];
      const outcomes = await callAtOnce(count, [...FOUND, ...FREE], keys);
      for (const minute of new Set(outcomes.map((outcome) => outcome.minute))) {
        const inMinute = outcomes.filter((outcome) => outcome.minute === minute);
        const passed = inMinute.filter(({ code }) => code !== 'rate_limited');
        expect([minute, passed.length]).toEqual([minute, Math.min(120, inMinute.length)]);
      }
      expect(new Set(outcomes.map(({ minute }) => minute)).size).toBe(2);
      expect(outcomes.filter(({ code, tokens }) => code !== 'served' && tokens > 0)).toEqual([]);
      expect(await usedTokens(accountId)).toBe(tokensOf(outcomes));
    });

    test('on both: at most 37 are billed and exactly 120 pass in each minute, including those refused for the cap', async () => {
      const { account, client, secret } = await openCapped(37, 120);
      const outcomes = await callAtOnce(count, [FOUND[0], FOUND[0], FREE[1]] as never, [
        `${client.clientId}:${secret}`,
      ]);
      for (const minute of new Set(outcomes.map((outcome) => outcome.minute))) {
        const inMinute = outcomes.filter((outcome) => outcome.minute === minute);
        const passed = inMinute.filter(({ code }) => code !== 'rate_limited');
        expect([minute, passed.length]).toEqual([minute, Math.min(120, inMinute.length)]);
      }
      expect(outcomes.filter(({ tokens }) => tokens > 0)).toHaveLength(37);
      expect(await usedTokens(account.accountId)).toBe(tokensOf(outcomes));
    });
  },
);
