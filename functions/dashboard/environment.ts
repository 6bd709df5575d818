/** The variables of the function behind the customer's page. */
import * as z from 'zod';
import { itemIdSchema } from '../../core/identifiers.ts';
import {
  address,
  commaList,
  httpsAddress,
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
  /** Of the pages that may change something: the service's own and, until its host answers, the gateway's. */
  PAGE_ORIGINS: commaList,
  DASHBOARD_URL: address,
  UPGRADE_URL: address,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  MAIL_QUEUE_URL: text,
  UPLOADS_BUCKET: text,
  UPLOAD_QUEUE_URL: text,
  RESEARCH_QUEUE_URL: text,
  SIGN_IN: onOff,
  /** Of the functions that serve tools. */
  CALL_LOG_GROUPS: commaList,
  BILLING_PORTAL_URL: orNone(httpsAddress),
  ...legalVariables,
  /** The item that the home page shows to everybody. */
  EXAMPLE_ITEM: orNone(itemIdSchema),
});

/** As the stack gives them: strings. */
export type DashboardEnvironment = z.input<typeof dashboardEnvironmentSchema>;
