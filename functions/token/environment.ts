/** The variables of the token function. */
import * as z from 'zod';
import { address, commaList, onOff, positiveInteger, text } from '../../core/parse-environment.ts';

export const tokenEnvironmentSchema = z.object({
  STAGE: text,
  ACCOUNTS_TABLE: text,
  BASE_URL: address,
  ALLOWED_ORIGINS: commaList,
  DOCS_BASE_URL: address,
  SUPPORT_EMAIL: text,
  SIGNING_SECRET_ID: text,
  IP_LIMIT_PER_MINUTE: positiveInteger,
  /** One-click sign-in. */
  SIGN_IN: onOff,
});

/** As the stack gives them: strings. */
export type TokenEnvironment = z.input<typeof tokenEnvironmentSchema>;
