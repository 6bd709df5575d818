import { setTimeout as sleep } from 'node:timers/promises';
import { TransactionConflictException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_CONFLICT_ATTEMPTS, repeatConflicts } from '../../../../adapters/dynamodb/client/repeat-conflicts.ts';
import { transactWrite } from '../../../../adapters/dynamodb/client/transact-write.ts';
import { DynamoRateCounter } from '../../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { DynamoRequestCounter } from '../../../../adapters/dynamodb/billing/dynamo-request-counter.ts';
import { DynamoSandboxCounter } from '../../../../adapters/dynamodb/billing/dynamo-sandbox-counter.ts';
import { usageKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { newAccountId } from '../../../../core/identifiers.ts';
import { AmazonConflicts } from '../../../support/stores/amazon-conflicts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;

beforeAll(async () => {
  tables = await openTables();
});
afterAll(() => tables.stop());

const Key = { pk: 'CONFLICT', sk: 'ROW' };
const met = (plan: FaultPlan, settings = {}) => {
  const client = testClient(tables.endpoint, settings);
  return { client, faults: injectFaults(plan, client) };
};
const conflicts =
  (times: number): FaultPlan =>
  ({ occurrence }) =>
    occurrence <= times ? 'conflict' : undefined;

describe('a single write that conflicts with a transaction', () => {
  test.each([1, 3])('is repeated by a client with at most %i attempts', async (maxAttempts) => {
    const TableName = tables.accountsTable;
    const writes = [
      new PutCommand({ TableName, Item: Key }),
      new UpdateCommand({ TableName, Key, UpdateExpression: 'ADD n :one', ExpressionAttributeValues: { ':one': 1 } }),
      new DeleteCommand({ TableName, Key }),
    ];
    for (const write of writes) {
      const { client, faults } = met(conflicts(3), { maxAttempts });
      await client.send(write as UpdateCommand);
      expect(faults.callCount).toBe(4);
    }
  });

  test('is written once, even if it was refused repeatedly', async () => {
    const { client } = met(conflicts(3), { maxAttempts: 1 });
    const counter = new DynamoRateCounter(client, tables.accountsTable);
    expect(await counter.count('ONCE', 0, 60_000)).toBe(1);
  });

  test('fails with the conflict after a limited number of attempts with growing delays', async () => {
    const { client, faults } = met(() => 'conflict');
    const waited: number[] = [];
    repeatConflicts(client, async (failedAttempts) => void waited.push(failedAttempts));
    const write = client.send(new PutCommand({ TableName: tables.accountsTable, Item: Key }));
    await expect(write).rejects.toBeInstanceOf(TransactionConflictException);
    expect(faults.callCount).toBe(MAX_CONFLICT_ATTEMPTS);
    expect(waited).toEqual(Array.from({ length: MAX_CONFLICT_ATTEMPTS - 1 }, (_, index) => index + 1));
  });

  test('is not repeated for any other reason', async () => {
    const { client, faults } = met(() => 'answer-lost', { maxAttempts: 1 });
    const write = client.send(new PutCommand({ TableName: tables.accountsTable, Item: Key }));
    await expect(write).rejects.toThrow('Injected');
    expect(faults.callCount).toBe(1);
  });

  test('counts free calls while the account’s own transactions run, under Amazon’s conflict rules', async () => {
    const rule = new AmazonConflicts();
    const accountId = newAccountId();
    const TableName = tables.accountsTable;
    const row = usageKey(accountId, '2026-11');
    const count = { accountId, periodKey: '2026-11', minute: 7, atMost: 100_000, outdated: [] };
    const [counting, writing] = [rule.rule(testClient(tables.endpoint)), rule.rule(testClient(tables.endpoint))];
    let isWriting = true;
    const write = async () => {
      for (let turn = 0; turn < 5; turn += 1) {
        const values = { UpdateExpression: 'ADD research :p', ExpressionAttributeValues: { ':p': 1 } };
        await transactWrite(writing, [{ Update: { TableName, Key: row, ...values } }]);
        await sleep(30);
      }
      isWriting = false;
    };
    const counts: (boolean | string)[] = [];
    const countOn = async () => {
      while (isWriting) counts.push(await new DynamoRequestCounter(counting, TableName).count(count));
    };
    await Promise.all([write(), countOn(), countOn()]);
    expect(new Set(counts)).toEqual(new Set([true]));
    const { Item } = await testClient(tables.endpoint).send(new GetCommand({ TableName, Key: row }));
    expect(Item).toMatchObject({ r7: counts.length, research: 5 });
    expect(rule.refused).toBeGreaterThan(0);
  });

  test('uses the sandbox’s items once', async () => {
    const { client } = met(conflicts(2), { maxAttempts: 1 });
    const sandbox = new DynamoSandboxCounter(client, tables.accountsTable);
    const read = { accountId: newAccountId(), day: '2026-11-23', items: 6, atMost: 10 };
    expect([await sandbox.take(read), await sandbox.take(read)]).toEqual([true, false]);
  });
});
