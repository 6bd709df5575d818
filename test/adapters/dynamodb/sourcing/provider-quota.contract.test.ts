import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoProviderQuota } from '../../../../adapters/dynamodb/sourcing/dynamo-provider-quota.ts';
import { randomAlphanumeric } from '../../../../core/identifiers.ts';
import type { ProviderQuota } from '../../../../core/sourcing/research/provider-quota.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { MemoryProviderQuota } from '../../../support/stores/memory-provider-quota.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let dynamo: DynamoProviderQuota;
const memory = new MemoryProviderQuota();
beforeAll(async () => {
  tables = await openTables();
  dynamo = new DynamoProviderQuota(testClient(tables.endpoint), tables.accountsTable);
});
afterAll(async () => tables.stop());

const NOON_MS = Date.UTC(2026, 10, 22, 12, 0, 20);
const MIDNIGHT_MS = Date.UTC(2026, 10, 23);
const MUCH = { perMinute: 1000, perDay: 1000 };
const newProvider = () => `icecat-${randomAlphanumeric(8)}`;

describe.each<[string, () => ProviderQuota]>([
  ['the table', () => dynamo],
  ['memory', () => memory],
])('requests to providers, counted in %s', (_, quota) => {
  const takes = async (provider: string, limits: typeof MUCH, nowMs: number) => quota().take(provider, limits, nowMs);

  test('are limited per minute for twenty concurrent ones, and the rest get the time of the next minute', async () => {
    const provider = newProvider();
    const limits = { ...MUCH, perMinute: 5 };
    const permissions = await Promise.all(Array.from({ length: 20 }, () => takes(provider, limits, NOON_MS)));
    expect(permissions.filter(({ kind }) => kind === 'granted')).toHaveLength(5);
    expect(permissions).toContainEqual({ kind: 'used_up', retryAfterSeconds: 40 });
    expect((await takes(provider, limits, NOON_MS + 40_000)).kind).toBe('granted');
  });

  test('are limited per day, and the rest get the next midnight', async () => {
    const provider = newProvider();
    const limits = { ...MUCH, perDay: 3 };
    const permissions = await Promise.all(Array.from({ length: 9 }, () => takes(provider, limits, NOON_MS)));
    expect(permissions.filter(({ kind }) => kind === 'granted')).toHaveLength(3);
    const retryAfterSeconds = (MIDNIGHT_MS - NOON_MS) / 1000;
    expect(permissions).toContainEqual({ kind: 'used_up', retryAfterSeconds });
    expect((await takes(provider, limits, MIDNIGHT_MS - 1)).kind).toBe('used_up');
    expect((await takes(provider, limits, MIDNIGHT_MS)).kind).toBe('granted');
  });

  test('are counted separately for each provider', async () => {
    const limits = { ...MUCH, perDay: 1 };
    const [one, other] = [newProvider(), newProvider()];
    expect((await takes(one, limits, NOON_MS)).kind).toBe('granted');
    expect((await takes(other, limits, NOON_MS)).kind).toBe('granted');
    expect((await takes(one, limits, NOON_MS)).kind).toBe('used_up');
  });

  test('are refused while a provider pauses, even over midnight', async () => {
    const provider = newProvider();
    await quota().rest(provider, MIDNIGHT_MS + 3_600_000, NOON_MS);
    const retryAfterSeconds = (MIDNIGHT_MS + 3_600_000 - NOON_MS) / 1000;
    expect(await takes(provider, MUCH, NOON_MS)).toEqual({ kind: 'used_up', retryAfterSeconds });
    expect((await takes(provider, MUCH, MIDNIGHT_MS + 1)).kind).toBe('used_up');
    expect((await takes(provider, MUCH, MIDNIGHT_MS + 3_600_000)).kind).toBe('granted');
  });
});
