/** Builds the dependencies of the research worker. */
import { openEnrichmentStore } from '../../adapters/dynamodb/open-late-stores.ts';
import {
  openItemIndex,
  openItemWriter,
  openManufacturerTableStore,
  openPartResearchStore,
  openProviderQuota,
  openWordTableStore,
} from '../../adapters/dynamodb/open-stores.ts';
import type * as z from 'zod/mini';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { createResearchLog, type ResearchLog } from '../../adapters/lambda/research-log.ts';
import { createChain, type ChainPorts } from '../../adapters/research/create-chain.ts';
import { FileResearcher } from '../../adapters/research/file-researcher.ts';
import { HttpResearcher } from '../../adapters/research/http-researcher.ts';
import { createSecretsClient } from '../../adapters/secrets/secrets-client.ts';
import { textSecret } from '../../adapters/secrets/text-secret.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsResearchQueue } from '../../adapters/sqs/sqs-research-queue.ts';
import type { PartResearcher } from '../../core/sourcing/research/part-researcher.ts';
import type { ResearchPorts } from '../../core/sourcing/research/research-part.ts';
import { enrichmentWorkerEnvironmentSchema } from './environment.ts';

export interface WorkerDependencies {
  readonly ports: ResearchPorts;
  readonly queue: Pick<SqsResearchQueue, 'deliverAgain'>;
  readonly log: ResearchLog;
}

export function workerDependencies(environment: Readonly<Record<string, string | undefined>>): WorkerDependencies {
  const settings = parseEnvironment(enrichmentWorkerEnvironmentSchema, environment);
  const client = createDocumentClient({ maxAttempts: 3 });
  const clock = { nowMs: () => Date.now() };
  const tables = { client, accounts: settings.ACCOUNTS_TABLE, index: settings.PRODUCT_INDEX_TABLE, clock };
  const directories = {
    manufacturers: openManufacturerTableStore(tables),
    words: openWordTableStore(tables),
  };
  return {
    ports: {
      enrichment: openEnrichmentStore(tables),
      partResearch: openPartResearchStore(tables),
      index: openItemIndex(tables, directories),
      writer: openItemWriter(tables, directories),
      researcher: createResearcher(settings, {
        quota: openProviderQuota(tables),
        manufacturers: () => directories.manufacturers.current(),
        clock,
      }),
      clock,
    },
    queue: new SqsResearchQueue(createQueueClient(), settings.RESEARCH_QUEUE_URL),
    log: createResearchLog('enrichment-worker', settings.STAGE),
  };
}

function createResearcher(
  settings: z.output<typeof enrichmentWorkerEnvironmentSchema>,
  ports: Pick<ChainPorts, 'quota' | 'manufacturers' | 'clock'>,
): PartResearcher {
  if (settings.RESEARCHER === 'file') return new FileResearcher(settings.RESEARCH_FILE);
  const secrets = createSecretsClient();
  const secret = (id: string) => textSecret(secrets, id, () => Date.now());
  if (settings.RESEARCHER === 'chain') return createChain(settings.RESEARCH_CHAIN, { ...ports, secret });
  return new HttpResearcher({ url: settings.RESEARCH_URL, readSecret: secret(settings.RESEARCH_SECRET_ID) });
}
