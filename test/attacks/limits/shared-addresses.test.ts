/**
 * Callers at an address that many customers share: one customer, or someone without a key, must not use up what the
 * others may send.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharedAddresses } from '../../../adapters/lambda-http/shared-addresses.ts';
import { openAccount } from '../../support/fixtures/accounts.ts';
import { startMcpService, toolCall, type McpService } from '../../support/service/mcp-service.ts';

const LIMIT = 20;
const SHARED = '203.0.113.9';
const OTHER = '198.51.100.9';

let service: McpService;
beforeAll(async () => {
  service = await startMcpService({
    addressLimitPerMinute: LIMIT,
    sharedAddressRanges: '203.0.113.0/24, 2001:db8::/32',
  });
});
afterAll(() => service.stop());

async function newKey(): Promise<string> {
  const { client, secret } = await openAccount(service.store, service.tables.accountsTable, {});
  return `${client.clientId}:${secret}`;
}

/** Returns the statuses of so many requests. */
async function statuses(times: number, key: string | undefined, sourceIp: string): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (let sent = 0; sent < times; sent += 1) {
    const { statusCode } = await service.send({ ...toolCall('get_usage', {}, key), sourceIp });
    counts[statusCode] = (counts[statusCode] ?? 0) + 1;
  }
  return counts;
}

test('At a shared address, each account has the limit of the address, and unproven callers have one together', async () => {
  service.clock.nowMs += 60_000;
  const [one, two] = [await newKey(), await newKey()];
  expect(await statuses(LIMIT + 5, one, SHARED)).toEqual({ 200: LIMIT, 429: 5 });
  expect(await statuses(LIMIT + 5, two, SHARED)).toEqual({ 200: LIMIT, 429: 5 });
  const wrong = `${one.slice(0, -4)}0000`;
  expect(await statuses(LIMIT / 2, undefined, SHARED)).toEqual({ 401: LIMIT / 2 });
  expect(await statuses(LIMIT, wrong, SHARED)).toEqual({ 401: LIMIT / 2, 429: LIMIT / 2 });
  expect(await statuses(5, await newKey(), SHARED)).toEqual({ 200: 5 });
});

test('At any other address, all callers share the limit', async () => {
  service.clock.nowMs += 60_000;
  const [one, two] = [await newKey(), await newKey()];
  expect(await statuses(LIMIT, one, OTHER)).toEqual({ 200: LIMIT });
  expect(await statuses(5, two, OTHER)).toEqual({ 429: 5 });
});

test('Ranges may be of either version, and no address is in none', () => {
  const shared = new SharedAddresses(['160.79.104.0/21', '2607:6bc0::/48']);
  expect(['160.79.104.1', '160.79.111.255', '2607:6bc0::1'].map((each) => shared.include(each))).toEqual([
    true,
    true,
    true,
  ]);
  expect(['160.79.112.0', '2607:6bc1::1', 'no address'].map((each) => shared.include(each))).toEqual([
    false,
    false,
    false,
  ]);
  expect(new SharedAddresses([]).include('160.79.104.1')).toBe(false);
  for (const range of ['160.79.104.0', '160.79.104.0/33', 'x/8']) expect(() => new SharedAddresses([range])).toThrow();
});
