/**
 * One transaction, written once or not at all. Its token lets a lost answer be asked for again, by the SDK and here, without writing twice
 * (DynamoDB remembers it for ten minutes); conflicts with other transactions, which prove that nothing was written, are tried again.
 */
import { randomUUID } from 'node:crypto';
import { TransactionCanceledException, type CancellationReason } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';

const MAX_ATTEMPTS = 20;
const NOTHING_WAS_WRITTEN: ReadonlySet<string | undefined> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Transacted =
  | { readonly kind: 'written' }
  /** One reason an item, in order; at least one of them is `ConditionalCheckFailed`. */
  | { readonly kind: 'cancelled'; readonly reasons: readonly CancellationReason[] };

export async function transactWrite(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
): Promise<Transacted> {
  const command = new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken: randomUUID() });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(command);
      return { kind: 'written' };
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const reasons = error.CancellationReasons ?? [];
      if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return { kind: 'cancelled', reasons };
      const passing = reasons.some(({ Code }) => NOTHING_WAS_WRITTEN.has(Code));
      if (!passing || attempt === MAX_ATTEMPTS) throw error;
      await waitWithFullJitter(attempt);
    }
  }
}
