/** Callers without a valid secret who make the index read: every unit that they cost is the service's. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccount, valueOf } from '../../support/fixtures/accounts.ts';
import { recordOf } from '../../support/fixtures/item-records.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

let service: McpService;
let key: string;
beforeAll(async () => {
  service = await startMcpService();
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
  key = `${client.clientId}:${secret}`;
  const screw = { id: 'itm_Screw001', manufacturer: 'Norvane', mpn: 'NV-1', title: 'Screw m8 zinc plated' };
  valueOf(await service.writer.writeItem(recordOf(screw)));
  // The tables of manufacturers and words are read once in a while, whoever asks.
  await service.send(toolCall('lookup_part', { manufacturer: 'Norvane', part_number: 'NV-9' }, key));
  await service.send(toolCall('search_items', { query: 'screw' }, key));
});
afterAll(() => service.stop());

const wrong = () => `${key.slice(0, -4)}0000`;
const list = (length: number) => ({
  items: Array.from({ length }, (_, at) => ({ manufacturer: 'Norvane', part_number: `NV-${at}` })),
});

async function unitsOf(tool: string, args: object, credential: string, sourceIp: string) {
  service.observed.reset();
  const { statusCode } = await service.send({ ...toolCall(tool, args, credential), sourceIp });
  return { statusCode, units: service.observed.readUnits() };
}

test('a list of fifty parts with a wrong secret reads no more than a request without parts', async () => {
  const plain = await unitsOf('get_usage', {}, wrong(), '192.0.2.1');
  const fifty = await unitsOf('lookup_parts', list(50), wrong(), '192.0.2.2');
  expect([plain.statusCode, fifty.statusCode]).toEqual([401, 401]);
  expect(fifty.units).toBe(plain.units);
});

test('a list of ten parts with a wrong secret reads at most half a unit for each', async () => {
  const plain = await unitsOf('get_usage', {}, wrong(), '192.0.2.3');
  const ten = await unitsOf('lookup_parts', list(10), wrong(), '192.0.2.4');
  expect(ten.units - plain.units).toBeLessThanOrEqual(5);
});

test.each([
  ['lookup_part', { manufacturer: 'Norvane', part_number: 'NV-1' }],
  ['lookup_parts', list(10)],
  ['search_items', { query: 'screw m8 zinc plated' }],
])('an address whose key failed reads nothing of the index by %s for a minute', async (tool, args) => {
  const sourceIp = `192.0.2.${10 + tool.length}`;
  const plain = await unitsOf('get_usage', {}, wrong(), sourceIp);
  expect((await unitsOf(tool, args, wrong(), sourceIp)).units).toBe(plain.units);
  // A proven key at the same address is served all the same.
  expect((await unitsOf(tool, args, key, sourceIp)).statusCode).toBe(200);
  service.clock.nowMs += 60_000;
  await unitsOf(tool, args, key, '192.0.2.99');
  expect((await unitsOf(tool, args, wrong(), sourceIp)).units).toBeGreaterThan(plain.units);
});
