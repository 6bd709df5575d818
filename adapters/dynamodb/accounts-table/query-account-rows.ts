/** Reads the rows of one account that share a sort key prefix, for operators and the dashboard. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { queryRows } from '../client/query-rows.ts';
import { accountPartition } from './account-keys.ts';
import type { Row } from '../client/row-key.ts';

/** Returns the rows in key order, read consistently. With a limit, returns the last rows, newest first. */
export async function queryAccountRows(
  client: DynamoDBDocumentClient,
  tableName: string,
  accountId: string,
  prefix: string,
  limit?: number,
): Promise<readonly Row[]> {
  const order = limit === undefined ? {} : { ScanIndexForward: false, Limit: limit };
  const rows: Row[] = [];
  for await (const row of queryRows(client, tableName, { partition: accountPartition(accountId), prefix, ...order })) {
    rows.push(row);
    if (rows.length === limit) break;
  }
  return rows;
}
