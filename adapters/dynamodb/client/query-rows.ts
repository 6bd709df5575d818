/** Reads the rows of one partition, page by page; searches have separate queries. */
import { QueryCommand, type DynamoDBDocumentClient, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import type { Row } from './row-key.ts';

interface RowsQuery extends Pick<QueryCommandInput, 'ProjectionExpression' | 'ScanIndexForward' | 'Limit'> {
  readonly partition: string;
  /** The sort keys' prefix; all rows when absent. */
  readonly prefix?: string;
}

/** Reads the rows in key order, consistently; the next page is read when its first row is requested. */
export async function* queryRows(
  client: DynamoDBDocumentClient,
  tableName: string,
  { partition, prefix, ...options }: RowsQuery,
): AsyncGenerator<Row> {
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: prefix === undefined ? 'pk = :pk' : 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': partition, ...(prefix !== undefined && { ':prefix': prefix }) },
        ConsistentRead: true,
        ...options,
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    yield* (page.Items ?? []) as Row[];
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
}

interface RowsBetween {
  readonly partition: string;
  /** The sort keys of the first and the last row, both included. */
  readonly first: string;
  readonly last: string;
  /** By default, all rows are read. */
  readonly limit?: number;
  readonly order?: 'rising' | 'falling';
}

/** Reads the rows between two sort keys, consistently. `isLast` says that no row follows them. */
export async function queryBetween(
  client: DynamoDBDocumentClient,
  tableName: string,
  { partition, first, last, limit = Infinity, order = 'rising' }: RowsBetween,
): Promise<{ readonly rows: readonly Row[]; readonly isLast: boolean }> {
  const rows: Row[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': partition, ':first': first, ':last': last },
        ConsistentRead: true,
        ScanIndexForward: order === 'rising',
        ...(limit === Infinity ? {} : { Limit: limit - rows.length }),
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    rows.push(...((page.Items ?? []) as Row[]));
    from = page.LastEvaluatedKey;
  } while (from !== undefined && rows.length < limit);
  return { rows, isLast: from === undefined };
}
