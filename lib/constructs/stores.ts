/** Creates everything that stores data in the stack. Functions get all of it and use what they need. */
import { Table, type ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import { AccountsCopy } from './accounts-copy.ts';
import { GeneratedSecret } from './generated-secret.ts';
import { ProtectedTable } from './protected-table.ts';
import { UploadBucket } from './upload-bucket.ts';
import { WorkQueue } from './work-queue.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** Covers the research of one part and its settling, including retries at the provider. */
export const WORKER_TIMEOUT_SECONDS = 60;

/** The members of a table that the rest of the stack uses, whether the stack or a restore created the table. */
type StoredTable = Pick<ITable, 'tableName' | 'tableArn' | 'metric'>;

export interface Stores {
  /** Can be rebuilt from its sources. */
  readonly productIndex: StoredTable;
  /** Cannot be rebuilt. */
  readonly accounts: StoredTable;
  readonly signingSecret: GeneratedSecret;
  readonly researchSecret: GeneratedSecret;
  readonly research: WorkQueue;
  /** Parts of files that customers upload, for a day. */
  readonly uploads: UploadBucket;
}

export function createStores(scope: Construct, settings: StageSettings): Stores {
  const { keepsData, tableMaximums, restoredTables, accountsCopy } = settings;
  const productIndex = new ProtectedTable(scope, 'ProductIndex', { keepsData, maximum: tableMaximums?.productIndex });
  const accounts = new ProtectedTable(scope, 'Accounts', { keepsData, maximum: tableMaximums?.accounts });
  const accountsInUse = restored(scope, 'RestoredAccounts', restoredTables?.accounts) ?? accounts;
  if (accountsCopy !== undefined) new AccountsCopy(scope, 'AccountsCopy', accountsInUse, accountsCopy);
  return {
    productIndex: restored(scope, 'RestoredProductIndex', restoredTables?.productIndex) ?? productIndex,
    accounts: accountsInUse,
    signingSecret: new GeneratedSecret(scope, 'SigningSecret', {
      description: 'Signs the access tokens of the token endpoint.',
      keepsData,
    }),
    researchSecret: new GeneratedSecret(scope, 'ResearchSecret', {
      description: 'The key to the research provider; put the real one in after the first deploy.',
      keepsData,
    }),
    research: new WorkQueue(scope, 'Research', { workerTimeoutSeconds: WORKER_TIMEOUT_SECONDS }),
    uploads: new UploadBucket(scope, 'Uploads', { keepsData }),
  };
}

/** Returns the table of that name, which a restore made; the stack's table remains untouched. */
function restored(scope: Construct, id: string, name: string | undefined): StoredTable | undefined {
  return name === undefined ? undefined : Table.fromTableName(scope, id, name);
}
