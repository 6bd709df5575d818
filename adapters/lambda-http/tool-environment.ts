/** The variables of a function that serves tools: over MCP, or over the HTTP API. */
import * as z from 'zod/mini';
import {
  address,
  commaList,
  httpsAddress,
  orNone,
  positiveInteger,
  text,
  integerOrUnlimited,
} from '../../core/parse-environment.ts';
import { serviceVariables } from '../../core/service-settings.ts';

export const toolEnvironmentSchema = z.object({
  ...serviceVariables,
  PRODUCT_INDEX_TABLE: text,
  ACCOUNTS_TABLE: text,
  DASHBOARD_URL: address,
  UPGRADE_URL: address,
  BILLING_PORTAL_URL: orNone(httpsAddress),
  IP_LIMIT_PER_MINUTE: positiveInteger,
  /** Network ranges whose addresses many customers share, separated by commas. */
  SHARED_ADDRESS_RANGES: orNone(commaList),
  TEST_RECORDS_PER_DAY: integerOrUnlimited,
  SIGNING_SECRET_ID: text,
  RESEARCH_QUEUE_URL: text,
});

/** The variables as the stack sets them: strings. */
export type ToolEnvironment = z.input<typeof toolEnvironmentSchema>;
