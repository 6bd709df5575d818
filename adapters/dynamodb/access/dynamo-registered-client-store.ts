/** Stores registered clients in rows of the Accounts table, which DynamoDB deletes some time after they expire. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { RegisteredClient, RegisteredClientStore } from '../../../core/access/oauth/registered-clients.ts';
import { oauthClientKey } from '../accounts-table/account-keys.ts';
import type { Row } from '../client/row-key.ts';

export class DynamoRegisteredClientStore implements RegisteredClientStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #tableName: string;

  constructor(client: DynamoDBDocumentClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  async readClient(clientId: string): Promise<RegisteredClient | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#tableName, Key: { ...oauthClientKey(clientId) }, ConsistentRead: true }),
    );
    return Item === undefined ? undefined : readRow(Item as Row);
  }

  async putClient(registered: RegisteredClient): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#tableName, Item: writeRow(registered) }));
  }

  async keepClient(clientId: string, expiresAtMs: number): Promise<void> {
    const update = new UpdateCommand({
      TableName: this.#tableName,
      Key: { ...oauthClientKey(clientId) },
      UpdateExpression: 'SET expires_at_ms = :ms, expires_at = :s',
      ConditionExpression: 'expires_at_ms < :ms',
      ExpressionAttributeValues: { ':ms': expiresAtMs, ':s': Math.ceil(expiresAtMs / 1000) },
    });
    await this.#client.send(update).catch((error: unknown) => {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    });
  }
}

const rowSchema = z.object({
  client_id: z.string(),
  name: z.string(),
  uri: z.optional(z.string()),
  redirect_uris: z.array(z.string()).check(z.minLength(1)),
  registered_at_ms: z.number(),
  expires_at_ms: z.number(),
});

function readRow(row: Row): RegisteredClient {
  const { client_id: clientId, name, uri, redirect_uris: redirectUris, ...times } = rowSchema.parse(row);
  return {
    client: { clientId, name, ...(uri !== undefined && { uri }), redirectUris, source: 'registered' },
    registeredAtMs: times.registered_at_ms,
    expiresAtMs: times.expires_at_ms,
  };
}

function writeRow({ client, registeredAtMs, expiresAtMs }: RegisteredClient): Row {
  return {
    ...oauthClientKey(client.clientId),
    client_id: client.clientId,
    name: client.name,
    ...(client.uri !== undefined && { uri: client.uri }),
    redirect_uris: client.redirectUris,
    registered_at_ms: registeredAtMs,
    expires_at_ms: expiresAtMs,
    expires_at: Math.ceil(expiresAtMs / 1000),
  };
}
