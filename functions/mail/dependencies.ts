/** Builds the dependencies of the mail function. */
import { openNoticeStore, openPeopleStore } from '../../adapters/dynamodb/open-stores.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { LogWriter } from '../../adapters/lambda/log-writer.ts';
import { loggableError } from '../../adapters/lambda/loggable-error.ts';
import { FileMailer } from '../../adapters/mail/file-mailer.ts';
import { SesMailer } from '../../adapters/mail/ses-mailer.ts';
import type { MailPorts } from '../../core/dashboard/mail/send-email.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { mailEnvironmentSchema } from './environment.ts';

interface MailLog {
  /** Logs the outcome of a message: a fixed word and a count, never an address. */
  handled(kind: string, emails: number): void;
  internalError(error: unknown): void;
}

export interface MailDependencies {
  readonly ports: MailPorts;
  readonly log: MailLog;
}

export function mailDependencies(environment: Readonly<Record<string, string | undefined>>): MailDependencies {
  const settings = parseEnvironment(mailEnvironmentSchema, environment);
  const client = createDocumentClient({ maxAttempts: 3 });
  const tables = { client, accounts: settings.ACCOUNTS_TABLE };
  const clock = { nowMs: () => Date.now() };
  const logger = new LogWriter({ serviceName: 'mail' });
  return {
    ports: {
      people: openPeopleStore(tables),
      notices: openNoticeStore(tables),
      mailer:
        settings.MAILER === 'ses'
          ? new SesMailer({ from: settings.MAIL_FROM, configurationSet: settings.MAIL_CONFIGURATION_SET })
          : new FileMailer(settings.MAIL_FOLDER, clock),
      settings: {
        dashboardUrl: settings.DASHBOARD_URL,
        supportEmail: settings.SUPPORT_EMAIL,
        serviceName: settings.SERVICE_NAME,
      },
      clock,
    },
    log: {
      handled: (kind, emails) => logger.info('email order', { kind, emails }),
      internalError: (error) => logger.error('mail failed', { error: loggableError(error) }),
    },
  };
}
