/**
 * The service's two tables, fresh for one test file. Without DYNAMODB_ENDPOINT they live in an embedded engine of their
 * own; with it, under random names in that engine, so that every contract test also runs against Amazon's.
 */
import { randomUUID } from 'node:crypto';
import { CreateTableCommand, DeleteTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDb } from '../../local/dynamodb/embedded-dynamodb.ts';
import { testClient } from './dynamodb-client.ts';

export interface OpenTables {
  readonly endpoint: string;
  readonly productIndexTable: string;
  readonly accountsTable: string;
  /** Ends what `openTables` started; call it in `afterAll`. */
  stop(): Promise<void>;
}

export async function openTables(): Promise<OpenTables> {
  const engine = await startEngine();
  const client = testClient(engine.endpoint);
  const suffix = randomUUID().slice(0, 8);
  const productIndexTable = `ProductIndex-${suffix}`;
  const accountsTable = `Accounts-${suffix}`;
  await Promise.all([createTable(client, productIndexTable), createTable(client, accountsTable)]);
  return {
    endpoint: engine.endpoint,
    productIndexTable,
    accountsTable,
    stop: async () => {
      if (engine.shared) await deleteTables(client, [productIndexTable, accountsTable]);
      client.destroy();
      await engine.stop();
    },
  };
}

async function startEngine(): Promise<{ endpoint: string; shared: boolean; stop(): Promise<void> }> {
  const endpoint = process.env.DYNAMODB_ENDPOINT;
  if (endpoint !== undefined && endpoint !== '') return { endpoint, shared: true, stop: async () => undefined };
  return { ...(await startEmbeddedDynamoDb()), shared: false };
}

async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  await client.send(
    new CreateTableCommand({
      TableName: tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
    }),
  );
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.01, maxDelay: 0.1 }, { TableName: tableName });
}

async function deleteTables(client: DynamoDBDocumentClient, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.send(new DeleteTableCommand({ TableName: name }))));
}
