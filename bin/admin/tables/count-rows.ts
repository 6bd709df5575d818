/** How many rows a table has, for a percentage: as Amazon counts them every six hours. A table that was never counted is small, and is counted here. */
import { DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export async function countRows(client: DynamoDBDocumentClient, tableName: string): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
  if (Table?.ItemCount !== undefined && Table.ItemCount > 0) return Table.ItemCount;
  let rows = 0;
  for await (const page of paginateScan({ client }, { TableName: tableName, Select: 'COUNT' })) rows += page.Count ?? 0;
  return rows;
}
