/** The variables of the function behind the customer's page. */
import * as z from 'zod';
import { address, commaList, onOff, positiveInteger, text } from '../../core/parse-environment.ts';

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
});

/** As the stack gives them: strings. */
export type DashboardEnvironment = z.input<typeof dashboardEnvironmentSchema>;
