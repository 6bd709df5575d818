import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

let service: McpService;
beforeAll(async () => {
  service = await startMcpService();
});
afterAll(async () => service.stop());

const ITEMS = [
  { manufacturer: 'Norvane', part_number: 'RE-1' },
  { manufacturer: 'Norvane', part_number: 'RE-2', description: 'A regulator' },
];

test('request_enrichment takes at most five sequential storage round trips, including the queue’s', async () => {
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable);
  await service.writer.writeItem(recordOf({ manufacturer: 'Norvane', mpn: 'RE-1', title: 'In the index' }));
  const credential = `${client.clientId}:${secret}`;
  await service.send(toolCall('get_usage', {}, credential));
  service.observed.reset();
  const answer = await service.send(toolCall('request_enrichment', { items: ITEMS }, credential));
  // The message is sent in parallel with the last read.
  expect(service.observed.depth()).toBeLessThanOrEqual(5);
  expect(answer.json).toMatchObject({
    result: {
      structuredContent: {
        results: [
          { input_index: 0, status: 'already_in_index' },
          { input_index: 1, status: 'queued', enrich_price: '0.15', charged_only_if_found: true },
        ],
      },
    },
  });
});

test('request_enrichment is refused without enrich:write before anything is reserved', async () => {
  const wanted = { scopes: ['items:read'] } as const;
  const { client, secret, account } = await openAccount(service.store, service.tables.accountsTable, wanted);
  const answer = await service.send(toolCall('request_enrichment', { items: ITEMS }, `${client.clientId}:${secret}`));
  expect(answer.statusCode).toBe(403);
  expect(answer.headers['www-authenticate']).toContain('scope="enrich:write"');
  expect(await service.dependencies.ports.enrichment.listRequests(account.accountId)).toEqual([]);
});

test.each([
  ['no parts', { items: [] }],
  ['eleven parts', { items: Array.from({ length: 11 }, () => ITEMS[0]) }],
  ['a part without a manufacturer', { items: [{ part_number: 'RE-1' }] }],
  ['a description of 1001 characters', { items: [{ ...ITEMS[0], description: 'x'.repeat(1001) }] }],
  ['an unknown property', { items: [{ ...ITEMS[0], gtin: '4006381333931' }] }],
  ['a blank part number', { items: [{ manufacturer: 'Norvane', part_number: '   ' }] }],
])('request_enrichment with %s is refused as a whole, free of charge', async (_, args) => {
  const { client, secret, account } = await openAccount(service.store, service.tables.accountsTable);
  const answer = await service.send(toolCall('request_enrichment', args, `${client.clientId}:${secret}`));
  expect(answer.json).toMatchObject({ result: { isError: true } });
  expect(await service.dependencies.ports.enrichment.listRequests(account.accountId)).toEqual([]);
});
