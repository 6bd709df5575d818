/** Copies a table, which imitates a point-in-time restore in drills because the local engine has none. */
import { ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { paginateScan, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../../../../adapters/dynamodb/client/batch-write.ts';
import type { Row } from '../../../../adapters/dynamodb/client/row-key.ts';
import { newTable } from '../../../../local/dynamodb/new-table.ts';

/** Makes sixteen concurrent requests of 25 rows. */
const ROWS_AT_ONCE = 400;

/** Creates `to` if it does not exist, and copies every row of `from` into it. @returns the number of rows */
export async function copyTable(
  client: DynamoDBDocumentClient,
  { from, to }: { readonly from: string; readonly to: string },
  onRows: (rows: number) => void,
): Promise<number> {
  await createTable(client, to);
  let rows = 0;
  for await (const page of paginateScan({ client }, { TableName: from, ConsistentRead: true })) {
    const items = (page.Items ?? []) as Row[];
    for (let place = 0; place < items.length; place += ROWS_AT_ONCE) {
      const puts = items.slice(place, place + ROWS_AT_ONCE).map((put) => ({ put }));
      await batchWrite(client, to, puts);
      onRows((rows += puts.length));
    }
  }
  return rows;
}

async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  try {
    await client.send(newTable(tableName));
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
