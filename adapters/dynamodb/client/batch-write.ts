/**
 * Writes or deletes many rows of one table, without conditions. A call that fails may have written some of the rows,
 * and may be repeated.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rowId } from './row-key.ts';
import type { Row, RowKey } from './row-key.ts';
import { untilProcessed } from './until-processed.ts';

/** `atOnce` is DynamoDB's limit. */
const BATCH_WRITE = { operation: 'BatchWriteItem', atOnce: 25 };

type BatchWrite = { readonly put: Row } | { readonly delete: RowKey };

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/**
 * Writes in concurrent requests of 25 rows.
 * @param writes if two of them write the same row, the later one counts
 * @throws {UnprocessedKeysError} and the SDK's own errors
 */
export async function batchWrite(
  client: DynamoDBDocumentClient,
  tableName: string,
  writes: readonly BatchWrite[],
): Promise<void> {
  const distinct = [
    ...new Map(writes.map((write) => [rowId('put' in write ? write.put : write.delete), write])).values(),
  ];
  await untilProcessed(BATCH_WRITE, distinct.map(writeRequestOf), async (requests) => {
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: requests } }));
    return answer.UnprocessedItems?.[tableName] ?? [];
  });
}

function writeRequestOf(write: BatchWrite): WriteRequest {
  if ('put' in write) return { PutRequest: { Item: write.put } };
  const { pk, sk } = write.delete;
  return { DeleteRequest: { Key: { pk, sk } } };
}
