/**
 * What clients send in practice (reported in public issues), and what they get: lists as text, empty lists, numbers as
 * text, nulls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { REGULATOR } from '../../support/fixtures/item-records.ts';
import { modernRequest, startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

let service: McpService;
let key: string;
beforeAll(async () => {
  service = await startMcpService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
  key = `${client.clientId}:${secret}`;
  valueOf(await service.writer.writeItem(REGULATOR));
});
afterAll(() => service.stop());

const part = { manufacturer: REGULATOR.manufacturer, part_number: REGULATOR.mpn };
const call = async (tool: string, args: unknown) => (await service.send(toolCall(tool, args, key))).json;
const idsOf = (result: any): string[] => result.structuredContent.found.map((one: any) => one.item.id);

describe('lookup_parts with its list', () => {
  test.each<[string, unknown]>([
    ['as JSON text', JSON.stringify([part, part])],
    ['with entries as JSON text', [JSON.stringify(part), part]],
  ])('%s finds both parts', async (_, items) => {
    expect(idsOf((await call('lookup_parts', { items })).result)).toEqual([REGULATOR.id, REGULATOR.id]);
  });

  test.each<[string, unknown]>([
    ['as one object', part],
    ['as the JSON text of one object', JSON.stringify(part)],
  ])('%s finds the part', async (_, items) => {
    expect(idsOf((await call('lookup_parts', { items })).result)).toEqual([REGULATOR.id]);
  });

  test.each(['', 'a list', '[1,', '7'])('as the text %j is told that it must be an array', async (items) => {
    const { code, message, field } = (await call('lookup_parts', { items })).result._meta['com.service/error'];
    expect([code, field]).toEqual(['invalid_parameter', 'items']);
    expect(message).toBe('items: must be an array.');
  });

  test('answers the others if an entry names no part', async () => {
    const { result } = await call('lookup_parts', { items: [{}, part, { gtin: '123' }, { part_number: 'X' }] });
    expect(idsOf(result)).toEqual([REGULATOR.id]);
    expect(result.structuredContent.not_found).toEqual([
      { input_index: 0, message: expect.stringContaining('part_number is missing') as string },
      { input_index: 2, message: expect.stringContaining('8, 12, 13 or 14 digits') as string },
      { input_index: 3, message: expect.stringContaining('manufacturer is missing') as string },
    ]);
  });
});

describe('lookup_part', () => {
  test.each<[string, object]>([
    ['an empty list of fields', { fields: [] }],
    ['empty lists of fields and sections', { fields: [], include: [] }],
    ['empty texts', { fields: '', include: '', gtin: '' }],
    ['the text null', { fields: 'null', include: 'null', gtin: 'null' }],
    ['null', { fields: null, include: null, gtin: null, min_confidence: null }],
  ])('with %s returns and bills the default record', async (_, more) => {
    const plain = (await call('lookup_part', part)).result;
    const filled = (await call('lookup_part', { ...part, ...more })).result;
    expect(filled.structuredContent).toEqual(plain.structuredContent);
    const tokens = (result: any) => result._meta['com.service/usage'].tokens_billed;
    expect(tokens(filled)).toBe(tokens(plain));
  });

  test.each<[string, object, readonly string[]]>([
    ['a lone field', { fields: 'title' }, ['id', 'title']],
    ['fields as JSON text', { fields: '["title","mpn"]' }, ['id', 'mpn', 'title']],
    ['a confidence as text', { fields: ['title'], min_confidence: '0' }, ['id', 'title']],
  ])('reads %s', async (_, more, members) => {
    const { result } = await call('lookup_part', { ...part, ...more });
    expect(Object.keys(result.structuredContent.item).sort()).toEqual(members);
  });

  test('reads a GTIN that is a number, and refuses a part number that is one', async () => {
    const gtin = Number(REGULATOR.gtin);
    expect((await call('lookup_part', { gtin })).result.structuredContent.found).toBe(true);
    const error = (await call('lookup_part', { manufacturer: 'Norvane', part_number: 7805 })).result._meta[
      'com.service/error'
    ];
    expect(error.message).toBe('part_number: must be a string. Send it in quotes, with all its zeros.');
  });

  test('reads its arguments as JSON text', async () => {
    expect((await call('lookup_part', JSON.stringify(part))).result.structuredContent.found).toBe(true);
  });
});

test.each([[null], [[]]])('get_usage with the arguments %j answers as without any', async (args) => {
  expect((await call('get_usage', args)).result.structuredContent.sandbox).toBe(false);
});

test('get_item reads a flag as text', async () => {
  const { result } = await call('get_item', { item_id: REGULATOR.id, include_sources: 'false', fields: ['title'] });
  expect(result.structuredContent.item).not.toHaveProperty('sources');
});

test('params that are null count as absent', async () => {
  const headers = { authorization: `Bearer ${key}` };
  const { json } = await service.send({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: null }, headers });
  expect(json.result.tools.length).toBeGreaterThan(7);
});

test.each([
  ['lookupPart', 'lookup_part'],
  ['lookup-parts', 'lookup_parts'],
  ['search_item', 'search_items'],
  ['get_item_', 'get_item'],
])('the unknown tool %s is answered with the name that is meant', async (name, meant) => {
  const { json } = await service.send(modernRequest('tools/call', { name, arguments: {} }, key));
  expect(json.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining(`Did you mean ${meant}?`) as string,
  });
});

test.each(['gzip', 'br', 'zstd'])('a body with the content coding %s is refused by its name', async (coding) => {
  const { headers, body } = toolCall('get_usage', {}, key);
  const answer = await service.send({ body, headers: { ...headers, 'content-encoding': coding } });
  expect(answer.statusCode).toBe(415);
  expect(answer.json.error).toMatchObject({
    code: 415,
    message: `Content-Encoding ${coding} is not supported: send the body uncompressed.`,
  });
});
