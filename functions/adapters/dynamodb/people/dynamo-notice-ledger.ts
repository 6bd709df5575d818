/** Which events were told to whom, in rows of the account that DynamoDB deletes after a while. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { NoticeLedger } from '../../../core/mail/carry-out-order.ts';
import { noticeKey } from '../accounts-table/account-keys.ts';

/** Longer than any period in which the same event can come again. */
const KEPT_SECONDS = 100 * 86_400;

export class DynamoNoticeLedger implements NoticeLedger {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async claim(accountId: string, event: string, personId: string, nowMs: number): Promise<boolean> {
    const Item = { ...noticeKey(accountId, event, personId), expires_at: Math.ceil(nowMs / 1000) + KEPT_SECONDS };
    const ConditionExpression = 'attribute_not_exists(pk)';
    try {
      await this.#client.send(new PutCommand({ TableName: this.#tableName, Item, ConditionExpression }));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async release(accountId: string, event: string, personId: string): Promise<void> {
    const Key = noticeKey(accountId, event, personId);
    await this.#client.send(new DeleteCommand({ TableName: this.#tableName, Key: { ...Key } }));
  }
}
