/** Decides whether a failed write may have been carried out. */
import { DynamoDBServiceException, TransactionInProgressException } from '@aws-sdk/client-dynamodb';

/**
 * Whether the outcome of a write is unknown. A 4xx status means that it was not carried out, except for a transaction
 * that is still in progress; an InternalServerError may have written.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException) || error instanceof TransactionInProgressException) return true;
  const { httpStatusCode = 500 } = error.$metadata;
  return httpStatusCode < 400 || httpStatusCode >= 500;
}
