/**
 * The ledger on DynamoDB. Its client must be made with `maxAttempts: 1`: the SDK's own retry after a lost answer would bill twice.
 * Only answers that prove that nothing was written are tried again here; everything else is thrown, for it is unknown what it did.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AccountLedger, DebitOutcome } from '../../../core/billing/account-ledger.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/usage-debit.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { readRefusedPeriodRow, readRefusedUsageRow, readUsageRow } from './usage-rows.ts';
import { usageReserveUpdate } from './usage-updates.ts';

const MAX_ATTEMPTS = 8;

/** Errors by which DynamoDB says that it did not begin; conflicts are repeated by the client (repeat-conflicts.ts). An InternalServerError is not among them: it may have written. */
const NOTHING_WAS_WRITTEN: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
]);

export class DynamoAccountLedger implements AccountLedger {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client one that never repeats a call by itself */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async debit(debit: UsageDebit): Promise<DebitOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#drawOnce(debit);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof Error && NOTHING_WAS_WRITTEN.has(error.name))) throw error;
        await waitWithFullJitter(attempt);
      }
    }
  }

  async #drawOnce(debit: UsageDebit): Promise<DebitOutcome> {
    const key = usageKeyOf(debit);
    const update = usageReserveUpdate(this.#tableName, debit);
    try {
      const { Attributes } = await this.#client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }));
      const usage = readUsageRow(key, Attributes);
      if (usage === undefined) throw new Error('A debit left a row without terms');
      return { kind: 'debited', usage };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      if (debit.kind === 'trial' || debit.request === undefined)
        return { kind: 'refused', usage: readRefusedUsageRow(key, error.Item) };
      const { usage, minutes } = readRefusedPeriodRow(error.Item);
      const { minute, atMost } = debit.request;
      return (minutes.get(minute) ?? 0) >= atMost ? { kind: 'minute_full' } : { kind: 'refused', usage };
    }
  }
}
