/** Takes back a debit after its write was not answered (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { takeBackStep, UnansweredDebitError, type TakeBackStep } from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { repeatTakeBack } from './repeat-take-back.ts';
import { readSeenRow } from './usage-rows.ts';
import { usageTakeBackUpdate } from './usage-updates.ts';

/** Together with a last attempt of three seconds, this is the function's remaining time after a debit that timed out. */
const GIVE_UP_AFTER_MS = 5_000;

/** Takes back a debit that was not answered, then returns the error of its call. */
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

/** Returns false when the debit could not be taken back in time, so that the charge may remain. */
export async function takeBackDebit(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  nowMs: () => number,
): Promise<boolean> {
  // The likely case is tried first, without a read: a refused write returns the current row.
  return repeatTakeBack<Exclude<TakeBackStep, 'done'>>(
    'take',
    async ({ step, voids }) => {
      try {
        await client.send(new UpdateCommand(usageTakeBackUpdate(tableName, debit, step, voids)));
        return undefined;
      } catch (error) {
        if (!(error instanceof ConditionalCheckFailedException)) throw error;
        const seen = readSeenRow(usageKeyOf(debit), debit.mark.id, error.Item);
        return { step: takeBackStep(debit, seen), voids: seen.voids };
      }
    },
    { giveUpAfterMs: GIVE_UP_AFTER_MS, nowMs },
  );
}
