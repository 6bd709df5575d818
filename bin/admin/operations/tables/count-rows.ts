/**
 * Counts the rows of a table for a progress estimate: uses DynamoDB's count, updated every six hours, or else scans the
 * table.
 */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export async function countRows(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (Table?.ItemCount !== undefined && Table.ItemCount > 0) return Table.ItemCount;
  let rows = 0;
  for await (const page of paginateScan({ client }, { TableName: tableName, Select: 'COUNT' })) rows += page.Count ?? 0;
  return rows;
}
