/** search_items on the wire: its answers, its messages, its price and its refusals. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ItemRecord } from '../../../core/index/items/item-record.ts';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

let service: McpService;
let key: string;
let unscopedKey: string;

const washers: ItemRecord[] = Array.from({ length: 12 }, (_, number) =>
  recordOf({
    id: `itm_0000000${number.toString(36)}`,
    manufacturer: 'Acme Inc.',
    mpn: `W-${number}`,
    title: `Acme W-${number} flat washer`,
    keywords: ['zinc'],
    unspsc_code: '31161807',
    confidence: 90 - number,
  }),
);

beforeAll(async () => {
  service = await startMcpService();
  const open = (wanted: Parameters<typeof openAccount>[2]) =>
    openAccount(service.store, service.tables.accountsTable, wanted);
  const credential = ({ client, secret }: Awaited<ReturnType<typeof open>>) => `${client.clientId}:${secret}`;
  key = credential(await open({}));
  unscopedKey = credential(await open({ scopes: ['items:read'] }));
  for (const washer of washers) valueOf(await service.writer.writeItem(washer));
});
afterAll(() => service.stop());

async function search(args: unknown, credential = key) {
  const answer = await service.send(toolCall('search_items', args, credential));
  return answer.json.result;
}

describe('search_items', () => {
  test('answers page by page with the requested fields, the last page without a cursor', async () => {
    const asked = { query: 'flat washer', manufacturer: 'ACME', unspsc: '3116', limit: 5, fields: ['mpn'] };
    const first = await search(asked);
    expect(first.structuredContent.items).toEqual([0, 1, 2, 3, 4].map((n) => ({ id: washers[n]?.id, mpn: `W-${n}` })));
    expect(first.structuredContent).toMatchObject({ has_more: true });
    expect(first.content[0].text).toBe(
      '5 records for “flat washer”, manufacturer ACME, UNSPSC 3116; more with next_cursor.',
    );
    const second = await search({ ...asked, cursor: first.structuredContent.next_cursor });
    const third = await search({ ...asked, cursor: second.structuredContent.next_cursor });
    expect(third.structuredContent).toMatchObject({ has_more: false, next_cursor: null });
    expect(third.structuredContent.items).toHaveLength(2);
    expect(third.content[0].text).toContain('these are the last');
  });

  test('returns ten items by default, adds included facts, and bills each item by its size', async () => {
    const { structuredContent, _meta } = await search({ query: 'zinc', include: ['keywords'] });
    expect(structuredContent.items).toHaveLength(10);
    expect(structuredContent.items[0]).toMatchObject({ keywords: ['zinc'], title: 'Acme W-0 flat washer', gtin: null });
    expect(structuredContent.items[0]).not.toHaveProperty('attributes');
    const tokens = (structuredContent.items as unknown[]).reduce(
      (sum: number, item) => sum + Math.ceil(Buffer.byteLength(JSON.stringify(item)) / 4),
      0,
    );
    expect(_meta['com.service/usage'].tokens_billed).toBe(tokens);
  });

  test('puts the exact part number first', async () => {
    const { structuredContent } = await search({ query: 'w11' });
    expect(structuredContent.items).toMatchObject([{ mpn: 'W-11' }]);
  });

  test('without a match is free, and names the parts whose part number is in the query', async () => {
    const { structuredContent, _meta, content } = await search({ query: 'W-3 left-handed', manufacturer: 'Borealis' });
    const { message, ...page } = structuredContent;
    const candidates = [{ manufacturer: 'Acme Inc.', part_number: 'W-3' }];
    expect(page).toEqual({ items: [], has_more: false, next_cursor: null, candidates });
    expect(_meta['com.service/usage'].tokens_billed).toBe(0);
    expect(message).toContain('Instead, candidates has 1 part with that number.');
    expect(content[0].text).toContain(message);
    const words = await search({ query: 'left-handed', unspsc: '99' });
    expect(words.structuredContent.message).toContain('Try fewer or more general words, or a shorter UNSPSC code.');
  });

  test('without a match names the words, the manufacturer and the code that no item has', async () => {
    const { structuredContent } = await search({
      query: 'flat sprocket washer',
      manufacturer: 'Borealis',
      unspsc: '99',
    });
    expect(structuredContent.message).toContain(
      'Nothing in the index has the manufacturer “Borealis”, the UNSPSC code 99, the word “sprocket”.',
    );
    const crossed = await search({ query: 'flat washer', unspsc: '3116', manufacturer: 'Borealis' });
    expect(crossed.structuredContent.message).not.toContain('the word');
  });

  test('takes three round trips if the first pages of the posting lists suffice: caller with lists, items, meter', async () => {
    service.observed.reset();
    await search({ query: 'flat washer', manufacturer: 'Acme' });
    expect(service.observed.depth()).toBe(3);
  });

  test('without a match takes two round trips: caller with lists, the count of calls', async () => {
    service.observed.reset();
    const { structuredContent } = await search({ query: 'flat washer', manufacturer: 'Borealis' });
    expect(structuredContent.items).toEqual([]);
    expect(service.observed.depth()).toBe(2);
  });

  test('with words that no item has takes one more, which reads the part numbers that begin with them', async () => {
    service.observed.reset();
    const { structuredContent } = await search({ query: 'left-handed sprocket' });
    expect(structuredContent.items).toEqual([]);
    expect(service.observed.depth()).toBe(3);
  });

  test('needs the scope items:search', async () => {
    const answer = await service.send(toolCall('search_items', { query: 'washer' }, unscopedKey));
    expect(answer.statusCode).toBe(403);
  });
});

describe('an invalid search is refused, free, with its code and field', () => {
  test.each([
    [{}, 'missing_parameter', 'query'],
    [{ limit: 5 }, 'missing_parameter', 'query'],
    [{ manufacturer: '  ' }, 'missing_parameter', 'query'],
    [{ query: 'x' }, 'invalid_parameter', 'query'],
    [{ query: 'x'.repeat(201) }, 'invalid_parameter', 'query'],
    [{ query: '--?!' }, 'invalid_parameter', 'query'],
    [{ unspsc: '123456789' }, 'invalid_parameter', 'unspsc'],
    [{ unspsc: '3' }, 'invalid_parameter', 'unspsc'],
    [{ unspsc: '32AB' }, 'invalid_parameter', 'unspsc'],
    [{ manufacturer: 'x'.repeat(201) }, 'invalid_parameter', 'manufacturer'],
    [{ query: 'washer', cursor: 'foreign' }, 'invalid_parameter', 'cursor'],
    [{ query: 'washer', cursor: 'x'.repeat(41) }, 'invalid_parameter', 'cursor'],
    [{ query: 'washer', limit: 0 }, 'invalid_parameter', 'limit'],
    [{ query: 'washer', limit: 26 }, 'invalid_parameter', 'limit'],
    [{ query: 'washer', fields: ['price'] }, 'invalid_parameter', 'fields[0]'],
    [{ query: 'washer', sort: 'price' }, 'invalid_parameter', 'sort'],
  ])('%j', async (args, code, field) => {
    const result = await search(args);
    expect(result.isError).toBe(true);
    expect(result._meta['com.service/error']).toMatchObject({ code, field });
    expect(result._meta['com.service/usage'].tokens_billed).toBe(0);
  });

  test('with a cursor of other criteria', async () => {
    const { structuredContent } = await search({ query: 'washer', limit: 1 });
    const result = await search({ query: 'flat', cursor: structuredContent.next_cursor });
    expect(result._meta['com.service/error']).toMatchObject({ code: 'invalid_parameter', field: 'cursor' });
  });
});
