// Slow: starts processes.
/**
 * Two assistants, one shown only texts and one shown only structured content, do a customer's work against the service
 * of `npm start`. Every response is checked against the output schema from tools/list, and its bill against the bytes
 * of its items.
 */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { researchParts } from '../../local/demo/research-parts.ts';
import { openAccount, valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { startRunningService, type RunningKey, type RunningService } from '../support/service/running-service.ts';
import { NarrowAgent, type BillLine, type CallTool, type ShownResult, type View } from './narrow-agent.ts';

const VIEWS: readonly View[] = ['content', 'structuredContent'];
const partId = (number: number) => `itm_Line${String(number).padStart(4, '0')}`;
const STOCK = Array.from({ length: 14 }, (_, number) =>
  recordOf({
    id: partId(number),
    manufacturer: 'Billing Works',
    mpn: `BW-${number}00`,
    title: `Billing Works BW-${number}00 bracket`,
    confidence: 90 - number,
    ...(number === 12 && { gtin: '04006381333931' }),
  }),
);
const ALIKE = ['Z1', 'Z 1'].map((mpn, place) =>
  recordOf({ id: `itm_Alike00${place}`, manufacturer: 'Billing Works', mpn }),
);

/**
 * The rows of the bill for one of the assistants. Each researches different parts, so that neither finds a part that
 * the other paid for.
 */
function billFor(agent: number): readonly { readonly line: BillLine; readonly id: string | RegExp | null }[] {
  const researched = researchParts().slice(2 * agent, 2 * agent + 2);
  return [
    ...STOCK.slice(0, 12).map(({ manufacturer, mpn, id }) => ({
      line: { manufacturer: manufacturer ?? '', part_number: (mpn ?? '').toLowerCase() },
      id,
    })),
    { line: { gtin: '4006381333931' }, id: partId(12) },
    { line: { manufacturer: 'Billing Works', part_number: 'BW-1300', gtin: '4006381333930' }, id: partId(13) },
    { line: { manufacturer: 'Billing Works', part_number: 'Z-1' }, id: /^itm_Alike00[01]$/ },
    ...researched.map(({ manufacturer, part_number }) => ({ line: { manufacturer, part_number }, id: /^itm_\w{8}$/ })),
    ...['NONE-1', 'NONE-2'].map((none) => ({
      line: { manufacturer: 'Nobody', part_number: `${none}-${agent}` },
      id: null,
    })),
    { line: { gtin: '4006381333948' }, id: null },
  ];
}

let service: RunningService;
let capped: RunningKey;

beforeAll(async () => {
  service = await startRunningService(async ({ client, outputs }) => {
    const documents = documentsOf(client);
    const writer = new DynamoItemWriter(documents, outputs['ProductIndexTable'] ?? '');
    for (const record of [...STOCK, ...ALIKE]) valueOf(await writer.writeItem(record));
    const opened = await openAccount(documents, outputs['AccountsTable'] ?? '', {
      planCode: 'scale',
      terms: { tokensIncluded: 0 },
      spendingCapCents: 1,
      nowMs: Date.now(),
    });
    capped = { clientId: opened.client.clientId, clientSecret: opened.secret };
  });
});
afterAll(() => service.stop());

describe.each(VIEWS)('an assistant that sees only %s', (view) => {
  test('resolves a bill of 20 rows with misses: corrects, follows a hint, requests research for the rest and waits', async () => {
    const bill = billFor(VIEWS.indexOf(view));
    expect(bill).toHaveLength(20);
    const ids = await agentOf(view, service).resolveBill(bill.map(({ line }) => line));
    for (const [place, { line, id }] of bill.entries()) {
      const found = ids[place];
      const what = JSON.stringify(line);
      if (id instanceof RegExp) expect(found, what).toMatch(id);
      else expect(found, what).toBe(id);
    }
  });

  test('pages through a search to its end', async () => {
    const ids = await agentOf(view, service).searchAll({
      query: 'bracket',
      manufacturer: 'Billing Works',
      limit: 4,
      fields: ['mpn'],
    });
    expect(ids).toEqual(STOCK.map(({ id }) => id));
  });

  test('stops at the cap, and knows its amount and when the period ends', async () => {
    const line = { manufacturer: 'Billing Works', part_number: 'BW-100' };
    const { calls, why } = await agentOf(view, capped).readUntilStopped(line, 200);
    expect(calls).toBeLessThan(100);
    expect(why).toMatch(/^spending_cap_reached: .*of the spending cap of \$0\.01; .*The period ends \d{4}-\d\d-\d\dT/);
  });
});

function agentOf(view: View, key: RunningKey): NarrowAgent {
  let calling: Promise<CallTool> | undefined;
  return new NarrowAgent(view, async (name, args) => (await (calling ??= connect(key)))(name, args));
}

/** Calls tools as the official client, and judges each response. */
async function connect({ clientId, clientSecret }: RunningKey): Promise<CallTool> {
  const client = new Client({ name: 'narrow', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  const headers = { authorization: `Bearer ${clientId}:${clientSecret}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), { requestInit: { headers } }),
  );
  const ajv = new Ajv2020({ strict: false });
  const { tools } = await client.listTools();
  const schemas = new Map(tools.map((tool) => [tool.name, ajv.compile((tool.outputSchema ?? {}) as object)]));
  return async (name, args) => {
    const result = (await client.callTool({ name, arguments: { ...args } })) as ShownResult & { _meta?: unknown };
    if (result.isError !== true) judge(name, result, schemas.get(name));
    return result;
  };
}

function judge(name: string, result: ShownResult & { _meta?: unknown }, schema: ValidateFunction | undefined): void {
  expect(schema?.(result.structuredContent), `${name}: ${JSON.stringify(schema?.errors)}`).toBe(true);
  expect(JSON.parse(result.content.at(-1)?.text ?? '')).toEqual(result.structuredContent);
  const usage = (result._meta as Record<string, { tokens_billed?: number }>)['com.service/usage'];
  expect(usage?.tokens_billed, name).toBe(tokensOf(result.structuredContent as Record<string, unknown>));
}

/**
 * Returns the cost of the response by docs/reference/behavior.md#limits.2: each distinct item, its bytes divided by
 * four, rounded up.
 */
function tokensOf({ item, items, found, results }: Record<string, unknown>): number {
  const entries = [...listOf(found), ...listOf(results)].map((entry) => (entry as { item?: unknown }).item);
  const records = [item, ...listOf(items), ...entries].filter((record) => record !== null && record !== undefined);
  const distinct = new Set(records.map((record) => JSON.stringify(record)));
  return [...distinct].reduce((sum, json) => sum + Math.ceil(Buffer.byteLength(json) / 4), 0);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
