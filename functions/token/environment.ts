/** The environment variables of the token function. */
import * as z from 'zod/mini';
import { onOff, positiveInteger, text } from '../../core/parse-environment.ts';
import { serviceVariables } from '../../core/service-settings.ts';

export const tokenEnvironmentSchema = z.object({
  ...serviceVariables,
  ACCOUNTS_TABLE: text,
  SIGNING_SECRET_ID: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  /** Whether assistant sign-in is on. */
  SIGN_IN: onOff,
});

/** The variables as the stack sets them: strings. */
export type TokenEnvironment = z.input<typeof tokenEnvironmentSchema>;
