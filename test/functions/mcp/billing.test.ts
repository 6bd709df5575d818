/**
 * Money through the MCP function: the customer can recompute each bill, and no concurrency or state makes it wrong.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoCatalogStore } from '../../../adapters/dynamodb/catalogs/dynamo-catalog-store.ts';
import { listConnectedAssistants } from '../../../core/access/assistants/list-assistants.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { catalogRow, newCatalog } from '../../support/fixtures/catalog-rows.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly _meta: {
    readonly 'com.service/usage': {
      readonly tokens_billed: number;
      readonly tokens_used_this_period: number | null;
      readonly tokens_included: number | null;
      readonly records_estimate_remaining: number | null;
    };
    readonly 'com.service/error': {
      readonly code: string;
      readonly message: string;
      readonly upgrade_url?: string;
      readonly http_status: number;
    };
  };
}

interface Structured {
  readonly item?: unknown;
  readonly items?: readonly unknown[];
  readonly results?: readonly { readonly item: unknown }[];
  readonly found?: readonly { readonly item: unknown }[];
}

const LOOKUP = { manufacturer: 'Norvane', part_number: 'nv 7805/2.5' };
const ABSENT = { manufacturer: 'Norvane', part_number: 'none' };

let service: McpService;
let reports: DynamoAccountReports;

beforeAll(async () => {
  service = await startMcpService();
  reports = new DynamoAccountReports(service.store, service.tables.accountsTable);
  valueOf(await service.writer.writeItem(REGULATOR));
});
afterAll(() => service.stop());

const open = (wanted: Parameters<typeof openAccount>[2] = {}) =>
  openAccount(service.store, service.tables.accountsTable, wanted);
const call = async ({ client, secret }: OpenedAccount, tool: string, args: object = {}): Promise<ToolResult> => {
  const answer = await service.send(toolCall(tool, args, `${client.clientId}:${secret}`));
  // The error is part of the result, so that a failure shows more than a number.
  expect([answer.statusCode, service.logged.filter((line) => line.includes('"fault"')).at(-1)]).toEqual([
    200,
    undefined,
  ]);
  return (answer.json as { result: ToolResult }).result;
};
const usageOf = (result: ToolResult) => result._meta['com.service/usage'];
const errorOf = (result: ToolResult) => result._meta['com.service/error'];
const usedTokens = async ({ account }: OpenedAccount) =>
  (await reports.readUsageHistory(account.accountId)).periods.get('2026-11')?.tokens ?? 0;

/** Applies the documented rule as a customer would to a response. */
function recompute(items: readonly unknown[]): number {
  return items.reduce((sum: number, item) => sum + Math.ceil(Buffer.byteLength(JSON.stringify(item)) / 4), 0);
}

describe('the bill for a call', () => {
  test.each<[string, object, (structured: Structured) => readonly unknown[]]>([
    ['lookup_part', LOOKUP, ({ item }) => [item]],
    ['lookup_part', { ...LOOKUP, fields: ['title'] }, ({ item }) => [item]],
    ['lookup_part', { ...LOOKUP, include: ['attributes', 'media', 'keywords', 'sources'] }, ({ item }) => [item]],
    ['lookup_parts', { items: [LOOKUP, ABSENT] }, ({ found }) => (found ?? []).map(({ item }) => item)],
    ['get_item', { item_id: REGULATOR.id, include_sources: true }, ({ item }) => [item]],
    ['search_items', { query: 'regulator' }, ({ items }) => items ?? []],
    ['search_items', { query: 'regulator', fields: ['title'], include: ['media'] }, ({ items }) => items ?? []],
    [
      'request_enrichment',
      { items: [LOOKUP] },
      ({ results }) => (results ?? []).flatMap(({ item }) => (item === null ? [] : [item])),
    ],
    ['get_usage', {}, () => []],
    ['list_my_catalogs', {}, () => []],
  ])('of %s with %j can be recomputed from its structured content', async (tool, args, itemsOf) => {
    const opened = await open();
    const result = await call(opened, tool, args);
    const expected = recompute(itemsOf(result.structuredContent));
    expect(result.isError).toBeUndefined();
    expect(expected > 0).toBe(!['get_usage', 'list_my_catalogs'].includes(tool));
    expect(usageOf(result).tokens_billed).toBe(expected);
    expect(usageOf(result).tokens_used_this_period).toBe(expected);
    expect(await usedTokens(opened)).toBe(expected);
  });

  test('of get_catalog_items is zero, although its rows show items', async () => {
    const opened = await open();
    const store = new DynamoCatalogStore(service.store, service.tables.accountsTable);
    const catalog = await newCatalog(store, opened.account.accountId, 'Parts list');
    const [from, to] = [
      { rows: 0, bytes: 0 },
      { rows: 1, bytes: 1 },
    ] as const;
    const rows = [catalogRow(1, { outcome: 'cache_hit', itemId: REGULATOR.id })];
    expect(await store.appendRows({ ...catalog, into: 'importing', runId: 'run', from, to, rows })).toBe(true);
    const result = await call(opened, 'get_catalog_items', { catalog_id: catalog.catalogId });
    expect(result.structuredContent['rows']).toMatchObject([{ item: { id: REGULATOR.id } }]);
    expect(usageOf(result)).toMatchObject({ tokens_billed: 0, tokens_used_this_period: 0 });
    expect((await reports.readUsageHistory(opened.account.accountId)).periods.size).toBe(0);
  });

  test('reports the figures after the call, for a free call too', async () => {
    const opened = await open({ terms: { tokensIncluded: 5_000 } });
    const billed = usageOf(await call(opened, 'lookup_part', LOOKUP)).tokens_billed;
    const second = usageOf(await call(opened, 'lookup_part', LOOKUP));
    expect(second).toEqual({
      tokens_billed: billed,
      tokens_used_this_period: 2 * billed,
      tokens_included: 5_000,
      records_estimate_remaining: Math.floor((5_000 - 2 * billed) / billed),
    });
    expect(usageOf(await call(opened, 'get_usage'))).toEqual({ ...second, tokens_billed: 0 });
    expect((await call(opened, 'get_usage')).structuredContent).toMatchObject({
      tokens_used: 2 * billed,
      sandbox: false,
    });
  });

  test('serves 37 of 200 concurrent calls on a cap for 37, and refuses the rest with spending_cap_reached; the sum is exact', async () => {
    const probe = await open();
    const { tokens_billed: tokens } = usageOf(await call(probe, 'lookup_part', LOOKUP));
    // A look-up costs about a tenth of a cent: a cap of four cents pays for about 40, of which all but 37 are used
    // before.
    const overagePriceNanoUsdPerToken = Math.floor(1_000_000 / tokens);
    const spendingCapCents = 4;
    const fits = Math.floor((spendingCapCents * 10_000_000) / (tokens * overagePriceNanoUsdPerToken));
    const opened = await open({
      terms: { tokensIncluded: 0, overagePriceNanoUsdPerToken, requestsPerMinute: 10_000 },
      spendingCapCents,
    });
    for (let before = 0; before < fits - 37; before += 1) await call(opened, 'lookup_part', LOOKUP);
    const results = await Promise.all(Array.from({ length: 200 }, () => call(opened, 'lookup_part', LOOKUP)));
    const served = results.filter(({ isError }) => isError !== true);
    const refused = results.filter(({ isError }) => isError === true);
    expect(served).toHaveLength(37);
    expect(new Set(refused.map((result) => errorOf(result).code))).toEqual(new Set(['spending_cap_reached']));
    expect(refused.every((result) => result.structuredContent === undefined)).toBe(true);
    const sum = served.reduce((total, result) => total + usageOf(result).tokens_billed, 0);
    expect(sum).toBe(37 * tokens);
    expect(await usedTokens(opened)).toBe(sum + (fits - 37) * tokens);
    // The assistant's statistics count the calls and, once the refused ones are taken back, what was billed.
    const [assistant] = await listConnectedAssistants(reports, opened.account.accountId, NOON_MS);
    expect(assistant).toMatchObject({
      name: 'Test Assistant 3',
      callsLast30Days: fits - 37 + 200,
      tokensLast30Days: await usedTokens(opened),
    });
  });
});

describe('the five states that forbid billing', () => {
  const states: [string, () => Promise<OpenedAccount>][] = [
    ['no_active_plan', () => open({ planCode: null })],
    ['past_due', () => open({ billingState: 'past_due' })],
    ['trial_ended', () => open({ kind: 'trial', billingState: 'trial_ended' })],
    ['spending_cap_reached', () => open({ terms: { tokensIncluded: 0 }, spendingCapCents: 0 })],
    ['trial_limit_reached', () => open({ kind: 'trial', planCode: null, trialAllowanceItems: 0 })],
  ];

  test.each(states)(
    'refuse item data, with %s, but keep free tools and look-ups without a match',
    async (code, make) => {
      const opened = await make();
      for (const [tool, args] of [
        ['lookup_part', LOOKUP],
        ['lookup_parts', { items: [LOOKUP] }],
        ['get_item', { item_id: REGULATOR.id }],
      ] as const) {
        const refused = await call(opened, tool, args);
        expect(refused.isError).toBe(true);
        expect(errorOf(refused)).toMatchObject({ code, http_status: 402 });
        expect(refused.structuredContent).toBeUndefined();
        expect(usageOf(refused).tokens_billed).toBe(0);
        expect(errorOf(refused).upgrade_url).toBe(
          code === 'trial_limit_reached' ? 'https://dashboard.example.com/upgrade' : undefined,
        );
      }
      for (const [tool, args] of [
        ['get_usage', {}],
        ['list_my_catalogs', {}],
        ['lookup_part', ABSENT],
        ['lookup_parts', { items: [ABSENT] }],
      ] as const) {
        expect((await call(opened, tool, args)).isError).toBeUndefined();
      }
      expect(await usedTokens(opened)).toBe(0);
    },
  );

  test('name, for a cap, the spent amount and the end of the period', async () => {
    const opened = await open({ terms: { tokensIncluded: 0 }, spendingCapCents: 3 });
    let refused = await call(opened, 'lookup_part', LOOKUP);
    for (let calls = 0; calls < 50 && refused.isError !== true; calls += 1)
      refused = await call(opened, 'lookup_part', LOOKUP);
    const spent = (await usedTokens(opened)) * 30_000;
    expect(errorOf(refused).message).toContain(
      `Beyond the plan $${(spent / 1e9).toFixed(9).replace(/0{1,7}$/, '')} is spent of the spending cap of $0.03;`,
    );
    expect(errorOf(refused).message).toContain('The period ends 2026-12-01T00:00:00Z.');
  });

  test('end with the next call after the cap is raised', async () => {
    const opened = await open({ terms: { tokensIncluded: 0 }, spendingCapCents: 0 });
    expect(errorOf(await call(opened, 'lookup_part', LOOKUP)).code).toBe('spending_cap_reached');
    valueOf(await setAccount(opened.store, opened.account.accountId, { spendingCapCents: 500 }, OPERATOR, NOON_MS));
    expect((await call(opened, 'lookup_part', LOOKUP)).isError).toBeUndefined();
  });
});

describe('a reserve for research', () => {
  const parts = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ manufacturer: 'Norvane', part_number: `RESERVED-${index}` }));
  const message = async (opened: OpenedAccount) => (await call(opened, 'get_usage')).structuredContent['message'];

  test('makes get_usage report the cap as near, then as reached, with nothing spent yet', async () => {
    const opened = await open({ spendingCapCents: 60 });
    expect(await message(opened)).toMatch(
      /^Beyond the plan \$0\.00 is spent of the spending cap of \$0\.60; \$0\.60 is left\./,
    );
    await call(opened, 'request_enrichment', { items: parts(3) });
    expect(await message(opened)).toMatch(
      /^Beyond the plan \$0\.00 is spent and \$0\.45 reserved for research under way of the spending cap of \$0\.60; \$0\.15 is left\./,
    );
    await setAccount(opened.store, opened.account.accountId, { spendingCapCents: 50 }, OPERATOR, NOON_MS);
    expect(await message(opened)).toMatch(/^The spending cap is near\. .*\$0\.05 is left\./);
    await setAccount(opened.store, opened.account.accountId, { spendingCapCents: 60 }, OPERATOR, NOON_MS);
    await call(opened, 'request_enrichment', { items: parts(4) });
    expect(await message(opened)).toMatch(
      /^The spending cap is reached: calls.*\$0\.60 reserved for research under way of the spending cap of \$0\.60; \$0\.00 is left/,
    );
    const [refused] = (
      await call(opened, 'request_enrichment', {
        items: [{ manufacturer: 'Norvane', part_number: 'ONE-MORE' }, LOOKUP],
      })
    ).structuredContent['results'] as { message: string }[];
    expect(refused?.message).toContain('$0.60 reserved for research under way of the spending cap of $0.60');
  });
});

describe('a trial key', () => {
  test('counts items to the last of the allowance, and is billed no tokens', async () => {
    const opened = await open({ kind: 'trial', planCode: null, trialAllowanceItems: 2 });
    const first = usageOf(await call(opened, 'lookup_part', LOOKUP));
    expect(first).toEqual({
      tokens_billed: 0,
      tokens_used_this_period: null,
      tokens_included: null,
      records_estimate_remaining: 1,
    });
    expect((await call(opened, 'lookup_parts', { items: [ABSENT, LOOKUP] })).isError).toBeUndefined();
    expect(errorOf(await call(opened, 'lookup_part', LOOKUP)).code).toBe('trial_limit_reached');
  });
});

describe('the limits of a plan', () => {
  test('refuse a batch above the plan’s size with batch_too_large, free of charge', async () => {
    const opened = await open({ terms: { batchSize: 3 } });
    expect((await call(opened, 'lookup_parts', { items: [LOOKUP, LOOKUP, LOOKUP] })).isError).toBeUndefined();
    const before = await usedTokens(opened);
    const refused = await call(opened, 'lookup_parts', { items: [LOOKUP, LOOKUP, LOOKUP, LOOKUP] });
    expect(errorOf(refused).code).toBe('batch_too_large');
    expect(await usedTokens(opened)).toBe(before);
  });

  test('on requests per minute are shared by all live keys of the account; test keys have 60 each', async () => {
    const opened = await open({ terms: { requestsPerMinute: 10 } });
    const codes: (string | undefined)[] = [];
    for (let sent = 0; sent < 12; sent += 1) {
      const result = await call(opened, 'get_usage');
      codes.push(result.isError === true ? errorOf(result).code : undefined);
    }
    expect(codes).toEqual([...Array<undefined>(10).fill(undefined), 'rate_limited', 'rate_limited']);
  });
});

describe('ten times the rate limit for a minute', () => {
  test('gets exactly the allowed calls served, and rate_limited for the others', async () => {
    const flooded = await startMcpService({ addressLimitPerMinute: 240 });
    const start = NOON_MS;
    flooded.observed.reset();
    const opened = await openAccount(flooded.store, flooded.tables.accountsTable, { terms: { requestsPerMinute: 60 } });
    const request = toolCall('get_usage', {}, `${opened.client.clientId}:${opened.secret}`);
    const outcomes = { served: 0, planLimited: 0, addressLimited: 0 };
    for (let sent = 0; sent < 2_400; sent += 50) {
      flooded.clock.nowMs = start + sent * 25;
      const answers = await Promise.all(Array.from({ length: 50 }, () => flooded.send(request)));
      for (const answer of answers) {
        if (answer.statusCode === 429) {
          outcomes.addressLimited += 1;
          expect(Number(answer.headers['retry-after'])).toBe(Math.ceil((start + 60_000 - flooded.clock.nowMs) / 1000));
          continue;
        }
        expect(answer.statusCode).toBe(200);
        const { result } = answer.json as { result: ToolResult };
        if (result.isError !== true) outcomes.served += 1;
        else {
          expect(errorOf(result).code).toBe('rate_limited');
          outcomes.planLimited += 1;
        }
      }
    }
    expect(outcomes).toEqual({ served: 60, planLimited: 180, addressLimited: 2_160 });
    // An address known to be over its limit causes no read or write of the store.
    flooded.observed.reset();
    await flooded.send(request);
    expect(flooded.observed.calls).toEqual([]);
    await flooded.stop();
  });
});
