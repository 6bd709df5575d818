/** The environment variables of the `authorization` function. */
import * as z from 'zod/mini';
import { address, onOff, positiveInteger, text } from '../../core/parse-environment.ts';
import { serviceVariables } from '../../core/service-settings.ts';

export const authorizationEnvironmentSchema = z.object({
  ...serviceVariables,
  ACCOUNTS_TABLE: text,
  DASHBOARD_URL: address,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  MAIL_QUEUE_URL: text,
  /** Allows metadata documents on this machine, without TLS: only in a local run. */
  LOOPBACK_DOCUMENTS: onOff,
});

/** The variables as the stack sets them: strings. */
export type AuthorizationEnvironment = z.input<typeof authorizationEnvironmentSchema>;
