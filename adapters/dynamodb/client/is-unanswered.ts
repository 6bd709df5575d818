/** What an error tells of the write that it ended. */
import { DynamoDBServiceException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';

/**
 * Whether it is unknown what a write did. A status of 4xx says that it was not carried out, but for a transaction that is still under way; an
 * InternalServerError may have written.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException) || error instanceof TransactionInProgressException) return true;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 400 || httpStatusCode >= 500;
}
