import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { usageKey } from '../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { prepareDebit, type BillableCaller } from '../../../core/billing/meter/usage-debit.ts';
import { callerIn, NOON_MS } from '../../support/fixtures/callers.ts';
import { valueOf } from '../../support/fixtures/value-of.ts';
import { handlerDependencies } from '../../support/service/handler-on-tables.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { openTables } from '../../support/stores/tables.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['raises the metric of its alarm', -1_000, 1],
  ['raises none while every figure is at least 0', 0, 0],
])('a debit of a row that stays below 0 %s', async (_, tokens, expected) => {
  const written: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  for (const name of ['log', 'info', 'error'] as const)
    vi.spyOn(console, name).mockImplementation((text: unknown) => void written.push(String(text)));
  const tables = await openTables();
  const client = testClient(tables.endpoint);
  const { ports } = handlerDependencies({ tables, client, meterClient: client }, {});
  const caller = callerIn() as ReturnType<typeof callerIn> & BillableCaller;
  const debit = valueOf(prepareDebit(caller, { tokens: 10, items: 1, parts: 0 }, NOON_MS));
  if (debit.kind !== 'period') throw new Error('not the debit of a period');
  const { priceNanoUsdPerToken: price, tokensIncluded: included, monthlyFeeNanoUsd: fee } = debit.frozen;
  const row = { tokens, items: 1, calls: 1, committed: 0, price, included, ...(fee !== undefined && { fee }) };
  const key = usageKey(caller.account.accountId, debit.periodKey);
  await client.send(new PutCommand({ TableName: tables.accountsTable, Item: { ...key, ...row } }));
  expect(await ports.usageStore.debit(debit)).toMatchObject({ kind: 'debited', usage: { tokens: tokens + 10 } });
  expect(written.filter((line) => line.includes('"NegativeUsage"'))).toHaveLength(expected);
  client.destroy();
  await tables.stop();
});
