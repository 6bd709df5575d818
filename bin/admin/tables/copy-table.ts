/** A table beside another with the same rows: what a restore to a point in time makes on AWS. The local engine has no such restore, so the drill plays it. */
import { CreateTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import { ScanCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { batchWrite } from '../../../functions/adapters/dynamodb/client/batch-write.ts';
import type { Row } from '../../../functions/adapters/dynamodb/client/row-key.ts';

/** Sixteen requests at once. */
const ROWS_AT_ONCE = 400;

/** Makes `to` where there is none, and puts every row of `from` into it. @returns how many */
export async function copyTable(
  client: DynamoDBDocumentClient,
  { from, to }: { readonly from: string; readonly to: string },
  onRows: (rows: number) => void,
): Promise<number> {
  await createTable(client, to);
  let rows = 0;
  let after: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName: from,
        ConsistentRead: true,
        ...(after === undefined ? {} : { ExclusiveStartKey: after }),
      }),
    );
    const items = (page.Items ?? []) as Row[];
    for (let place = 0; place < items.length; place += ROWS_AT_ONCE) {
      const some = items.slice(place, place + ROWS_AT_ONCE);
      await batchWrite(
        client,
        to,
        some.map((put) => ({ put })),
      );
      onRows((rows += some.length));
    }
    after = page.LastEvaluatedKey;
  } while (after !== undefined);
  return rows;
}

async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
}
