/**
 * Loads demo data for a new folder, and writes `.local/credentials.json`, which keeps the secrets that are shown only
 * once.
 */
import path from 'node:path';
import { documentsOf } from '../adapters/dynamodb/client/document-client.ts';
import { knownCredentialsSchema } from './demo/demo-credentials.ts';
import type { DemoCredentials } from './demo/demo-credentials.ts';
import { loadDemoData } from './demo/load-demo-data.ts';
import { openDemoCatalog } from './demo/open-demo-catalog.ts';
import { openDemoMonth } from './demo/open-demo-month.ts';
import { researchParts } from './demo/research-parts.ts';
import { readPrivateJson, writePrivateJson } from './process/private-file.ts';
import type { SeedStores } from './start-service.ts';

interface DemoOrder {
  /** Adds the accounts with a finished month. */
  readonly month: boolean;
  readonly onProgress: (done: number, total: number) => void;
}

/** @throws {LocalError} when the file is damaged or cannot be written */
export async function seedDemo(
  folder: string,
  { client, outputs, baseUrl }: SeedStores,
  { month, onProgress }: DemoOrder,
): Promise<DemoCredentials> {
  const file = path.join(folder, 'credentials.json');
  const nowMs = Date.now();
  const known = await readPrivateJson(file, knownCredentialsSchema);
  const credentials = await loadDemoData({
    client,
    productIndexTable: outputs.ProductIndexTable ?? '',
    accountsTable: outputs.AccountsTable ?? '',
    baseUrl,
    nowMs,
    known,
    onProgress,
  });
  const documents = documentsOf(client);
  const tables = { client: documents, accounts: outputs.AccountsTable ?? '', index: outputs.ProductIndexTable ?? '' };
  if (month) await openDemoMonth(tables, nowMs);
  // Only in a new folder: a catalog that was deleted stays deleted.
  if (known === undefined) await openDemoCatalog(tables, { accountId: credentials.live.account_id, folder, nowMs });
  await writePrivateJson(file, credentials);
  // These parts are known to the local research provider but not to the index (lib/settings/stage-settings.ts names the
  // file).
  await writePrivateJson(path.join(folder, 'research-parts.json'), researchParts());
  return credentials;
}
