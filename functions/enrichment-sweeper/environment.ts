/** The environment variables of the sweeper. */
import * as z from 'zod/mini';
import { text } from '../../core/parse-environment.ts';

export const enrichmentSweeperEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  RESEARCH_QUEUE_URL: text,
});

/** The variables as the stack sets them: strings. */
export type EnrichmentSweeperEnvironment = z.input<typeof enrichmentSweeperEnvironmentSchema>;
