/**
 * Takes back a debit whose write was not answered (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Each attempt is one conditional write,
 * decided from the row as it was last seen; it voids the debit, so that any attempt may be repeated, land late or be lost, and the debit is taken back once.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { takeBackStep, UnansweredDebitError, type TakeBackStep } from '../../../core/billing/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/usage-debit.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { readSeenRow } from './usage-rows.ts';
import { usageTakeBackUpdate } from './usage-updates.ts';

/** Together with a last attempt of three seconds, this is the function's remaining time after a debit that timed out. */
const GIVE_UP_AFTER_MS = 5_000;

/** The error of a call whose debit was not answered. The debit is taken back first. */
export async function afterDebitFailed(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  error: unknown,
  nowMs: () => number = () => performance.now(),
): Promise<unknown> {
  const isTakenBack = await takeBackDebit(client, tableName, debit, nowMs);
  return isTakenBack ? error : new UnansweredDebitError(debit, error);
}

/** False when the debit could not be taken back in time, so that the charge may remain. */
export async function takeBackDebit(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  nowMs: () => number,
): Promise<boolean> {
  const startedMs = nowMs();
  // The likely case first, without a read: if the write is refused, it returns the row as it is.
  let step: TakeBackStep = 'take';
  let voids: ReadonlyMap<string, number> = new Map();
  let failures = 0;
  while (step !== 'done' && nowMs() - startedMs < GIVE_UP_AFTER_MS) {
    try {
      await client.send(new UpdateCommand(usageTakeBackUpdate(tableName, debit, step, voids)));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) {
        const seen = readSeenRow(usageKeyOf(debit), debit.mark.id, error.Item);
        step = takeBackStep(debit, seen);
        ({ voids } = seen);
      } else await waitWithFullJitter((failures += 1));
    }
  }
  return step === 'done';
}
