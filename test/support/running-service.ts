/** The service as a client meets it: an address, and the key of an account that has room for every judge. */
import { DynamoItemWriter } from '../../functions/adapters/dynamodb/dynamo-item-writer.ts';
import { openAccount } from './accounts.ts';
import { openDoor } from './door-on-tables.ts';
import { serveDoor } from './door-server.ts';
import { testClient } from './dynamodb-client.ts';
import { REGULATOR } from './item-records.ts';
import { openTables } from './tables.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  stop(): Promise<void>;
}

const BUSY_TERMS = { requestsPerMinute: 1_000_000 };

/** Holds one record, `REGULATOR`. */
export async function startRunningService(): Promise<RunningService> {
  const tables = await openTables();
  const client = testClient(tables.endpoint);
  const meterClient = testClient(tables.endpoint, { maxAttempts: 1 });
  const account = { planCode: 'scale', terms: BUSY_TERMS, nowMs: Date.now() };
  const key = await openAccount(client, tables.accountsTable, account);
  await new DynamoItemWriter(client, tables.productIndexTable).writeItem(REGULATOR);
  const server = await serveDoor((baseUrl) =>
    openDoor({ client, meterClient, tables }, { baseUrl, allowedOrigin: baseUrl }),
  );
  return {
    baseUrl: server.baseUrl,
    clientId: key.client.clientId,
    clientSecret: key.secret,
    stop: async () => {
      await server.stop();
      client.destroy();
      meterClient.destroy();
      await tables.stop();
    },
  };
}

/** The credential as its holder sends it (specification section 5, rule 4). */
export function bearerKey({ clientId, clientSecret }: Pick<RunningService, 'clientId' | 'clientSecret'>): string {
  return `Bearer ${clientId}:${clientSecret}`;
}
