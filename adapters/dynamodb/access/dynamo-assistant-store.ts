/**
 * Stores the activity of connected assistants in the Accounts table. DynamoDB deletes a day's row some time after it
 * stops counting.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type {
  AssistantActivityStore,
  AssistantUse,
  DayAmounts,
} from '../../../core/access/assistants/assistant-activity.ts';
import type { Introduction } from '../../../core/billing/accounts/caller.ts';
import type { IntroductionStore } from '../../../core/access/assistants/introduced-name.ts';
import type { ClientIdentity } from '../../../core/identifiers.ts';
import { activityKey, assistantKey, clientKey } from '../accounts-table/account-keys.ts';

/** Covers a period until its statement is closed, including late research and a week for the operator. */
const KEPT_SECONDS = 60 * 86_400;

export class DynamoAssistantStore implements AssistantActivityStore, IntroductionStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async addName(use: AssistantUse, atMost: number): Promise<boolean> {
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: clientKey(use),
          UpdateExpression: 'ADD assistants :names',
          ConditionExpression:
            'attribute_exists(pk) AND (attribute_not_exists(assistants) OR contains(assistants, :name) OR size(assistants) < :most)',
          ExpressionAttributeValues: { ':names': new Set([use.name]), ':name': use.name, ':most': atMost },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async addToDay(
    use: AssistantUse,
    day: string,
    { calls, billed, tokens }: DayAmounts,
    nowMs: number,
  ): Promise<number> {
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: activityKey(use.accountId, use.clientId, use.name, day),
        UpdateExpression:
          'SET expires_at = :expires, last_used_ms = :now, client_id = :client, #name = :name, #day = :day ADD calls :calls, billed :billed, tokens :tokens',
        ExpressionAttributeNames: { '#name': 'name', '#day': 'day' },
        ExpressionAttributeValues: {
          ':expires': Math.floor(nowMs / 1000) + KEPT_SECONDS,
          ':now': nowMs,
          ':client': use.clientId,
          ':name': use.name,
          ':day': day,
          ':calls': calls,
          ':billed': billed,
          ':tokens': tokens,
        },
        ReturnValues: 'UPDATED_NEW',
      }),
    );
    return Number(Attributes?.['calls']);
  }

  async noteIntroduction(client: ClientIdentity, introduction: Introduction): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: clientKey(client),
        UpdateExpression: 'SET introduction = :introduction',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeValues: { ':introduction': introduction },
      }),
    );
  }

  async noteUse(use: AssistantUse, nowMs: number): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#tableName,
        Key: assistantKey(use.accountId, use.clientId, use.name),
        UpdateExpression:
          'SET first_used_ms = if_not_exists(first_used_ms, :now), last_used_ms = :now, client_id = :client, #name = :name',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':now': nowMs, ':client': use.clientId, ':name': use.name },
      }),
    );
  }
}
