/**
 * One transaction, written once or not at all. What only stood in its way, another write or a throttle, has written nothing: the same transaction
 * is sent again. A lost condition is an outcome: the caller reads again and decides again.
 */
import { randomUUID } from 'node:crypto';
import {
  TransactionCanceledException,
  TransactionInProgressException,
  type CancellationReason,
} from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

export type Transacted =
  | { readonly kind: 'written' }
  /** One reason an item, in order; at least one of them is `ConditionalCheckFailed`. Nothing was written. */
  | { readonly kind: 'refused'; readonly reasons: readonly CancellationReason[] };

/** DynamoDB's limit of one transaction. */
export const MAX_TRANSACT_ITEMS = 100;

/** Some three seconds of waiting, within the time of a request. */
const MAX_ATTEMPTS = 20;

const IN_THE_WAY: ReadonlySet<string> = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
]);

/**
 * All attempts carry one token, which DynamoDB remembers for ten minutes: a transaction whose answer was lost is not carried out twice.
 * @param maxAttempts more for writers that have the time
 * @throws the SDK's own errors, and the cancellation that has nothing to do with conditions, or whose cause stayed in the way
 */
export async function transactWrite(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
  { maxAttempts } = { maxAttempts: MAX_ATTEMPTS },
): Promise<Transacted> {
  const command = new TransactWriteCommand({ TransactItems: [...items], ClientRequestToken: randomUUID() });
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.send(command);
      return { kind: 'written' };
    } catch (error) {
      const reasons = error instanceof TransactionCanceledException ? (error.CancellationReasons ?? []) : [];
      if (reasons.some(({ Code }) => Code === 'ConditionalCheckFailed')) return { kind: 'refused', reasons };
      if (!isPassing(error, reasons) || attempt === maxAttempts) throw error;
      await waitWithFullJitter(attempt);
    }
  }
}

/** Whether another attempt may succeed: every item that was not accepted met another write or a throttle. */
function isPassing(error: unknown, reasons: readonly CancellationReason[]): boolean {
  if (error instanceof TransactionInProgressException) return true;
  const codes = reasons.map(({ Code = 'None' }) => Code).filter((code) => code !== 'None');
  return codes.length > 0 && codes.every((code) => IN_THE_WAY.has(code));
}
