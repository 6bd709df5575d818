import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DynamoAccountReports } from '../../../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { DynamoAssistantStore } from '../../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { recordActivity } from '../../../../core/access/assistants/assistant-activity.ts';
import { listConnectedAssistants } from '../../../../core/access/assistants/list-assistants.ts';
import { revokeClient } from '../../../../core/access/administration/administer-clients.ts';
import { assistantStoreContract } from '../../../core/access/assistants/assistant-store-contract.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults } from '../../../support/stores/faulty-client.ts';
import { observe } from '../../../support/stores/observed-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';
import { DAY_MS } from '../../../../core/time.ts';

describe('connected assistants', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let store: DynamoAssistantStore;
  let reports: DynamoAccountReports;

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    store = new DynamoAssistantStore(client, tables.accountsTable);
    reports = new DynamoAccountReports(client, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  const open = () => openAccount(client, tables.accountsTable, { scopes: ['items:read', 'usage:read'] });
  assistantStoreContract(async () => ({ activity: store, list: reports, key: (await open()).client }));

  const use = async (opened: OpenedAccount, name: string, tokens: number, nowMs = NOON_MS, into = store) => {
    const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(opened.client, nowMs);
    if (caller === undefined) throw new Error('not stored');
    await recordActivity(into, caller, name, { billed: tokens > 0 ? 1 : 0, tokens }, nowMs);
  };
  const list = async ({ account }: OpenedAccount, nowMs = NOON_MS) =>
    listConnectedAssistants(reports, account.accountId, nowMs);

  test('are listed with key, permissions, first and last use, and the sums of 30 days', async () => {
    const opened = await open();
    await use(opened, 'claude 1', 100, NOON_MS - 40 * DAY_MS);
    await use(opened, 'claude 1', 10, NOON_MS - 29 * DAY_MS);
    await use(opened, 'claude 1', 5);
    await use(opened, 'claude 1', 5, NOON_MS + 1000);
    await use(opened, 'cursor 2', 0, NOON_MS - DAY_MS);
    expect(await list(opened, NOON_MS + 2000)).toEqual([
      {
        clientId: opened.client.clientId,
        name: 'claude 1',
        keyName: 'Test key',
        permissions: ['look_up', 'usage'],
        firstUsedMs: NOON_MS - 40 * DAY_MS,
        lastUsedMs: NOON_MS + 1000,
        billedCallsLast30Days: 3,
        callsLast30Days: 3,
        tokensLast30Days: 20,
        revoked: false,
      },
      expect.objectContaining({ name: 'cursor 2', billedCallsLast30Days: 0, callsLast30Days: 1, tokensLast30Days: 0 }),
    ]);
    valueOf(await revokeClient(opened.store, opened.client.clientId, OPERATOR, NOON_MS));
    expect((await list(opened)).map(({ revoked }) => revoked)).toEqual([true, true]);
  });

  test('cost one write per call, and one more for the first of a day and the first ever', async () => {
    const opened = await open();
    const watched = testClient(tables.endpoint);
    const seen = observe(watched);
    const counted = async (nowMs: number) => {
      seen.reset();
      await use(opened, 'claude 1', 1, nowMs, new DynamoAssistantStore(watched, tables.accountsTable));
      return seen.writeUnits();
    };
    const costs = [
      await counted(NOON_MS),
      await counted(NOON_MS + 1),
      await counted(NOON_MS + DAY_MS),
      await counted(NOON_MS + DAY_MS),
    ];
    expect(costs).toEqual([3, 1, 2, 1]);
  });

  test('have at most 20 names per key, even if calls run concurrently; the rest count as other', async () => {
    const opened = await open();
    await Promise.all(Array.from({ length: 40 }, (_, index) => use(opened, `made up ${index}`, 1)));
    await use(opened, 'late', 1);
    const assistants = await list(opened);
    expect(assistants).toHaveLength(21);
    expect(assistants.find(({ name }) => name === 'other')?.callsLast30Days).toBe(21);
    expect(assistants.reduce((sum, { callsLast30Days }) => sum + callsLast30Days, 0)).toBe(41);
  });

  test('are not lost if a process dies between its writes', async () => {
    const opened = await open();
    const dying = testClient(tables.endpoint);
    injectFaults(({ occurrence }) => (occurrence === 3 ? 'crash' : undefined), dying);
    await expect(
      use(opened, 'claude 1', 9, NOON_MS, new DynamoAssistantStore(dying, tables.accountsTable)),
    ).rejects.toThrow();
    expect(await list(opened)).toMatchObject([{ name: 'claude 1', firstUsedMs: NOON_MS, tokensLast30Days: 9 }]);
  });
});
