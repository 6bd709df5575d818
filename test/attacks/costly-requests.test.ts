/**
 * Requests that cost their sender nothing and the service much: bodies that are slow to read, and reads that end in a
 * free refusal.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTokenRequest } from '../../core/access/auth/token-request.ts';
import { findTool } from '../../core/api/tools/definitions/all-tools.ts';
import { openAccount, valueOf } from '../support/fixtures/accounts.ts';
import { recordOf } from '../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../support/service/mcp-service.ts';

describe('a token request of 64 kB', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const bombs = {
    'one form parameter 16,000 times': [FORM, 'a=1&'.repeat(16_000)],
    'one form resource 6,000 times': [FORM, 'resource=a&'.repeat(5_900)],
    'one JSON parameter with 16,000 values': [
      'application/json',
      JSON.stringify({ resource: Array(16_000).fill('a') }),
    ],
  } as const;

  // test/attacks/text-growth.test.ts shows that the work grows only with the size.
  test.each(Object.entries(bombs))('is refused: %s', (_, [type, body]) => {
    const request = { headers: { 'content-type': type }, body: Buffer.from(body) };
    expect(readTokenRequest(request as never).ok).toBe(false);
  });
});

describe('lookup_parts above the plan’s batch size', () => {
  let service: McpService;
  beforeAll(async () => {
    service = await startMcpService();
  });
  afterAll(() => service.stop());

  test('is refused without reading an item', async () => {
    const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {
      terms: { batchSize: 2 },
    });
    const numbers = Array.from({ length: 12 }, (_, index) => `BIG-${index}`);
    for (const [index, mpn] of numbers.entries()) {
      const id = `itm_Big${String(index).padStart(5, '0')}`;
      const attributes = { specifications: { text: 'x'.repeat(100_000) } };
      valueOf(await service.writer.writeItem(recordOf({ id, manufacturer: 'Norvane', mpn, attributes })));
    }
    const items = numbers.map((part_number) => ({ manufacturer: 'Norvane', part_number }));
    service.observed.reset();
    const answer = await service.send(
      toolCall('lookup_parts', { items, include: ['attributes'] }, `${client.clientId}:${secret}`),
    );
    expect(answer.json.result._meta['com.service/error']).toMatchObject({ code: 'batch_too_large', field: 'items' });
    // The caller's rows and the keys; the twelve items would be 150 units more.
    expect(service.observed.readUnits()).toBeLessThan(25);
  });
});

describe('items that the caller will not get', () => {
  let service: McpService;
  const parts = Array.from({ length: 40 }, (_, index) => ({ manufacturer: 'Norvane', part_number: `HUGE-${index}X` }));
  const many = { items: parts, include: ['attributes'] };
  beforeAll(async () => {
    service = await startMcpService();
    const attributes = { specifications: { text: 'x'.repeat(250_000) } };
    for (const [index, { manufacturer, part_number: mpn }] of parts.entries()) {
      const id = `itm_Huge${String(index).padStart(4, '0')}`;
      valueOf(await service.writer.writeItem(recordOf({ id, manufacturer, mpn, title: `Huge ${index}`, attributes })));
    }
  });
  afterAll(() => service.stop());

  const opened = async (wanted: Parameters<typeof openAccount>[2]) => {
    const { client, secret } = await openAccount(service.store, service.tables.accountsTable, wanted);
    return `${client.clientId}:${secret}`;
  };
  const ask = async (key: string, tool: string, args: unknown) => {
    service.observed.reset();
    return (await service.send(toolCall(tool, args, key))).json.result;
  };

  test.each([
    ['no_active_plan', { planCode: null }],
    ['past_due', { billingState: 'past_due' }],
    ['trial_ended', { billingState: 'trial_ended' }],
    ['spending_cap_reached', { spendingCapCents: 0, terms: { tokensIncluded: 0 } }],
    ['trial_limit_reached', { kind: 'trial', trialAllowanceItems: 0 }],
  ] as const)('are not read for an account without access to them: %s', async (code, wanted) => {
    const key = await opened(wanted);
    for (const [tool, args] of [
      ['lookup_parts', { ...many, items: parts.slice(0, 10) }],
      ['lookup_part', { ...parts[0], include: ['attributes'] }],
      ['search_items', { query: 'huge', limit: 25, include: ['attributes'] }],
    ] as const) {
      const result = await ask(key, tool, args);
      expect(result._meta['com.service/error']).toMatchObject({ code });
      expect(service.observed.readUnits()).toBeLessThan(20);
    }
  });

  test.each([{ planCode: null }, { billingState: 'past_due' }, { kind: 'trial', trialAllowanceItems: 0 }] as const)(
    'are not read for a miss either, which stays free for such an account: %o',
    async (wanted) => {
      const key = await opened(wanted);
      const missed = await ask(key, 'lookup_part', { manufacturer: 'Norvane', part_number: 'HUGE-404' });
      expect(missed.structuredContent).toMatchObject({ found: false });
      const searched = await ask(key, 'search_items', { query: 'nothing of the kind' });
      expect(searched.structuredContent).toMatchObject({ items: [] });
    },
  );

  test('are read no further than a response can contain', async () => {
    const key = await opened({});
    const result = await ask(key, 'lookup_parts', many);
    expect(result._meta['com.service/error']).toMatchObject({ code: 'batch_too_large' });
    // All forty are 1,250 units. A response contains ten, as their keys tell; the eleventh proves that there are more.
    expect(service.observed.readUnits()).toBeLessThan(400);
    const searched = await ask(key, 'search_items', { query: 'huge', limit: 25, include: ['attributes'] });
    expect(searched._meta['com.service/error']).toMatchObject({ code: 'batch_too_large' });
    // Postings contain no sizes, so eleven items are read before their sizes are known.
    expect(service.observed.readUnits()).toBeLessThan(400);
  });

  test('are read in one round trip if their large fields are not requested', async () => {
    const key = await opened({});
    const result = await ask(key, 'lookup_parts', { ...many, include: ['sources'] });
    expect(result.structuredContent.found).toHaveLength(40);
    expect(service.observed.readUnits()).toBeLessThan(100);
  });
});

describe('a request that is refused before its caller is known', () => {
  test.each([
    ['without credentials', {}],
    ['with credentials of an impossible form', { authorization: 'Bearer nonsense' }],
  ])('does not have its arguments parsed: %s', async (_, headers) => {
    const service = await startMcpService();
    const tool = findTool('lookup_parts');
    if (tool === undefined) throw new Error('There is a lookup_parts');
    const { prepare } = tool;
    let prepared = 0;
    tool.prepare = (args) => {
      prepared += 1;
      return prepare(args);
    };
    try {
      const request = toolCall('lookup_parts', { items: [{ gtin: '96385074' }] });
      const answer = await service.send({ ...request, headers: { ...request.headers, ...headers } });
      expect(answer.statusCode).toBe(401);
      expect(prepared).toBe(0);
    } finally {
      tool.prepare = prepare;
      await service.stop();
    }
  });
});
