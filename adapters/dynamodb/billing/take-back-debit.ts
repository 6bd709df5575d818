/** Takes back a debit after its write was not answered (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). */
import { ConditionalCheckFailedException, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import {
  firstKnowledge,
  takeBackStep,
  UnansweredDebitError,
  type TakeBackResult,
} from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { transactWrite } from '../client/transact-write.ts';
import { doubtPut } from './doubt-rows.ts';
import { CONFLICTS_PER_STEP, repeatTakeBack } from './repeat-take-back.ts';
import { readSeenRow } from './usage-rows.ts';
import { usageTakeBackUpdate } from './take-back-updates.ts';
import type { UsageUpdate } from './usage-expression.ts';

/**
 * Together with a last attempt of three seconds, this is the function's remaining time after a debit that timed out.
 */
const GIVE_UP_AFTER_MS = 5_000;

/** Takes back a debit that was not answered, then returns the error of its call. */
export async function afterDebitFailed(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  error: unknown,
  nowMs: () => number = () => performance.now(),
): Promise<unknown> {
  const result = await takeBackDebit(client, tableName, debit, nowMs);
  return result === 'taken_back' ? error : new UnansweredDebitError(debit, result, error);
}

/** Any other outcome than `taken_back` means that the charge may remain. */
export async function takeBackDebit(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  nowMs: () => number,
): Promise<TakeBackResult> {
  // The likely case is tried first, without a read: a refused write returns the current row.
  return repeatTakeBack(
    { step: 'take', known: firstKnowledge(debit) },
    async ({ step, known, voids }) => {
      const update = usageTakeBackUpdate(tableName, debit, { step, known }, voids);
      const refused = await (step === 'doubt' ? writeDoubt(update) : writeAlone(update));
      if (refused === undefined) return undefined;
      const seen = readSeenRow(usageKeyOf(debit), debit.mark.id, refused.item);
      return { ...takeBackStep(debit, seen, known), voids: seen.voids };
    },
    { giveUpAfterMs: GIVE_UP_AFTER_MS, nowMs },
  );

  async function writeAlone(update: UsageUpdate): Promise<Refused | undefined> {
    try {
      await client.send(new UpdateCommand(update));
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { item: error.Item };
    }
  }

  async function writeDoubt(update: UsageUpdate): Promise<Refused | undefined> {
    const items = [{ Update: update }, doubtPut(tableName, debit)];
    const written = await transactWrite(client, items, { maxAttempts: CONFLICTS_PER_STEP });
    return written.kind === 'written' ? undefined : { item: written.reasons[0]?.Item };
  }
}

/** The row that refused a step. */
interface Refused {
  readonly item: Record<string, AttributeValue> | undefined;
}
