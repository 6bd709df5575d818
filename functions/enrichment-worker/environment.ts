/** The environment variables of the research worker. */
import * as z from 'zod/mini';
import { chainSchema, type ChainLinkInput } from '../../core/sourcing/research/chain-configuration.ts';
import { address, text } from '../../core/parse-environment.ts';

const store = { STAGE: text, PRODUCT_INDEX_TABLE: text, ACCOUNTS_TABLE: text, RESEARCH_QUEUE_URL: text };

const jsonText = z.pipe(
  z.string(),
  z.transform((value, { issues }): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      issues.push({ code: 'custom', message: 'must be JSON', input: value });
      return z.NEVER;
    }
  }),
);

export const enrichmentWorkerEnvironmentSchema = z.discriminatedUnion('RESEARCHER', [
  z.object({ ...store, RESEARCHER: z.literal('http'), RESEARCH_URL: address, RESEARCH_SECRET_ID: text }),
  /** Several providers, as JSON (core/sourcing/research/chain-configuration.ts). */
  z.object({ ...store, RESEARCHER: z.literal('chain'), RESEARCH_CHAIN: z.pipe(jsonText, chainSchema) }),
  /** A file of known parts, for the local run. */
  z.object({ ...store, RESEARCHER: z.literal('file'), RESEARCH_FILE: text }),
]);

/** The variables as the stack sets them: strings. */
export type EnrichmentWorkerEnvironment = z.input<typeof enrichmentWorkerEnvironmentSchema>;

/** One provider of a chain as an operator writes it; bin/app.ts checks it against the schema before a deployment. */
export type ResearchLink = ChainLinkInput;
