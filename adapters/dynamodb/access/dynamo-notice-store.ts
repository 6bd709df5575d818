/** Stores which notices were sent to whom, in rows that DynamoDB deletes after 100 days. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DOUBT_MS, type NoticeClaim, type NoticeStore } from '../../../core/dashboard/mail/send-email.ts';
import type { NoticeKey } from '../../../core/dashboard/mail/email-order.ts';
import { noticeKey } from '../accounts-table/account-keys.ts';

/** Longer than any period in which the same event can recur. */
const KEPT_SECONDS = 100 * 86_400;

export class DynamoNoticeStore implements NoticeStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async claim(key: NoticeKey, nowMs: number): Promise<NoticeClaim> {
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#tableName,
          Item: { ...noticeKey(key), claimed_at_ms: nowMs, expires_at: expiryOf(nowMs) },
          ConditionExpression: 'attribute_not_exists(pk) OR (attribute_not_exists(told) AND claimed_at_ms < :doubted)',
          ExpressionAttributeValues: { ':doubted': nowMs - DOUBT_MS },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return 'claimed';
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const isOpen = error.Item?.['claimed_at_ms'] !== undefined && error.Item['told'] === undefined;
      return isOpen ? 'in_doubt' : 'told';
    }
  }

  async told(key: NoticeKey, nowMs: number): Promise<void> {
    const Item = { ...noticeKey(key), told: true, expires_at: expiryOf(nowMs) };
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item }));
  }

  async release(key: NoticeKey): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#tableName, Key: { ...noticeKey(key) } }));
  }
}

function expiryOf(nowMs: number): number {
  return Math.ceil(nowMs / 1000) + KEPT_SECONDS;
}
