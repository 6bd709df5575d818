/** The variables of a function that serves tools: over MCP, or over the HTTP API. */
import * as z from 'zod';
import { address, commaList, positiveInteger, text } from '../../core/parse-environment.ts';

export const toolEnvironmentSchema = z.object({
  STAGE: text,
  PRODUCT_INDEX_TABLE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DASHBOARD_URL: address,
  UPGRADE_URL: address,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  TEST_RECORDS_PER_DAY: z.union([z.literal('unlimited').transform(() => undefined), positiveInteger]),
  SIGNING_SECRET_ID: text,
  RESEARCH_QUEUE_URL: text,
});

/** As the stack gives them: strings. */
export type ToolEnvironment = z.input<typeof toolEnvironmentSchema>;
