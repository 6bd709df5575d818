/** The variables of the function that hears the billing system. */
import * as z from 'zod';
import { address, commaList, text } from '../../core/parse-environment.ts';

export const billingEventsEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  /** The endpoint's signing secret, by its name in Secrets Manager. */
  BILLING_SECRET_NAME: text,
});

/** As the stack gives them: strings. */
export type BillingEventsEnvironment = z.input<typeof billingEventsEnvironmentSchema>;
