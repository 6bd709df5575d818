/** Receipts when answers are lost: no charge stays in silence because of another request with the same key. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoReceiptStore } from '../../../../adapters/dynamodb/billing/dynamo-receipt-store.ts';
import { receiptPut } from '../../../../adapters/dynamodb/billing/receipt-rows.ts';
import { afterReceiptFailed } from '../../../../adapters/dynamodb/billing/take-back-with-receipt.ts';
import { usageDebitUpdate } from '../../../../adapters/dynamodb/billing/usage-updates.ts';
import { transactWrite } from '../../../../adapters/dynamodb/client/transact-write.ts';
import { DynamoDoubtStore } from '../../../../adapters/dynamodb/billing/dynamo-doubt-store.ts';
import { RequestReceipt } from '../../../../core/billing/meter/request-receipt.ts';
import { prepareDebit, type BillableCaller } from '../../../../core/billing/meter/usage-debit.ts';
import type { Receipt } from '../../../../core/billing/accounts/receipt.ts';
import { NOON_MS, openAccount, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults, type FaultPlan } from '../../../support/stores/faulty-client.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;

beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
});
afterAll(() => tables.stop());

/** A request with the account's key that read the receipt `seen`: what it writes, and its debit. */
async function requestOf({ client: key }: OpenedAccount, requestId: string, tokens: number, seen?: Receipt) {
  const { accountId, clientId } = key;
  const place = { accountId, clientId, keyHash: 'h'.repeat(64) };
  const caller = await new DynamoClientStore(client, tables.accountsTable).readCaller(key, NOON_MS);
  const receipt = new RequestReceipt(place, { fingerprint: 'f', requestId }, seen, NOON_MS);
  const owed = receipt.owed({ tokens, items: 1 });
  const write = receipt.write(owed);
  const debit = valueOf(prepareDebit(caller as unknown as BillableCaller, { ...owed, parts: 0 }, NOON_MS));
  const land = () =>
    transactWrite(client, [
      { Update: usageDebitUpdate(tables.accountsTable, debit) },
      receiptPut(tables.accountsTable, write),
    ]);
  return { place, debit, write, land };
}

const faulty = (plan: FaultPlan) => {
  const own = testClient(tables.endpoint, { maxAttempts: 1 });
  return { own, faults: injectFaults(plan, own) };
};

test('a receipt whose keep got no answer is kept by a second attempt', async () => {
  const opened = await openAccount(client, tables.accountsTable);
  const { place, write, land } = await requestOf(opened, 'req_1', 100);
  await land();
  const { own, faults } = faulty(({ occurrence }) => (occurrence === 1 ? 'answer-lost' : undefined));
  const store = new DynamoReceiptStore(own, tables.accountsTable);
  expect(await store.keep(place, write.receipt)).toEqual({ kind: 'kept' });
  expect(faults.injected).toHaveLength(1);
});

test('a receipt whose keep never got an answer is reported with account and amount', async () => {
  const opened = await openAccount(client, tables.accountsTable);
  const { place, write, land } = await requestOf(opened, 'req_1', 100);
  await land();
  const store = new DynamoReceiptStore(faulty(() => 'answer-lost').own, tables.accountsTable);
  await expect(store.keep(place, write.receipt)).rejects.toThrow(
    `The charge of 100 tokens by request req_1 of ${place.clientId} on ${place.accountId} may stand`,
  );
});

test('a charge that lands late, and whose receipt another request writes over before the void, is in doubt', async () => {
  const opened = await openAccount(client, tables.accountsTable);
  const first = await requestOf(opened, 'req_1', 100);
  await first.land();
  const late = await requestOf(opened, 'req_2', 200, first.write.receipt);
  const own = testClient(tables.endpoint);
  let writes = 0;
  own.middlewareStack.add(
    (next) => async (call) => {
      writes += 1;
      if (writes === 2) {
        await late.land();
        await (await requestOf(opened, 'req_3', 300, late.write.receipt)).land();
      }
      return next(call);
    },
    { step: 'initialize', name: 'landBetween' },
  );
  const error = await afterReceiptFailed(own, tables.accountsTable, late.debit, late.write, new Error('lost'));
  expect(error).toMatchObject({ name: 'UnansweredDebitError' });
  const charges = await new DynamoDoubtStore(client, tables.accountsTable).listCharges(opened.account.accountId);
  expect(charges).toMatchObject([{ debitId: late.debit.mark.id, amounts: { tokens: 100 } }]);
});
