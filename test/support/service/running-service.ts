/**
 * The service as `npm start` runs it, with a separate folder and port: the synthesized template with a process for each
 * function. It has one item, `REGULATOR`, and one account with an allowance for every client.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { documentsOf } from '../../../adapters/dynamodb/client/document-client.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { Scope } from '../../../core/billing/accounts/scopes.ts';
import { createClient } from '../../../core/access/administration/administer-clients.ts';
import { researchParts } from '../../../local/demo/research-parts.ts';
import { LOCAL_FOLDER } from '../../../local/endpoints.ts';
import { writePrivateJson } from '../../../local/process/private-file.ts';
import { startService, type SeedStores } from '../../../local/start-service.ts';
import { OPERATOR, openAccount, valueOf } from '../fixtures/accounts.ts';
import { REGULATOR } from '../fixtures/item-records.ts';
import { synthesizeOnce } from './synthesize-once.ts';

export interface RunningKey {
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface RunningService extends RunningKey {
  readonly accountId: string;
  readonly baseUrl: string;
  /** The folder of the local run: emails are in `mail/`. */
  readonly folder: string;
  /** A key that may only look up items. */
  readonly readOnly: RunningKey;
  /** The stores on its tables, for tests that fill or check them. */
  readonly stores: SeedStores;
  stop(): Promise<void>;
}

const MANY_PER_MINUTE = 1_000_000;

/** @param seed adds to the stores before the first request */
export async function startRunningService(
  seed: (stores: SeedStores) => Promise<void> = async () => undefined,
): Promise<RunningService> {
  const parent = await mkdtemp(path.join(tmpdir(), 'service-'));
  // The local stage finds its research file by this name of the folder.
  const folder = path.join(parent, LOCAL_FOLDER);
  let opened: { stores: SeedStores; keys: OpenedKeys } | undefined;
  const service = await startService({
    folder,
    fresh: false,
    port: 0,
    app: 'bin/app.ts',
    context: { ipLimitPerMinute: String(MANY_PER_MINUTE) },
    synthesize: synthesizeOnce,
    seed: async (stores) => {
      await writePrivateJson(path.join(folder, 'research-parts.json'), researchParts());
      opened = { stores, keys: await openKeys(stores) };
      await seed(stores);
    },
    onProgress: () => undefined,
    onFunctionError: (name, brief) => console.error(`[${name}] ${brief}`),
  });
  if (opened === undefined) throw new Error('The service started without its seed.');
  return {
    baseUrl: service.baseUrl,
    folder,
    ...opened.keys,
    stores: opened.stores,
    stop: async () => {
      await service.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

type OpenedKeys = Pick<RunningService, 'accountId' | 'readOnly' | keyof RunningKey>;

async function openKeys({ client, outputs }: SeedStores): Promise<OpenedKeys> {
  const documents = documentsOf(client);
  const { AccountsTable = '', ProductIndexTable = '' } = outputs;
  await new DynamoItemWriter(documents, ProductIndexTable).writeItem(REGULATOR);
  // The highest rate limit that an account may have.
  const terms = { requestsPerMinute: 30_000 };
  const nowMs = Date.now();
  const opened = await openAccount(documents, AccountsTable, { planCode: 'scale', terms, nowMs });
  const { accountId } = opened.account;
  const scopes: Scope[] = ['items:read'];
  const limited = valueOf(
    await createClient(opened.store, { accountId, kind: 'live', name: 'Read only', scopes }, OPERATOR, nowMs),
  );
  return {
    accountId,
    clientId: opened.client.clientId,
    clientSecret: opened.secret,
    readOnly: { clientId: limited.client.clientId, clientSecret: limited.secret },
  };
}

/** Returns the credential as clients send it (docs/reference/behavior.md#authentication). */
export function bearerKey({ clientId, clientSecret }: RunningKey): string {
  return `Bearer ${clientId}:${clientSecret}`;
}
