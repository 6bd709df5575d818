/** Builds the dependencies of the `enrichment-dead-letters` function. */
import { openEnrichmentStore } from '../../adapters/dynamodb/open-late-stores.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { createResearchLog, type ResearchLog } from '../../adapters/lambda/research-log.ts';
import type { Clock } from '../../core/time.ts';
import type { EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';
import { enrichmentDeadLettersEnvironmentSchema } from './environment.ts';

export interface DeadLettersDependencies {
  readonly store: EnrichmentStore;
  readonly clock: Clock;
  readonly log: ResearchLog;
}

export function deadLettersDependencies(
  environment: Readonly<Record<string, string | undefined>>,
): DeadLettersDependencies {
  const settings = parseEnvironment(enrichmentDeadLettersEnvironmentSchema, environment);
  return {
    store: openEnrichmentStore({ client: createDocumentClient({ maxAttempts: 3 }), accounts: settings.ACCOUNTS_TABLE }),
    clock: { nowMs: () => Date.now() },
    log: createResearchLog('enrichment-dead-letters', settings.STAGE),
  };
}
