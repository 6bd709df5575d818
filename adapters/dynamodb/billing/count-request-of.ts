/** Counts the request of a debit that was not written: the call fails, but still counts toward the rate limit. */
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { requestCountUpdate } from './usage-updates.ts';

/**
 * This is best effort: the call has already failed, and if its minute has no requests left, the next call is refused.
 */
export async function countRequestOf(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
): Promise<void> {
  if (debit.kind === 'trial' || debit.request === undefined) return;
  await client.send(new UpdateCommand(requestCountUpdate(tableName, debit.request))).catch(() => undefined);
}
