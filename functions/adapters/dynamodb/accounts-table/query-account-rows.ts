/** Reads the rows of one account whose sort key begins alike. For operators; searches and pages of catalogs have queries of their own. */
import { QueryCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { accountPartition } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';

/**
 * The rows in the order of their keys, read consistently; with a limit the last ones, the last first.
 */
export async function queryAccountRows(
  client: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  prefix: string,
  limit?: number,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: tableName,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
        ExpressionAttributeValues: { ':pk': accountPartition(accountId), ':prefix': prefix },
        ConsistentRead: true,
        ScanIndexForward: limit === undefined,
        ...(limit === undefined ? {} : { Limit: limit }),
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    rows.push(...((page.Items ?? []) as Row[]));
    from = page.LastEvaluatedKey;
  } while (from !== undefined && (limit === undefined || rows.length < limit));
  return rows.slice(0, limit);
}
