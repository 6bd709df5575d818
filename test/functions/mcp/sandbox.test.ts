/**
 * The free items of an account's test keys in a day: the stage's limit, which all of them share, exact to the item.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SCOPES } from '../../../core/billing/accounts/scopes.ts';
import { createClient } from '../../../core/access/administration/administer-clients.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

const NUMBERS = ['SB-1', 'SB-2', 'SB-3'];
const part = (part_number: string) => ({ manufacturer: 'Norvane', part_number });
const BOUND = 5;

describe('a test key', () => {
  let service: McpService;
  beforeAll(async () => {
    service = await startMcpService({ testItemsPerDay: BOUND });
    for (const [index, mpn] of NUMBERS.entries())
      valueOf(
        await service.writer.writeItem(
          recordOf({ id: `itm_Sandbox${index}`, manufacturer: 'Norvane', mpn, title: `Sand ${mpn}` }),
        ),
      );
  });
  afterAll(() => service.stop());

  const open = async () => {
    service.clock.nowMs = NOON_MS;
    const { account, client, secret, store } = await openAccount(service.store, service.tables.accountsTable, {
      kind: 'test',
    });
    const wanted = { accountId: account.accountId, kind: 'test', name: 'Second', scopes: SCOPES } as const;
    const second = valueOf(await createClient(store, wanted, OPERATOR, NOON_MS));
    return [`${client.clientId}:${secret}`, `${second.client.clientId}:${second.secret}`] as const;
  };
  const call = async (key: string, tool: string, args: unknown) => {
    const { json, headers } = await service.send(toolCall(tool, args, key));
    return { ...json.result, error: json.result._meta['com.service/error'], retryAfter: headers?.['retry-after'] };
  };
  const three = { items: NUMBERS.map(part) };

  test('shares the stage’s daily limit with the others, for any tool, then waits until midnight', async () => {
    const [one, other] = await open();
    expect((await call(one, 'lookup_parts', three)).structuredContent.found).toHaveLength(3);
    expect((await call(other, 'get_item', { item_id: 'itm_Sandbox0' })).error).toBeUndefined();
    // Four are read: three more would exceed the limit, one does not.
    const refused = await call(one, 'lookup_parts', three);
    expect(refused.error).toMatchObject({ code: 'rate_limited', retry_after_seconds: 43_200 });
    expect(refused.retryAfter).toBe('43200');
    expect(refused.structuredContent).toBeUndefined();
    expect(
      (await call(other, 'request_enrichment', { items: [part('SB-1')] })).structuredContent.results[0].status,
    ).toBe('already_in_index');
    const search = { query: 'sand', include: ['attributes'] };
    expect((await call(other, 'search_items', search)).error).toMatchObject({ code: 'rate_limited' });
    expect((await call(other, 'request_enrichment', { items: [part('SB-1')] })).error).toMatchObject({
      code: 'rate_limited',
    });

    service.clock.nowMs = NOON_MS + 43_200_000;
    expect((await call(one, 'lookup_part', part('SB-1'))).structuredContent.found).toBe(true);
  });

  test('reads no more items once the daily limit is reached', async () => {
    const [one, other] = await open();
    const unitsOf = async (answered: string | undefined) => {
      service.observed.reset();
      expect((await call(one, 'lookup_parts', { ...three, include: ['attributes'] })).error?.code).toBe(answered);
      return service.observed.readUnits();
    };
    const served = await unitsOf(undefined);
    for (const item_id of ['itm_Sandbox0', 'itm_Sandbox1']) await call(other, 'get_item', { item_id });
    expect(await unitsOf('rate_limited')).toBeLessThan(served);
  });

  test('sees the limit and its use in get_usage; a miss, which may name candidates, uses one, and free tools none', async () => {
    const [one] = await open();
    await call(one, 'lookup_parts', three);
    await call(one, 'lookup_part', part('SB-404'));
    await call(one, 'list_my_catalogs', {});
    const { message } = (await call(one, 'get_usage', {})).structuredContent;
    expect(message).toContain('at most 5 records a day (UTC); 4 are read today.');
  });

  test('never reads more than the limit, even if many calls run concurrently', async () => {
    const [one, other] = await open();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(index % 2 === 0 ? one : other, 'get_item', { item_id: 'itm_Sandbox1' }),
      ),
    );
    expect(answers.filter(({ error }) => error === undefined)).toHaveLength(BOUND);
  });
});

test('test keys without a limit read on', async () => {
  const service = await startMcpService();
  valueOf(await service.writer.writeItem(recordOf({ id: 'itm_Sandbox9', manufacturer: 'Norvane', mpn: 'SB-9' })));
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, { kind: 'test' });
  for (let read = 0; read < 10; read += 1) {
    const { json } = await service.send(toolCall('lookup_part', part('SB-9'), `${client.clientId}:${secret}`));
    expect(json.result.structuredContent.found).toBe(true);
  }
  await service.stop();
});
