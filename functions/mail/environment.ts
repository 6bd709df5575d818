/** The environment variables of the mail function. */
import * as z from 'zod/mini';
import { address, text } from '../../core/parse-environment.ts';

const common = { ACCOUNTS_TABLE: text, DASHBOARD_URL: address, SUPPORT_EMAIL: text, SERVICE_NAME: text };

export const mailEnvironmentSchema = z.discriminatedUnion('MAILER', [
  z.object({ ...common, MAILER: z.literal('ses'), MAIL_FROM: text, MAIL_CONFIGURATION_SET: text }),
  /** Writes files, for the local run. */
  z.object({ ...common, MAILER: z.literal('file'), MAIL_FOLDER: text }),
]);

/** The variables as the stack sets them: strings. */
export type MailEnvironment = z.input<typeof mailEnvironmentSchema>;
