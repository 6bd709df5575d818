/**
 * The ledger on DynamoDB. Its client must be made with `maxAttempts: 1`: the SDK's own retry after a lost answer would bill twice.
 * Only answers that prove that nothing was written are tried again here; everything else is thrown, for nobody knows what it did.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { AccountLedger, DrawOutcome } from '../../core/billing/account-ledger.ts';
import { usageKeyOf, type Draw } from '../../core/billing/draw.ts';
import { waitWithFullJitter } from './full-jitter.ts';
import { readRefusedUsageRow, readUsageRow } from './usage-rows.ts';
import { usageReserveUpdate } from './usage-updates.ts';

const MAX_ATTEMPTS = 8;

/** Errors by which DynamoDB says that it did not begin. An InternalServerError is not among them: it may have written. */
const NOTHING_WAS_WRITTEN: ReadonlySet<string> = new Set([
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'ThrottlingException',
  'TransactionConflictException',
]);

export class DynamoAccountLedger implements AccountLedger {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  /** @param client one that never repeats a call by itself */
  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async draw(draw: Draw): Promise<DrawOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#drawOnce(draw);
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !(error instanceof Error && NOTHING_WAS_WRITTEN.has(error.name))) throw error;
        await waitWithFullJitter(attempt);
      }
    }
  }

  async #drawOnce(draw: Draw): Promise<DrawOutcome> {
    const key = usageKeyOf(draw);
    const update = usageReserveUpdate(this.#tableName, draw);
    try {
      const { Attributes } = await this.#client.send(new UpdateCommand({ ...update, ReturnValues: 'ALL_NEW' }));
      return { kind: 'drawn', usage: readUsageRow(key, Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { kind: 'refused', usage: readRefusedUsageRow(key, error.Item) };
    }
  }
}
