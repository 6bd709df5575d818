/** The environment variables of the `dashboard` function. */
import * as z from 'zod/mini';
import { itemIdSchema } from '../../core/identifiers.ts';
import {
  address,
  commaList,
  httpsAddress,
  integerOrUnlimited,
  onOff,
  orNone,
  positiveInteger,
  text,
} from '../../core/parse-environment.ts';
import { legalVariables } from '../../core/service-settings.ts';

export const dashboardEnvironmentSchema = z.object({
  STAGE: text,
  PRODUCT_INDEX_TABLE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  /** Origins of the pages that may change data: the service's and, until its host answers, the gateway's. */
  PAGE_ORIGINS: commaList,
  DASHBOARD_URL: address,
  UPGRADE_URL: address,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  SERVICE_NAME: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  MAIL_QUEUE_URL: text,
  UPLOADS_BUCKET: text,
  UPLOAD_QUEUE_URL: text,
  RESEARCH_QUEUE_URL: text,
  SIGN_IN: onOff,
  /** Log groups of the functions that serve tools. */
  CALL_LOG_GROUPS: commaList,
  BILLING_PORTAL_URL: orNone(httpsAddress),
  ...legalVariables,
  /** The company that runs the service, as its own privacy and terms pages name it. */
  OWNER_NAME: orNone(text),
  OWNER_VAT_ID: orNone(text),
  LOG_RETENTION_DAYS: positiveInteger,
  /** The hosts that research sends part numbers to. */
  RESEARCH_PROVIDERS: commaList,
  /** Set by Lambda. */
  AWS_REGION: z.optional(text),
  /** The item that the home page shows to everybody. */
  EXAMPLE_ITEM: orNone(itemIdSchema),
  TEST_RECORDS_PER_DAY: integerOrUnlimited,
});

/** The variables as the stack sets them: strings. */
export type DashboardEnvironment = Omit<z.input<typeof dashboardEnvironmentSchema>, 'AWS_REGION'>;
