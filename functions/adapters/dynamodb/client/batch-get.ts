/**
 * Reading many rows of one table by key. A row that is not in the answer does not exist: keys that DynamoDB left
 * unprocessed are asked for again, and when they stay unprocessed the whole read fails. Nothing is silently missing.
 */
import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { waitWithFullJitter } from './full-jitter.ts';
import { rowId } from './row-key.ts';
import type { Row, RowKey } from './row-key.ts';
import { UnprocessedKeysError } from './unprocessed-keys-error.ts';

/** DynamoDB's limit of one BatchGetItem. */
const MAX_KEYS = 100;
const MAX_ATTEMPTS = 8;

interface BatchGetOptions {
  readonly consistent: boolean;
  /** Top-level attributes to read, pk and sk always among them; all when not given. */
  readonly attributes?: readonly string[];
}

/**
 * Reads the rows in requests of 100 keys, all at once.
 * @param keys may name a row twice; it is read once
 * @returns the rows that exist, by {@link rowId}
 * @throws {UnprocessedKeysError} and the SDK's own errors
 */
export async function batchGet(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly RowKey[],
  options: BatchGetOptions,
): Promise<Map<string, Row>> {
  const distinct = [...new Map(keys.map(({ pk, sk }) => [rowId({ pk, sk }), { pk, sk }])).values()];
  const chunks = Array.from({ length: Math.ceil(distinct.length / MAX_KEYS) }, (_, index) =>
    distinct.slice(index * MAX_KEYS, (index + 1) * MAX_KEYS),
  );
  const rows = await Promise.all(chunks.map((chunk) => readChunk(client, tableName, chunk, options)));
  return new Map(rows.flat().map((row) => [rowId(row), row]));
}

async function readChunk(
  client: DynamoDBDocumentClient,
  tableName: string,
  keys: readonly RowKey[],
  options: BatchGetOptions,
): Promise<Row[]> {
  const shape = { ConsistentRead: options.consistent, ...projectionOf(options.attributes) };
  const rows: Row[] = [];
  let pending = [...keys];
  for (let attempt = 1; ; attempt++) {
    const command = new BatchGetCommand({ RequestItems: { [tableName]: { Keys: pending, ...shape } } });
    const answer = await client.send(command);
    rows.push(...((answer.Responses?.[tableName] ?? []) as Row[]));
    pending = (answer.UnprocessedKeys?.[tableName]?.Keys ?? []) as RowKey[];
    if (pending.length === 0) return rows;
    if (attempt === MAX_ATTEMPTS) throw new UnprocessedKeysError('BatchGetItem', pending.length, attempt);
    await waitWithFullJitter(attempt);
  }
}

function projectionOf(attributes: readonly string[] | undefined) {
  if (attributes === undefined) return {};
  const names = [...new Set(['pk', 'sk', ...attributes])].map((name, index) => [`#a${index}`, name] as const);
  return {
    ProjectionExpression: names.map(([placeholder]) => placeholder).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names),
  };
}
