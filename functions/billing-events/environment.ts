/** The environment variables of the `billing-events` function. */
import * as z from 'zod/mini';
import { address, commaList, onOff, positiveInteger, text } from '../../core/parse-environment.ts';

export const billingEventsEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  SERVICE_NAME: text,
  /** The name of the endpoint's signing secret in Secrets Manager. */
  BILLING_SECRET_NAME: text,
  /** `on` if only events of real payments are accepted, `off` if only those of the billing system's test mode. */
  BILLING_LIVEMODE: onOff,
  IP_LIMIT_PER_MINUTE: positiveInteger,
});

/** The variables as the stack sets them: strings. */
export type BillingEventsEnvironment = z.input<typeof billingEventsEnvironmentSchema>;
