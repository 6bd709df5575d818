/**
 * Debits with a receipt: both in one transaction, or neither. Its client may repeat calls by itself: every attempt carries one token. An answer that stays
 * lost is not taken back, for the receipt is there if the debit is (docs/decisions/0220-receipts-of-the-http-api.md).
 */
import type { CancellationReason } from '@aws-sdk/client-dynamodb';
import { GetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReceiptWrite } from '../../../core/accounts/receipt.ts';
import type { PeriodUsage, TrialUsage } from '../../../core/accounts/usage.ts';
import type { DebitOutcome } from '../../../core/billing/account-ledger.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/usage-debit.ts';
import { usageKey } from '../accounts-table/account-keys.ts';
import { transactWrite } from '../client/transact-write.ts';
import { readRefusedReceipt, receiptPut } from './receipt-rows.ts';
import { readRefusedPeriodRow, readRefusedUsageRow, readUsageRow } from './usage-rows.ts';
import { usageReserveUpdate } from './usage-updates.ts';

export class DynamoReceiptLedger {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** @throws when it is unknown whether debit and receipt were written */
  async debit(debit: UsageDebit, receipt: ReceiptWrite): Promise<DebitOutcome> {
    const written = await transactWrite(this.#client, [
      { Update: usageReserveUpdate(this.#tableName, debit) },
      receiptPut(this.#tableName, receipt),
    ]);
    if (written.kind === 'refused') return refusal(debit, written.reasons);
    return { kind: 'debited', usage: await this.#readUsage(debit).catch(() => undefined) };
  }

  async #readUsage(debit: UsageDebit): Promise<PeriodUsage | TrialUsage | undefined> {
    const key = usageKeyOf(debit);
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: usageKey(debit.accountId, key), ConsistentRead: true }),
    );
    return Item && readUsageRow(key, Item);
  }
}

/** The receipt first: whoever lost to another request with the key is to be answered for it. */
function refusal(debit: UsageDebit, [usage, receipt]: readonly CancellationReason[]): DebitOutcome {
  if (receipt?.Code === 'ConditionalCheckFailed')
    return { kind: 'receipt_changed', receipt: readRefusedReceipt(receipt.Item) };
  if (debit.kind === 'trial' || debit.request === undefined)
    return { kind: 'refused', usage: readRefusedUsageRow(usageKeyOf(debit), usage?.Item) };
  const row = readRefusedPeriodRow(usage?.Item);
  const { minute, atMost } = debit.request;
  return (row.minutes.get(minute) ?? 0) >= atMost ? { kind: 'minute_full' } : { kind: 'refused', usage: row.usage };
}
