/** The variables of the function between an assistant and a person's consent. */
import * as z from 'zod';
import { address, onOff, positiveInteger, text } from '../../core/parse-environment.ts';
import { serviceVariables } from '../../core/service-settings.ts';

export const authorizationEnvironmentSchema = z.object({
  ...serviceVariables,
  ACCOUNTS_TABLE: text,
  DASHBOARD_URL: address,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  MAIL_QUEUE_URL: text,
  /** Metadata documents of this machine, without TLS: in a local run alone. */
  LOOPBACK_DOCUMENTS: onOff,
});

/** As the stack gives them: strings. */
export type AuthorizationEnvironment = z.input<typeof authorizationEnvironmentSchema>;
