/** Counts requests in rows of the Accounts table that DynamoDB deletes some time after their window. */
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { RateCounter } from '../../../core/billing/rate-limit/rate-counter.ts';
import { rateKey } from '../accounts-table/account-keys.ts';

/** Rows outlive their window, so that a machine with a slow clock still finds its count. */
const KEPT_AFTER_END_SECONDS = 3600;

export class DynamoRateCounter implements RateCounter {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async count(subject: string, windowStartMs: number, windowEndMs: number): Promise<number> {
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: rateKey(subject, windowStartMs),
        UpdateExpression: 'SET expires_at = :expires ADD requests :one',
        ExpressionAttributeValues: { ':expires': Math.ceil(windowEndMs / 1000) + KEPT_AFTER_END_SECONDS, ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.['requests']);
  }
}
