/**
 * Creates the service's two tables for one test file, under random names: in the embedded engine that all test files of
 * a process share, or in the engine at DYNAMODB_ENDPOINT, so that every contract test also runs on Amazon's.
 */
import { randomUUID } from 'node:crypto';
import { DeleteTableCommand, waitUntilTableExists } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startEmbeddedDynamoDb } from '../../../local/dynamodb/embedded-dynamodb.ts';
import { newTable } from '../../../local/dynamodb/new-table.ts';
import { callDirectly, testClient } from './dynamodb-client.ts';

export interface OpenTables {
  readonly endpoint: string;
  readonly productIndexTable: string;
  readonly accountsTable: string;
  /** Ends what `openTables` started; call it in `afterAll`. */
  stop(): Promise<void>;
}

export async function openTables(): Promise<OpenTables> {
  const endpoint = await findEngine();
  const client = testClient(endpoint);
  const suffix = randomUUID().slice(0, 8);
  const productIndexTable = `ItemIndex-${suffix}`;
  const accountsTable = `Accounts-${suffix}`;
  await Promise.all([createTable(client, productIndexTable), createTable(client, accountsTable)]);
  return {
    endpoint,
    productIndexTable,
    accountsTable,
    stop: async () => {
      await deleteTables(client, [productIndexTable, accountsTable]);
      client.destroy();
    },
  };
}

/** The embedded engine, which ends with the process. */
let embedded: Promise<string> | undefined;

async function findEngine(): Promise<string> {
  const { DYNAMODB_ENDPOINT: endpoint = '' } = process.env;
  return endpoint === '' ? (embedded ??= startEngine()) : endpoint;
}

async function startEngine(): Promise<string> {
  const engine = await startEmbeddedDynamoDb();
  callDirectly(engine);
  return engine.endpoint;
}

async function createTable(client: DynamoDBDocumentClient, tableName: string): Promise<void> {
  await client.send(newTable(tableName));
  await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 0.01, maxDelay: 0.1 }, { TableName: tableName });
}

async function deleteTables(client: DynamoDBDocumentClient, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => client.send(new DeleteTableCommand({ TableName: name }))));
}
