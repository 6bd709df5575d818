/**
 * Retries a single write that DynamoDB refused because a transaction on the same row was in progress.
 * `TransactionConflictException` proves that nothing was written, so a retry is safe for every client, including the
 * meter's. The SDK itself never retries it, and stores need not. transact-write.ts handles conflicts between
 * transactions.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';

/** About a second and a half of waiting; a transaction takes tens of milliseconds. */
export const MAX_CONFLICT_ATTEMPTS = 12;

/** Changes the given client. @param wait waits before the next attempt; receives the number of failed attempts */
export function repeatConflicts(
  client: Pick<DynamoDBClient, 'middlewareStack'>,
  wait: (failedAttempts: number) => Promise<void> = waitWithFullJitter,
): void {
  client.middlewareStack.add(
    (next) => async (call) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await next(call);
        } catch (error) {
          if (!isConflict(error) || attempt === MAX_CONFLICT_ATTEMPTS) throw error;
          await wait(attempt);
        }
      }
    },
    { step: 'initialize', name: 'repeatConflicts', priority: 'low', override: true },
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof Error && error.name === 'TransactionConflictException';
}
