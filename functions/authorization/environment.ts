/** The variables of the function between an assistant and a person's consent. */
import * as z from 'zod';
import { address, commaList, onOff, positiveInteger, text } from '../../core/parse-environment.ts';

export const authorizationEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DASHBOARD_URL: address,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  MAIL_QUEUE_URL: text,
  /** Metadata documents of this machine, without TLS: in a local run alone. */
  LOOPBACK_DOCUMENTS: onOff,
});

/** As the stack gives them: strings. */
export type AuthorizationEnvironment = z.input<typeof authorizationEnvironmentSchema>;
