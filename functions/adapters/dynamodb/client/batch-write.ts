/**
 * Writing or deleting many rows of one table, without conditions. Rows that DynamoDB left unprocessed are sent again,
 * and when they stay unprocessed the call fails; it may then have written some of the rows, and may be repeated.
 */
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { BatchWriteCommandInput, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';
import { rowId } from './row-key.ts';
import type { Row, RowKey } from './row-key.ts';
import { UnprocessedKeysError } from './unprocessed-keys-error.ts';

/** DynamoDB's limit of one BatchWriteItem. */
const MAX_WRITES = 25;
const MAX_ATTEMPTS = 8;

type BatchWrite = { readonly put: Row } | { readonly delete: RowKey };

type WriteRequest = NonNullable<BatchWriteCommandInput['RequestItems']>[string][number];

/**
 * Writes in requests of 25 rows, all at once.
 * @param writes of two for one row the later one counts
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
  const chunks = Array.from({ length: Math.ceil(distinct.length / MAX_WRITES) }, (_, index) =>
    distinct.slice(index * MAX_WRITES, (index + 1) * MAX_WRITES).map(writeRequestOf),
  );
  await Promise.all(chunks.map((chunk) => writeChunk(client, tableName, chunk)));
}

async function writeChunk(
  client: DynamoDBDocumentClient,
  tableName: string,
  requests: readonly WriteRequest[],
): Promise<void> {
  let pending = [...requests];
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send(new BatchWriteCommand({ RequestItems: { [tableName]: pending } }));
    pending = answer.UnprocessedItems?.[tableName] ?? [];
    if (pending.length === 0) return;
    if (attempt === MAX_ATTEMPTS) throw new UnprocessedKeysError('BatchWriteItem', pending.length, attempt);
    await waitWithFullJitter(attempt);
  }
}

function writeRequestOf(write: BatchWrite): WriteRequest {
  if ('put' in write) return { PutRequest: { Item: write.put } };
  const { pk, sk } = write.delete;
  return { DeleteRequest: { Key: { pk, sk } } };
}
