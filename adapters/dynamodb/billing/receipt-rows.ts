/**
 * Maps receipts of requests with an Idempotency-Key (docs/decisions/0220-receipts-of-the-http-api.md) to rows of the
 * account's partition. DynamoDB deletes a row some time after the receipt has expired; until then, the row's time shows
 * that the receipt has expired.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../../../core/billing/accounts/receipt.ts';
import { receiptKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';

const KEPT_SECONDS = 86_400;

const receiptRowSchema = z.object({
  fingerprint: z.string(),
  tokens: z.number(),
  items: z.number(),
  request_id: z.string(),
  over: z.optional(z.string()),
  at_ms: z.number(),
  /** Written only if true. */
  kept: z._default(z.boolean(), false),
});

/** @throws when the row is not a receipt */
export function readReceiptRow(row: unknown): Receipt {
  const { request_id: requestId, at_ms: atMs, kept: isKept, ...receipt } = receiptRowSchema.parse(row);
  return { ...receipt, requestId, atMs, isKept };
}

/**
 * Reads from the transaction's cancellation the receipt that was not overwritten: the document client does not
 * translate rows inside errors.
 */
export function readRefusedReceipt(item: Readonly<Record<string, AttributeValue>> | undefined): Receipt | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  const plain = Object.entries(item).map(([name, { N, S, BOOL }]) => [name, N === undefined ? (S ?? BOOL) : Number(N)]);
  return readReceiptRow(Object.fromEntries(plain));
}

/** Replaces only the receipt that was read, because any other receipt belongs to another request. */
export function receiptPut(tableName: string, { place, seen, receipt, outdatedMs }: ReceiptWrite): TransactItem {
  return {
    Put: {
      TableName: tableName,
      Item: rowOf(place, receipt),
      ...(seen === undefined
        ? {
            ConditionExpression: 'attribute_not_exists(pk) OR at_ms <= :outdated',
            ExpressionAttributeValues: { ':outdated': outdatedMs },
          }
        : {
            // A receipt that is taken back is restored as it was seen.
            ConditionExpression: seen.isKept ? 'request_id = :seen' : UNKEPT,
            ExpressionAttributeValues: { ':seen': seen.requestId },
          }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

const UNKEPT = 'request_id = :seen AND attribute_not_exists(kept)';

/**
 * Replaces a receipt that was taken back, and is never valid. It exists because functions that serve callers may not
 * delete rows of an account.
 */
const TAKEN_BACK = { requestId: 'taken_back', tokens: 0, items: 0, atMs: 0, isKept: false } as const;

/** Undoes the write, only while it is the last one and no answer has been sent from it. */
export function receiptTakeBack(tableName: string, { place, seen, receipt }: ReceiptWrite): TransactItem {
  const { fingerprint, requestId, atMs } = receipt;
  return {
    Put: {
      TableName: tableName,
      Item: { ...rowOf(place, seen ?? { ...TAKEN_BACK, fingerprint }), expires_at: endOf(atMs) },
      ConditionExpression: UNKEPT,
      ExpressionAttributeValues: { ':seen': requestId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/**
 * Checks that the write has not happened: the receipt is where it would stand. The same rule as `isWrittenOver` in
 * core/billing/meter/take-back.ts.
 */
export function receiptUnwritten(tableName: string, { place, seen, receipt, outdatedMs }: ReceiptWrite): TransactItem {
  const standsThere =
    seen === undefined
      ? '(request_id <> :mine AND attribute_not_exists(#over))'
      : 'request_id = :seen OR (request_id <> :mine AND #over = :seen)';
  return {
    ConditionCheck: {
      TableName: tableName,
      Key: { ...receiptKey(place) },
      ConditionExpression: `attribute_not_exists(pk) OR at_ms <= :outdated OR ${standsThere}`,
      ExpressionAttributeNames: { '#over': 'over' },
      ExpressionAttributeValues: {
        ':mine': receipt.requestId,
        ':outdated': outdatedMs,
        ...(seen !== undefined && { ':seen': seen.requestId }),
      },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Checks only that the write is not the last one. */
export function receiptNotWritten(tableName: string, { place, receipt }: ReceiptWrite): TransactItem {
  return {
    ConditionCheck: {
      TableName: tableName,
      Key: { ...receiptKey(place) },
      ConditionExpression: 'attribute_not_exists(pk) OR request_id <> :mine',
      ExpressionAttributeValues: { ':mine': receipt.requestId },
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

/** Marks that an answer is sent from the receipt, if it is still the receipt that was seen. */
export function receiptKeep(tableName: string, place: ReceiptPlace, seen: Receipt) {
  return {
    TableName: tableName,
    Key: { ...receiptKey(place) },
    UpdateExpression: 'SET kept = :kept',
    ConditionExpression: 'request_id = :seen',
    ExpressionAttributeValues: { ':kept': true, ':seen': seen.requestId },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
}

function rowOf(place: ReceiptPlace, { fingerprint, tokens, items, requestId, over, atMs, isKept }: Receipt): Row {
  return {
    ...receiptKey(place),
    fingerprint,
    tokens,
    items,
    request_id: requestId,
    at_ms: atMs,
    ...(over !== undefined && { over }),
    ...(isKept && { kept: true }),
    expires_at: endOf(atMs),
  };
}

function endOf(atMs: number): number {
  return Math.ceil(atMs / 1000) + KEPT_SECONDS;
}
