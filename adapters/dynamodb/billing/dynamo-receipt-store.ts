/**
 * Writes a debit and its receipt in one transaction. All attempts have the same token, so an attempt without a response
 * can be repeated once. If the second attempt gets no response either, debit and receipt are taken back
 * (docs/decisions/0220-receipts-of-the-http-api.md).
 */
import { ConditionalCheckFailedException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import { GetCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../../../core/billing/accounts/receipt.ts';
import type { DebitResult, KeepResult, ReceiptStore } from '../../../core/billing/meter/usage-store.ts';
import { UnansweredKeepError } from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { usageKey } from '../accounts-table/account-keys.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { transactWrite } from '../client/transact-write.ts';
import { isUnanswered } from '../client/is-unanswered.ts';
import { countRequestOf } from './count-request-of.ts';
import { readRefusedReceipt, receiptKeep, receiptPut } from './receipt-rows.ts';
import { afterReceiptFailed } from './take-back-with-receipt.ts';
import { debited, readUsageRow, refusedDebit } from './usage-rows.ts';
import { usageDebitUpdate } from './usage-updates.ts';

/** Three seconds each: together with the reads before, this is the function's remaining time. */
const KEEP_ATTEMPTS = 3;

export class DynamoReceiptStore implements ReceiptStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client must never retry a call by itself: there must be time to take a debit back */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** @throws as `UsageStore.debit` does */
  async debit(debit: UsageDebit, receipt: ReceiptWrite): Promise<DebitResult> {
    const items = [{ Update: usageDebitUpdate(this.#tableName, debit) }, receiptPut(this.#tableName, receipt)];
    const options = { clientRepeats: false, refusesInDoubt: false };
    const written = await transactWrite(this.#client, items, options).catch(async (error: unknown) => {
      if (isUnanswered(error)) throw await afterReceiptFailed(this.#client, this.#tableName, debit, receipt, error);
      await countRequestOf(this.#client, this.#tableName, debit);
      throw error;
    });
    if (written.kind === 'refused') return refusal(debit, written.reasons);
    const row = await this.#readRow(debit).catch(() => undefined);
    return debited(debit, row && readUsageRow(usageKeyOf(debit), row), row);
  }

  async keep(place: ReceiptPlace, seen: Receipt): Promise<KeepResult> {
    // Repeated, because a receipt that is kept without an answer would leave its charge without one.
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#client.send(new UpdateCommand(receiptKeep(this.#tableName, place, seen)));
        return { kind: 'kept' };
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException)
          return { kind: 'receipt_changed', receipt: readRefusedReceipt(error.Item) };
        if (!isUnanswered(error)) throw error;
        if (attempt === KEEP_ATTEMPTS) throw new UnansweredKeepError(place, seen, error);
        await waitWithFullJitter(attempt);
      }
    }
  }

  async #readRow(debit: UsageDebit): Promise<Record<string, unknown> | undefined> {
    const key = usageKeyOf(debit);
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: usageKey(debit.accountId, key), ConsistentRead: true }),
    );
    return Item;
  }
}

/** The receipt is checked first: a request that lost to another one with its key is answered from that receipt. */
function refusal(debit: UsageDebit, [usage, receipt]: readonly CancellationReason[]): DebitResult {
  if (receipt?.Code === 'ConditionalCheckFailed')
    return { kind: 'receipt_changed', receipt: readRefusedReceipt(receipt.Item) };
  return refusedDebit(debit, usage?.Item);
}
