/** The environment variables of the `enrichment-dead-letters` function. */
import * as z from 'zod/mini';
import { text } from '../../core/parse-environment.ts';

export const enrichmentDeadLettersEnvironmentSchema = z.object({ STAGE: text, ACCOUNTS_TABLE: text });

/** The variables as the stack sets them: strings. */
export type EnrichmentDeadLettersEnvironment = z.input<typeof enrichmentDeadLettersEnvironmentSchema>;
