/**
 * Writes debits to usage rows in DynamoDB. The client must be made with `maxAttempts: 1`: the SDK's own retry after a
 * lost answer would bill twice. Only answers that prove that nothing was written are retried. After every other failure
 * the outcome of the write is unknown, and the debit is taken back
 * (docs/decisions/0191-an-unanswered-charge-is-taken-back.md).
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UsageStore, DebitResult } from '../../../core/billing/meter/usage-store.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { isThrottle } from '../client/transact-write.ts';
import { isUnanswered } from '../client/is-unanswered.ts';
import { countRequestOf } from './count-request-of.ts';
import { afterDebitFailed } from './take-back-debit.ts';
import { debited, readUsageRow, refusedDebit } from './usage-rows.ts';
import { usageDebitUpdate } from './usage-updates.ts';

const MAX_ATTEMPTS = 8;

export class DynamoUsageStore implements UsageStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;
  readonly #nowMs: () => number;

  /** @param client must never retry a call by itself @param nowMs a monotonic clock */
  constructor(client: DynamoDBDocumentClient, tableName: string, nowMs: () => number = () => performance.now()) {
    this.#client = client;
    this.#tableName = tableName;
    this.#nowMs = nowMs;
  }

  async debit(debit: UsageDebit): Promise<DebitResult> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#debitOnce(debit);
      } catch (error) {
        if (isUnanswered(error)) throw await afterDebitFailed(this.#client, this.#tableName, debit, error, this.#nowMs);
        // The client retries conflicts (repeat-conflicts.ts).
        if (attempt === MAX_ATTEMPTS || !isThrottle(error)) {
          await countRequestOf(this.#client, this.#tableName, debit);
          throw error;
        }
        await waitWithFullJitter(attempt);
      }
    }
  }

  async #debitOnce(debit: UsageDebit): Promise<DebitResult> {
    const key = usageKeyOf(debit);
    const update = usageDebitUpdate(this.#tableName, debit);
    try {
      const { Attributes } = await this.#client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }));
      const usage = readUsageRow(key, Attributes);
      if (usage === undefined) throw new Error('A debit left a row without terms');
      return debited(debit, usage, Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return refusedDebit(debit, error.Item);
    }
  }
}
