/**
 * A transaction that is either done or refused by a condition. What only stood in the way of another write is tried again:
 * a cancelled transaction has written nothing, and the SDK repeats a lost answer under the same token.
 */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const MAX_ATTEMPTS = 12;
const IN_THE_WAY: ReadonlySet<string> = new Set([
  'None',
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/** @throws the SDK's own errors, and the cancellation that is no matter of conditions or that stayed in the way */
export async function runTransaction(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
): Promise<'done' | 'refused'> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: [...items] }));
      return 'done';
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code);
      if (codes.includes('ConditionalCheckFailed')) return 'refused';
      if (attempt === MAX_ATTEMPTS || !codes.every((code) => IN_THE_WAY.has(code))) throw error;
      await waitWithFullJitter(attempt);
    }
  }
}
