/**
 * Reads many rows of one table by key. A row that is not in the answer does not exist: if keys stay unprocessed, the
 * whole read fails, so no row is missing without an error.
 */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { rowId } from './row-key.ts';
import type { Row, RowKey } from './row-key.ts';
import { untilProcessed } from './until-processed.ts';

/** `atOnce` is DynamoDB's limit. */
const BATCH_GET = { operation: 'BatchGetItem', atOnce: 100 };

interface BatchGetOptions {
  readonly consistent: boolean;
  /** Top-level attributes to read, always including pk and sk; all when absent. */
  readonly attributes?: readonly string[];
}

/**
 * Reads the rows in concurrent requests of 100 keys.
 * @param keys may name a row twice; it is read once
 * @returns the rows that exist, by {@link rowId}
 * @throws {UnprocessedKeysError} and the SDK's own errors
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly RowKey[],
  { consistent, attributes }: BatchGetOptions,
): Promise<Map<string, Row>> {
  const distinct = [...new Map(keys.map(({ pk, sk }) => [rowId({ pk, sk }), { pk, sk }])).values()];
  const shape = { ConsistentRead: consistent, ...projectionOf(attributes) };
  const rows = new Map<string, Row>();
  await untilProcessed(BATCH_GET, distinct, async (Keys) => {
    const answer = await client.send(new BatchGetCommand({ RequestItems: { [tableName]: { Keys, ...shape } } }));
    for (const row of (answer.Responses?.[tableName] ?? []) as Row[]) rows.set(rowId(row), row);
    return (answer.UnprocessedKeys?.[tableName]?.Keys ?? []) as RowKey[];
  });
  return rows;
}

function projectionOf(attributes: readonly string[] | undefined) {
  if (attributes === undefined) return {};
  const names = [...new Set(['pk', 'sk', ...attributes])].map((name, index) => [`#a${index}`, name] as const);
  return {
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names),
  };
}
