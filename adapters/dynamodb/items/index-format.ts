/**
 * Which format the rows of the ProductIndex have (docs/storage.md#productindex). Every CORE row says which one it and what it is found
 * by were written in; the marker row says that every record has been gone through, so that older rows need not be looked for any more.
 */
import { GetCommand, PutCommand, ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { Row, RowKey } from '../client/row-key.ts';

/** 1: parts under `PART#<maker>#<part>`, without `format` in CORE. 2: parts under `NUMBER#<part>`, with copies of the records. */
export const INDEX_FORMAT = 2;

export const FORMAT_MARKER: RowKey = { pk: 'INDEX', sk: 'FORMAT' };

/** What this process knows of the marker. It is never taken away, so one that was seen once stands. */
export class SeenFormat {
  #complete = false;

  /** Whether every row has today's format. */
  get isComplete(): boolean {
    return this.#complete;
  }

  /** @param marker the marker row as it was read */
  note(marker: Row | undefined): void {
    if (Number(marker?.['format'] ?? 0) >= INDEX_FORMAT) this.#complete = true;
  }
}

/** Whether a row was left by an older format and is no longer read once the marker stands. */
export function isLeftOver({ pk }: RowKey): boolean {
  return pk.startsWith('PART#');
}

export async function putFormatMarker(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  await client.send(new PutCommand({ TableName: tableName, Item: { ...FORMAT_MARKER, format: INDEX_FORMAT } }));
}

/** An index without a single row has nothing of an older format: it gets the marker before its first record. */
export async function markEmptyIndex(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  const marker = await client.send(new GetCommand({ TableName: tableName, Key: FORMAT_MARKER, ConsistentRead: true }));
  if (marker.Item !== undefined) return;
  const page = await client.send(new ScanCommand({ TableName: tableName, Limit: 1, ConsistentRead: true }));
  if ((page.Items ?? []).length > 0) return;
  try {
    await client.send(
      new PutCommand({
        TableName: tableName,
        Item: { ...FORMAT_MARKER, format: INDEX_FORMAT },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
