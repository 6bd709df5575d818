import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rateKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoRateCounter } from '../../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { RateWindows } from '../../../../core/billing/rate-limit/rate-window.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const MINUTE_MS = Date.UTC(2026, 10, 18, 12);

describe('rate limits in the store', () => {
  let tables: OpenTables;

  beforeAll(async () => {
    tables = await openTables();
  });
  afterAll(async () => tables.stop());

  test('let exactly the limit pass for two concurrent processes', async () => {
    const newProcess = () => new RateWindows(new DynamoRateCounter(testClient(tables.endpoint), tables.accountsTable));
    const [one, other] = [newProcess(), newProcess()];
    const verdicts = await Promise.all(
      Array.from({ length: 300 }, (_, index) =>
        (index % 2 === 0 ? one : other).take('ADDRESS#a', 60, MINUTE_MS + index),
      ),
    );
    expect(verdicts.filter(({ allowed }) => allowed)).toHaveLength(60);
  });

  test('cost one write unit a request, and their rows are deleted after the window', async () => {
    const client = testClient(tables.endpoint);
    const seen = observe(client);
    await new DynamoRateCounter(client, tables.accountsTable).count('ADDRESS#b', MINUTE_MS, MINUTE_MS + 60_000);
    expect(seen.writeUnits()).toBe(1);
    const { Item } = await client.send(
      new GetCommand({ TableName: tables.accountsTable, Key: { ...rateKey('ADDRESS#b', MINUTE_MS) } }),
    );
    expect(Item).toEqual({
      pk: 'RATE#ADDRESS#b',
      sk: '2026-11-18T12:00:00.000Z',
      requests: 1,
      expires_at: MINUTE_MS / 1000 + 60 + 3600,
    });
  });
});
