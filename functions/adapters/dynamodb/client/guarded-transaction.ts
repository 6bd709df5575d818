/** One TransactWriteItems whose lost condition is an outcome: whoever loses reads again and decides again. */
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** DynamoDB's limit of one transaction. */
export const MAX_TRANSACT_ITEMS = 100;

/** Reasons that prove that nothing was written, and that the same transaction, decided again, may succeed. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/** Writers of one row each win in turn, so a hundred losses in a row mean that something is wrong; with jitter they last half a minute. */
const MAX_CONFLICTS = 100;

/**
 * Writes all or nothing. The SDK sends a repeated attempt under the same token, so it is carried out once. Where nothing but another
 * transaction was in the way, no condition is known to be lost: the same one is sent again, and its decision stands.
 * @returns false when a condition was lost, or when other writers stayed in the way
 */
export async function transact(client: DynamoDBDocumentClient, items: readonly TransactItem[]): Promise<boolean> {
  for (let conflicts = 0; ; conflicts += 1) {
    const outcome = await sendOnce(client, items);
    if (outcome !== 'conflict') return outcome === 'written';
    if (conflicts === MAX_CONFLICTS) return false;
    await waitWithFullJitter(conflicts + 1);
  }
}

async function sendOnce(
  client: DynamoDBDocumentClient,
  items: readonly TransactItem[],
): Promise<'written' | 'overtaken' | 'conflict'> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: [...items] }));
    return 'written';
  } catch (error) {
    if (error instanceof TransactionInProgressException) return 'overtaken';
    if (!(error instanceof TransactionCanceledException)) throw error;
    const codes = (error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code).filter((code) => code !== 'None');
    if (codes.length > 0 && codes.every((code) => code === 'TransactionConflict')) return 'conflict';
    if (codes.some((code) => OVERTAKEN.has(code))) return 'overtaken';
    throw error;
  }
}
