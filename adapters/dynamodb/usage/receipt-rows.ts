/**
 * Receipts of requests with an Idempotency-Key (docs/decisions/0220-receipts-of-the-http-api.md), as rows of the account's partition. DynamoDB deletes a row some
 * time after it has ended; until then its time says that it is not in force.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Receipt, ReceiptPlace, ReceiptWrite } from '../../../core/accounts/receipt.ts';
import { receiptKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';
import type { TransactItem } from '../client/transact-write.ts';

const KEPT_SECONDS = 86_400;

const receiptRowSchema = z.object({
  fingerprint: z.string(),
  tokens: z.number(),
  items: z.number(),
  request_id: z.string(),
  at_ms: z.number(),
  /** Written where it is so. */
  kept: z.boolean().default(false),
});

/** @throws when the row is not a receipt */
export function readReceiptRow(row: unknown): Receipt {
  const { fingerprint, tokens, items, request_id: requestId, at_ms: atMs, kept: isKept } = receiptRowSchema.parse(row);
  return { fingerprint, tokens, items, requestId, atMs, isKept };
}

/** The receipt that refused to be written over, as the cancellation carries it; the document client does not translate rows inside errors. */
export function readRefusedReceipt(item: Readonly<Record<string, AttributeValue>> | undefined): Receipt | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  const plain = Object.entries(item).map(([name, { N, S, BOOL }]) => [name, N === undefined ? (S ?? BOOL) : Number(N)]);
  return readReceiptRow(Object.fromEntries(plain));
}

/** Writes the receipt, only over the one that was seen: another one, or one more, is another request's. */
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
            // One that is taken back is put as it was seen.
            ConditionExpression: seen.isKept ? 'request_id = :seen' : UNKEPT,
            ExpressionAttributeValues: { ':seen': seen.requestId },
          }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}

const UNKEPT = 'request_id = :seen AND attribute_not_exists(kept)';

/** In place of a receipt that was taken back: never in force. The functions that serve callers may delete no row of an account. */
const TAKEN_BACK = { requestId: 'taken_back', tokens: 0, items: 0, atMs: 0, isKept: false } as const;

/** Undoes the write: only while it is the last, and no answer has left on it. */
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

/** The write is not the last one. It is then either to come, and can be prevented, or another request has paid beyond it. */
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

/** Says that an answer leaves on the receipt, if it is still the one that was seen. */
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

function rowOf(place: ReceiptPlace, { fingerprint, tokens, items, requestId, atMs, isKept }: Receipt): Row {
  return {
    ...receiptKey(place),
    fingerprint,
    tokens,
    items,
    request_id: requestId,
    at_ms: atMs,
    ...(isKept && { kept: true }),
    expires_at: endOf(atMs),
  };
}

function endOf(atMs: number): number {
  return Math.ceil(atMs / 1000) + KEPT_SECONDS;
}
