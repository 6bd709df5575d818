/**
 * Takes a debit back whose write was not answered (docs/decisions/0191-an-unanswered-charge-is-taken-back.md). Each attempt is one conditional write on
 * the row as it was last seen; it voids the debit, so that any attempt may be repeated, land late or be lost, and the debit is taken back once.
 */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { takeBackStep } from '../../../core/billing/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/usage-debit.ts';
import { waitWithFullJitter } from '../client/full-jitter.ts';
import { readSeenRow, type SeenRow } from './usage-rows.ts';
import { usageTakeBackUpdate } from './usage-updates.ts';

/** With a last attempt of three seconds, what is left of the function's time after a debit that timed out. */
const GIVE_UP_AFTER_MS = 5_000;

/** Debits of the same account may come between so often. */
const MAX_ATTEMPTS = 40;

/** What is assumed of the row at first: the refusal of a write on that shows what it is, and costs no read. */
const NO_ROW: SeenRow = { recent: [], isVoid: false, usage: undefined, voids: new Map() };

/** False: it could not be done in time, and the charge may stand. */
export async function takeBackDebit(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  nowMs: () => number,
): Promise<boolean> {
  const startedMs = nowMs();
  let seen = NO_ROW;
  let failures = 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && nowMs() - startedMs < GIVE_UP_AFTER_MS; attempt += 1) {
    const step = takeBackStep(debit, seen);
    if (step === 'done') return true;
    try {
      await client.send(new UpdateCommand(usageTakeBackUpdate(tableName, debit, step, seen)));
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException)
        seen = readSeenRow(usageKeyOf(debit), debit.mark.id, error.Item);
      else await waitWithFullJitter((failures += 1));
    }
  }
  return false;
}
