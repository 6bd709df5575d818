/** The variables of the research worker. */
import * as z from 'zod';
import { address, text } from '../core/parse-environment.ts';

const store = { PRODUCT_INDEX_TABLE: text, ACCOUNTS_TABLE: text, RESEARCH_QUEUE_URL: text };

export const enrichmentWorkerEnvironmentSchema = z.discriminatedUnion('RESEARCHER', [
  z.object({ ...store, RESEARCHER: z.literal('http'), RESEARCH_URL: address, RESEARCH_SECRET_ID: text }),
  /** A file of known parts, for the local run. */
  z.object({ ...store, RESEARCHER: z.literal('file'), RESEARCH_FILE: text }),
]);

/** As the stack gives them: strings. */
export type EnrichmentWorkerEnvironment = z.input<typeof enrichmentWorkerEnvironmentSchema>;
