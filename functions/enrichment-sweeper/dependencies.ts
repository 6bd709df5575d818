/** Builds the dependencies of the sweeper. */
import { openEnrichmentStore } from '../../adapters/dynamodb/open-late-stores.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { createResearchLog, type ResearchLog } from '../../adapters/lambda/research-log.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsResearchQueue } from '../../adapters/sqs/sqs-research-queue.ts';
import type { Clock } from '../../core/time.ts';
import type { EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';
import type { ResearchQueue } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import { enrichmentSweeperEnvironmentSchema } from './environment.ts';

export interface SweeperDependencies {
  readonly store: EnrichmentStore;
  readonly queue: ResearchQueue;
  readonly clock: Clock;
  readonly log: ResearchLog;
}

export function sweeperDependencies(environment: Readonly<Record<string, string | undefined>>): SweeperDependencies {
  const settings = parseEnvironment(enrichmentSweeperEnvironmentSchema, environment);
  return {
    store: openEnrichmentStore({ client: createDocumentClient({ maxAttempts: 3 }), accounts: settings.ACCOUNTS_TABLE }),
    queue: new SqsResearchQueue(createQueueClient(), settings.RESEARCH_QUEUE_URL),
    clock: { nowMs: () => Date.now() },
    log: createResearchLog('enrichment-sweeper', settings.STAGE),
  };
}
