/** The variables of the function that fails the research requests whose messages were given up. */
import * as z from 'zod';
import { text } from '../../core/parse-environment.ts';

export const enrichmentDeadLettersEnvironmentSchema = z.object({ STAGE: text, ACCOUNTS_TABLE: text });

/** As the stack gives them: strings. */
export type EnrichmentDeadLettersEnvironment = z.input<typeof enrichmentDeadLettersEnvironmentSchema>;
