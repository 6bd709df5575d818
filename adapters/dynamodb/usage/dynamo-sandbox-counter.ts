/** Counts the records that test keys read, a row a day in the account's partition; DynamoDB deletes it some time after the day. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { SandboxCounter, SandboxRead } from '../../../core/billing/sandbox.ts';
import { sandboxKey } from '../accounts-table/account-keys.ts';

const KEPT_SECONDS = 3 * 86_400;

export class DynamoSandboxCounter implements SandboxCounter {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client one that never retries a call by itself */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async take({ accountId, day, records, atMost }: SandboxRead): Promise<boolean> {
    if (records > atMost) return false;
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: sandboxKey(accountId, day),
          UpdateExpression: 'SET expires_at = :expires ADD #records :records',
          ConditionExpression: 'attribute_not_exists(#records) OR #records <= :most',
          ExpressionAttributeNames: { '#records': 'records' },
          ExpressionAttributeValues: {
            ':expires': Date.parse(`${day}T00:00:00Z`) / 1000 + KEPT_SECONDS,
            ':records': records,
            ':most': atMost - records,
          },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
