/**
 * Counts requests to research providers in the Accounts table, in a row per minute and a row per day. Each count is
 * raised only below its limit, however many workers run. A write with a lost answer may count twice; then fewer
 * requests are sent, never more.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Permission, ProviderQuota, RequestLimits } from '../../../core/sourcing/research/provider-quota.ts';
import { providerDayKey, providerMinuteKey } from '../accounts-table/account-keys.ts';
import type { RowKey } from '../client/row-key.ts';
import { DAY_MS, MINUTE_MS, nextStart, secondsUntil } from '../../../core/time.ts';

const KEPT_SECONDS = 3 * 86_400;

export class DynamoProviderQuota implements ProviderQuota {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /**
   * The minute is counted first: a request that the day's limit refuses then only uses up a minute's count, which soon
   * expires.
   */
  async take(provider: string, { perMinute, perDay }: RequestLimits, nowMs: number): Promise<Permission> {
    const inMinute = await this.#count(providerMinuteKey(provider, nowMs), perMinute, nowMs);
    if (inMinute.kind === 'refused') return usedUpUntil(nextStart(MINUTE_MS, nowMs), nowMs);
    const inDay = await this.#count(providerDayKey(provider, nowMs), perDay, nowMs);
    if (inDay.kind === 'counted') return { kind: 'granted' };
    return usedUpUntil(inDay.restingUntilMs > nowMs ? inDay.restingUntilMs : nextStart(DAY_MS, nowMs), nowMs);
  }

  async rest(provider: string, untilMs: number, nowMs: number): Promise<void> {
    const lastMs = Math.min(untilMs, nowMs + 2 * DAY_MS);
    for (let dayMs = nowMs; dayMs < lastMs; dayMs = nextStart(DAY_MS, dayMs)) {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key: providerDayKey(provider, dayMs),
          UpdateExpression: 'SET resting_until_ms = :until, expires_at = :expires',
          ExpressionAttributeValues: { ':until': lastMs, ':expires': expiresAt(dayMs) },
        }),
      );
    }
  }

  async #count(
    Key: RowKey,
    most: number,
    nowMs: number,
  ): Promise<{ readonly kind: 'counted' } | { readonly kind: 'refused'; readonly restingUntilMs: number }> {
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#tableName,
          Key,
          UpdateExpression: 'SET expires_at = :expires ADD requests :one',
          ConditionExpression:
            '(attribute_not_exists(requests) OR requests < :most) AND (attribute_not_exists(resting_until_ms) OR resting_until_ms <= :now)',
          ExpressionAttributeValues: { ':expires': expiresAt(nowMs), ':one': 1, ':most': most, ':now': nowMs },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      );
      return { kind: 'counted' };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // Rows inside errors are in DynamoDB's wire format.
      return { kind: 'refused', restingUntilMs: Number(error.Item?.['resting_until_ms']?.N ?? 0) };
    }
  }
}

function usedUpUntil(untilMs: number, nowMs: number): Permission {
  return { kind: 'used_up', retryAfterSeconds: secondsUntil(untilMs, nowMs) };
}

function expiresAt(ms: number): number {
  return Math.ceil(ms / 1000) + KEPT_SECONDS;
}
