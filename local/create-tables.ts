/** Creates the template's tables that do not exist yet, and refuses an existing table with other keys. */
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb';
import type { KeySchemaElement } from '@aws-sdk/client-dynamodb';
import { LocalError } from './process/local-error.ts';
import { LOCAL_CREDENTIALS, LOCAL_REGION } from './template/local-account.ts';
import type { LocalTable } from './template/resource-schemas.ts';

export function localDynamoDb(endpoint: string): DynamoDBClient {
  return new DynamoDBClient({ endpoint, region: LOCAL_REGION, credentials: LOCAL_CREDENTIALS });
}

/** @throws {LocalError} when a table of that name was made with other keys */
export async function createTables(client: DynamoDBClient, tables: ReadonlyMap<string, LocalTable>): Promise<void> {
  for (const [name, table] of tables) {
    const existing = await keySchemaOf(client, name);
    if (existing === undefined) await createTable(client, name, table);
    else if (describeKeys(existing) !== describeKeys(table.KeySchema))
      throw new LocalError(
        `The local table ${name} has other keys than the stack: start fresh with npm start -- --fresh`,
      );
  }
}

async function keySchemaOf(client: DynamoDBClient, name: string): Promise<KeySchemaElement[] | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    return Table?.KeySchema ?? [];
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

async function createTable(client: DynamoDBClient, name: string, table: LocalTable): Promise<void> {
  const { AttributeDefinitions, KeySchema } = table;
  await client.send(
    new CreateTableCommand({ TableName: name, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' }),
  );
}

function describeKeys(keys: readonly KeySchemaElement[]): string {
  return keys.map(({ AttributeName, KeyType }) => `${KeyType} ${AttributeName}`).join(', ');
}
