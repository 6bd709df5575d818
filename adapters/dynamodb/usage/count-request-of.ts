/** Counts the request of a debit that was not written: the call fails, and counts in the rate all the same. */
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { UsageDebit } from '../../../core/billing/usage-debit.ts';
import { requestCountUpdate } from './usage-updates.ts';

/** Best effort: the call has failed already, and a full minute refuses the next one. */
export async function countRequestOf(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
): Promise<void> {
  if (debit.kind === 'trial' || debit.request === undefined) return;
  await client.send(new UpdateCommand(requestCountUpdate(tableName, debit.request))).catch(() => undefined);
}
