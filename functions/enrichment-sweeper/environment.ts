/** The variables of the sweeper that returns forgotten enrichment requests to the queue. */
import * as z from 'zod';
import { text } from '../../core/parse-environment.ts';

export const enrichmentSweeperEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  RESEARCH_QUEUE_URL: text,
});

/** As the stack gives them: strings. */
export type EnrichmentSweeperEnvironment = z.input<typeof enrichmentSweeperEnvironmentSchema>;
