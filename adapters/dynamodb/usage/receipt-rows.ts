/**
 * Receipts of requests with an Idempotency-Key (docs/decisions/0220-receipts-of-the-http-api.md), as rows of the account's partition. DynamoDB deletes a row some
 * time after it has ended; until then its time says that it is not in force.
 */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod';
import type { Receipt, ReceiptWrite } from '../../../core/accounts/receipt.ts';
import { receiptKey } from '../accounts-table/account-keys.ts';
import type { TransactItem } from '../client/transact-write.ts';

const KEPT_SECONDS = 86_400;

const receiptRowSchema = z.object({
  fingerprint: z.string(),
  tokens: z.number(),
  items: z.number(),
  request_id: z.string(),
  at_ms: z.number(),
});

/** @throws when the row is not a receipt */
export function readReceiptRow(row: unknown): Receipt {
  const { fingerprint, tokens, items, request_id: requestId, at_ms: atMs } = receiptRowSchema.parse(row);
  return { fingerprint, tokens, items, requestId, atMs };
}

/** The receipt that refused to be written over, as the cancellation carries it; the document client does not translate rows inside errors. */
export function readRefusedReceipt(item: Readonly<Record<string, AttributeValue>> | undefined): Receipt | undefined {
  if (item === undefined || Object.keys(item).length === 0) return undefined;
  const plain = Object.entries(item).map(([name, { N, S }]) => [name, N === undefined ? S : Number(N)]);
  return readReceiptRow(Object.fromEntries(plain));
}

/** Writes the receipt, only over the one that was seen: another one, or one more, is another request's. */
export function receiptPut(tableName: string, { place, seen, receipt, outdatedMs }: ReceiptWrite): TransactItem {
  const { fingerprint, tokens, items, requestId, atMs } = receipt;
  return {
    Put: {
      TableName: tableName,
      Item: {
        ...receiptKey(place),
        fingerprint,
        tokens,
        items,
        request_id: requestId,
        at_ms: atMs,
        expires_at: Math.ceil(atMs / 1000) + KEPT_SECONDS,
      },
      ...(seen === undefined
        ? {
            ConditionExpression: 'attribute_not_exists(pk) OR at_ms <= :outdated',
            ExpressionAttributeValues: { ':outdated': outdatedMs },
          }
        : { ConditionExpression: 'request_id = :seen', ExpressionAttributeValues: { ':seen': seen.requestId } }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
}
