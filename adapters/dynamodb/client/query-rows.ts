/** Reads the rows of one partition, page by page; searches and pages of catalogs have separate queries. */
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
