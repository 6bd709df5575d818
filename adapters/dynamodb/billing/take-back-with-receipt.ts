/**
 * Takes back a debit and its receipt after their transaction got no response
 * (docs/decisions/0220-receipts-of-the-http-api.md). Each step is one transaction over both rows.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { ReceiptWrite } from '../../../core/billing/accounts/receipt.ts';
import {
  receiptTakeBackStep,
  UnansweredDebitError,
  type DecidedStep,
  type TakeBackResult,
} from '../../../core/billing/meter/take-back.ts';
import { usageKeyOf, type UsageDebit } from '../../../core/billing/meter/usage-debit.ts';
import { transactWrite, type TransactItem } from '../client/transact-write.ts';
import { readRefusedReceipt, receiptNotWritten, receiptTakeBack, receiptUnwritten } from './receipt-rows.ts';
import { readSeenRow } from './usage-rows.ts';
import { doubtPut } from './doubt-rows.ts';
import { CONFLICTS_PER_STEP, repeatTakeBack } from './repeat-take-back.ts';
import { usageTakeBackUpdate } from './take-back-updates.ts';

/**
 * The debit's transaction is sent twice, three seconds each: together with a last attempt here, this is the function's
 * remaining time.
 */
const GIVE_UP_AFTER_MS = 4_000;

/** Takes back a debit and a receipt that were not answered, then returns the error of their call. */
export async function afterReceiptFailed(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  receipt: ReceiptWrite,
  error: unknown,
): Promise<unknown> {
  const result = await takeBackWithReceipt(client, tableName, debit, receipt);
  return result === 'taken_back' ? error : new UnansweredDebitError(debit, result, error);
}

/** Returns `taken_back` also if the debit remains because a repeat was answered from its receipt. */
async function takeBackWithReceipt(
  client: DynamoDBDocumentClient,
  tableName: string,
  debit: UsageDebit,
  receipt: ReceiptWrite,
): Promise<TakeBackResult> {
  return repeatTakeBack(
    { step: 'take', known: { absentAfter: undefined, isWritten: true } },
    async ({ step, known, voids }) => {
      const items = takeBackItems(tableName, debit, receipt, { step, known, voids });
      const written = await transactWrite(client, items, { maxAttempts: CONFLICTS_PER_STEP });
      if (written.kind === 'written') return undefined;
      const [ofRow, ofReceipt] = written.reasons;
      const row = ofRow?.Code === REFUSED ? readSeenRow(usageKeyOf(debit), debit.mark.id, ofRow.Item) : undefined;
      const next = receiptTakeBackStep(debit, receipt, {
        ...(row !== undefined && { row }),
        ...(ofReceipt?.Code === REFUSED && { receipt: { found: readRefusedReceipt(ofReceipt.Item) } }),
      });
      return { ...next, voids: row?.voids ?? voids };
    },
    { giveUpAfterMs: GIVE_UP_AFTER_MS },
  );
}

/** One step, as the items of a transaction: the usage row first, then the receipt. */
export function takeBackItems(
  tableName: string,
  debit: UsageDebit,
  receipt: ReceiptWrite,
  { voids, ...decided }: DecidedStep & { readonly voids: ReadonlyMap<string, number> },
): TransactItem[] {
  return [
    { Update: usageTakeBackUpdate(tableName, debit, decided, voids, 'receipt') },
    ...receiptItems(tableName, receipt, decided),
    ...(decided.step === 'doubt' ? [doubtPut(tableName, debit)] : []),
  ];
}

const REFUSED = 'ConditionalCheckFailed';

/**
 * What shows that the step is still right: nothing is required of the receipt where the row lacks the amounts of a
 * debit that was written.
 */
function receiptItems(tableName: string, receipt: ReceiptWrite, { step, known }: DecidedStep): TransactItem[] {
  if (step === 'take' || step === 'reopen') return [receiptTakeBack(tableName, receipt)];
  if (step === 'void') return [receiptUnwritten(tableName, receipt)];
  return known.isWritten ? [] : [receiptNotWritten(tableName, receipt)];
}
