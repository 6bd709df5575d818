/** One TransactWriteItems whose lost condition is an outcome: whoever loses looks again and decides anew. */
import { TransactionCanceledException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';
import {
  TransactWriteCommand,
  type DynamoDBDocumentClient,
  type TransactWriteCommandInput,
} from '@aws-sdk/lib-dynamodb';

export type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** DynamoDB's limit of one transaction. */
export const MAX_TRANSACT_ITEMS = 100;

/** Reasons that prove that nothing was written, and that the same transaction, decided anew, may succeed. */
const OVERTAKEN: ReadonlySet<string | undefined> = new Set([
  'ConditionalCheckFailed',
  'TransactionConflict',
  'ProvisionedThroughputExceeded',
  'ThrottlingError',
]);

/**
 * Writes all or nothing. The SDK sends a repeated attempt under the same token, so it is carried out once.
 * @returns false when a condition was lost or another writer was in the way
 */
export async function transact(client: DynamoDBDocumentClient, items: readonly TransactItem[]): Promise<boolean> {
  try {
    await client.send(new TransactWriteCommand({ TransactItems: [...items] }));
    return true;
  } catch (error) {
    if (error instanceof TransactionInProgressException) return false;
    if (error instanceof TransactionCanceledException && wasOvertaken(error)) return false;
    throw error;
  }
}

function wasOvertaken({ CancellationReasons = [] }: TransactionCanceledException): boolean {
  return CancellationReasons.some(({ Code }) => OVERTAKEN.has(Code));
}
