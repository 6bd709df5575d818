/** What keeps data in the stack: the doors get it whole and take what they need. */
import type { Construct } from 'constructs';
import { GeneratedSecret } from './generated-secret.ts';
import { ProtectedTable } from './protected-table.ts';
import { ResearchQueue } from './research-queue.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

/** One research and its settling, retries of the provider included. */
export const WORKER_TIMEOUT_SECONDS = 60;

export interface Stores {
  /** Can be rebuilt from its sources. */
  readonly productIndex: ProtectedTable;
  /** Cannot be rebuilt. */
  readonly accounts: ProtectedTable;
  readonly signingSecret: GeneratedSecret;
  readonly researchSecret: GeneratedSecret;
  readonly research: ResearchQueue;
}

export function createStores(scope: Construct, { keepsData, tableMaximums }: StageSettings): Stores {
  return {
    productIndex: new ProtectedTable(scope, 'ProductIndex', { keepsData, maximum: tableMaximums?.productIndex }),
    accounts: new ProtectedTable(scope, 'Accounts', { keepsData, maximum: tableMaximums?.accounts }),
    signingSecret: new GeneratedSecret(scope, 'SigningSecret', {
      description: 'Signs the access tokens of the token endpoint.',
      keepsData,
    }),
    researchSecret: new GeneratedSecret(scope, 'ResearchSecret', {
      description: 'The key to the research provider; put the real one in after the first deploy.',
      keepsData,
    }),
    research: new ResearchQueue(scope, 'Research', { workerTimeoutSeconds: WORKER_TIMEOUT_SECONDS }),
  };
}
