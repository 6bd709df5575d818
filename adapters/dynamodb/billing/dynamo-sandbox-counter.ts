/**
 * Counts the items that test keys read, in one row per day in the account's partition. DynamoDB deletes it some time
 * after the day.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReceiptWrite } from '../../../core/billing/accounts/receipt.ts';
import type { SandboxCounter, SandboxResult, SandboxRead } from '../../../core/billing/meter/sandbox.ts';
import { sandboxKey } from '../accounts-table/account-keys.ts';
import { transactWrite } from '../client/transact-write.ts';
import { readRefusedReceipt, receiptPut } from './receipt-rows.ts';

const KEPT_SECONDS = 3 * 86_400;

export class DynamoSandboxCounter implements SandboxCounter {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client must never retry a call by itself */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async take(read: SandboxRead): Promise<boolean> {
    if (read.items > read.atMost) return false;
    try {
      await this.#client.send(new UpdateCommand(this.#update(read)));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async takeWithReceipt(read: SandboxRead | undefined, receipt: ReceiptWrite): Promise<SandboxResult> {
    if (read !== undefined && read.items > read.atMost) return { kind: 'spent' };
    const written = await transactWrite(this.#client, [
      receiptPut(this.#tableName, receipt),
      ...(read === undefined ? [] : [{ Update: this.#update(read) }]),
    ]);
    if (written.kind === 'written') return { kind: 'taken' };
    const [refused] = written.reasons;
    if (refused?.Code !== 'ConditionalCheckFailed') return { kind: 'spent' };
    return { kind: 'receipt_changed', receipt: readRefusedReceipt(refused.Item) };
  }

  #update({ accountId, day, items, atMost }: SandboxRead) {
    return {
      TableName: this.#tableName,
      Key: sandboxKey(accountId, day),
      UpdateExpression: 'SET expires_at = :expires ADD #records :records',
      ConditionExpression: 'attribute_not_exists(#records) OR #records <= :most',
      ExpressionAttributeNames: { '#records': 'records' },
      ExpressionAttributeValues: {
        ':expires': Date.parse(`${day}T00:00:00Z`) / 1000 + KEPT_SECONDS,
        ':records': items,
        ':most': atMost - items,
      },
    };
  }
}
