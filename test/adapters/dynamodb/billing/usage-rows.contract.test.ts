/**
 * A release reads the usage rows of the previous and of the next release: rows without minutes, and rows with only
 * minutes.
 */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoEnrichmentStore } from '../../../../adapters/dynamodb/sourcing/dynamo-enrichment-store.ts';
import { readPeriodRow, readRefusingRow } from '../../../../adapters/dynamodb/billing/usage-rows.ts';
import { NOON_MS, openAccount } from '../../../support/fixtures/accounts.ts';
import { periodUsage } from '../../../support/fixtures/callers.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const MINUTE = NOON_MS / 60_000;

describe('the usage row of a period', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
  });
  afterAll(() => tables.stop());

  const stored = async (attributes: Record<string, number>) => {
    const opened = await openAccount(client, tables.accountsTable);
    const Item = { ...usageKey(opened.account.accountId, '2026-11'), ...attributes };
    await client.send(new PutCommand({ TableName: tables.accountsTable, Item }));
    return opened;
  };

  test('that only counts requests means that nothing was billed', async () => {
    const { account, client: key } = await stored({ [`r${MINUTE}`]: 3, [`r${MINUTE - 1}`]: 120 });
    const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, NOON_MS);
    expect(caller?.usage.periods).toEqual(new Map());
    expect(caller?.usage.minutes?.get('2026-11')).toEqual(
      new Map([
        [MINUTE, 3],
        [MINUTE - 1, 120],
      ]),
    );
    const reports = new DynamoAccountReports(client, tables.accountsTable);
    expect((await reports.readUsageHistory(account.accountId)).periods).toEqual(new Map());
    const enrichment = new DynamoEnrichmentStore(client, tables.accountsTable);
    expect(await enrichment.readUsage(account.accountId, '2026-11')).toBeUndefined();
    expect(readRefusingRow('2026-11', { pk: { S: 'x' }, [`r${MINUTE}`]: { N: '3' } })).toEqual({ usage: undefined });
  });

  test('of the previous release, without minutes, is read unchanged', async () => {
    const { client: key } = await stored({ tokens: 7, items: 1, calls: 1, committed: 14, price: 2, included: 5 });
    const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, NOON_MS);
    const usage = { tokens: 7, items: 1, calls: 1, committedNanoUsd: 14, priceNanoUsdPerToken: 2, tokensIncluded: 5 };
    expect(caller?.usage.periods.get('2026-11')).toEqual(periodUsage(usage));
    expect(caller?.usage.minutes?.get('2026-11')).toEqual(new Map());
  });

  test('includes its minutes', () => {
    expect(readPeriodRow({ [`r${MINUTE}`]: 120, price: 2 })).toEqual({
      usage: undefined,
      minutes: new Map([[MINUTE, 120]]),
      candidateDays: new Map(),
      counts: undefined,
    });
    expect(readPeriodRow({})).toEqual({
      usage: undefined,
      minutes: new Map(),
      candidateDays: new Map(),
      counts: undefined,
    });
  });
});
