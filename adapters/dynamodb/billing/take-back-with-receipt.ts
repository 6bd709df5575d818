/**
 * Takes back a debit and its receipt after their transaction got no response (docs/decisions/0220-receipts-of-the-http-api.md).
 * Each step is one transaction over both rows.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReceiptWrite } from '../../../core/billing/plans/receipt.ts';
import {
  receiptTakeBackStep,
  UnansweredDebitError,
  type ReceiptTakeBackStep,
} from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { readRefusedReceipt, receiptNotWritten, receiptTakeBack } from './receipt-rows.ts';
import { readSeenRow } from './usage-rows.ts';
import { repeatTakeBack } from './repeat-take-back.ts';
import { usageTakeBackByReceipt } from './usage-updates.ts';

/** The debit's transaction is sent twice, three seconds each: together with a last attempt here, this is the function's remaining time. */
const GIVE_UP_AFTER_MS = 4_000;

/** The time limit is checked only between steps, so a step with conflicting writes must end by itself. */
const CONFLICTS_PER_STEP = 3;

/** Takes back a debit and a receipt that were not answered, then returns the error of their call. */
export async function afterReceiptFailed(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  receipt: ReceiptWrite,
  error: unknown,
): Promise<unknown> {
  const isTakenBack = await takeBackWithReceipt(client, tableName, debit, receipt);
  return isTakenBack ? error : new UnansweredDebitError(debit, error);
}

/** Returns false when the debit's outcome is unknown; true also if it remains because another request was answered from its receipt. */
async function takeBackWithReceipt(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  receipt: ReceiptWrite,
): Promise<boolean> {
  return repeatTakeBack<Exclude<ReceiptTakeBackStep, 'done'>>(
    'take',
    async ({ step, voids }) => {
      const items = [
        { Update: usageTakeBackByReceipt(tableName, debit, step, voids) },
        receiptItem(tableName, receipt, step),
      ];
      const written = await transactWrite(client, items, { maxAttempts: CONFLICTS_PER_STEP });
      if (written.kind === 'written') return undefined;
      const [ofRow, ofReceipt] = written.reasons;
      const row = ofRow?.Code === REFUSED ? readSeenRow(usageKeyOf(debit), debit.mark.id, ofRow.Item) : undefined;
      const next = receiptTakeBackStep(debit, receipt.receipt.requestId, {
        ...(row !== undefined && { row }),
        ...(ofReceipt?.Code === REFUSED && { receipt: { found: readRefusedReceipt(ofReceipt.Item) } }),
      });
      return { step: next, voids: row?.voids ?? voids };
    },
    { giveUpAfterMs: GIVE_UP_AFTER_MS },
  );
}

const REFUSED = 'ConditionalCheckFailed';

function receiptItem(
  tableName: string,
  receipt: ReceiptWrite,
  step: Exclude<ReceiptTakeBackStep, 'done'>,
): TransactItem {
  return step === 'void' ? receiptNotWritten(tableName, receipt) : receiptTakeBack(tableName, receipt);
}
