/**
 * The function on the mail queue: it looks up the recipients and sends emails from one identity; bounces arrive through
 * the same queue.
 */
import { Stack } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import type { Construct } from 'constructs';
import type { MailEnvironment } from '../../functions/mail/environment.ts';
import { grantOnPartitions, grantSendEmail } from '../constructs/grant-actions.ts';
import type { WorkQueue } from '../constructs/work-queue.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import { serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export const MAIL_TIMEOUT_SECONDS = 20;

export function mailFunction(
  scope: Construct,
  settings: StageSettings,
  { accounts }: Stores,
  mail: WorkQueue,
): ServiceFunction<MailEnvironment> {
  const configurationSet = settings.mail.mailer === 'ses' ? heardConfigurationSet(scope, mail) : undefined;
  const fn = new ServiceFunction<MailEnvironment>(scope, settings, 'MailSender', {
    folder: 'mail',
    description: 'Writes emails and sends them; hears which come back.',
    environment: mailEnvironment(settings, accounts.tableName, configurationSet?.configurationSetName ?? ''),
    memoryMb: 256,
    timeoutSeconds: MAIL_TIMEOUT_SECONDS,
  });
  fn.addEventSource(
    new SqsEventSource(mail.queue, {
      enabled: settings.maintenance !== true,
      batchSize: 5,
      maxConcurrency: 2,
      reportBatchItemFailures: true,
    }),
  );
  // Reads the recipients.
  grantOnPartitions(fn, accounts, ['dynamodb:GetItem'], ['ACCOUNT#*', 'EMAIL#*', 'PERSON#*']);
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['ACCOUNT#*']);
  // Writes which email about an event was sent, links, and that an address is undeliverable.
  grantOnPartitions(fn, accounts, ['dynamodb:PutItem'], ['NOTICE#*', 'PERSON#*']);
  grantOnPartitions(fn, accounts, ['dynamodb:DeleteItem'], ['NOTICE#*']);
  if (settings.mail.mailer === 'ses' && configurationSet !== undefined) {
    grantSendEmail(fn, settings.mail.from, configurationSet.configurationSetName);
  }
  return fn;
}

function mailEnvironment(settings: StageSettings, accountsTable: string, configurationSet: string): MailEnvironment {
  const common = {
    ACCOUNTS_TABLE: accountsTable,
    DASHBOARD_URL: settings.dashboardUrl,
    SUPPORT_EMAIL: settings.supportEmail,
    SERVICE_NAME: serviceNameOf(settings),
  };
  return settings.mail.mailer === 'ses'
    ? { ...common, MAILER: 'ses', MAIL_FROM: settings.mail.from, MAIL_CONFIGURATION_SET: configurationSet }
    : { ...common, MAILER: 'file', MAIL_FOLDER: settings.mail.folder };
}

/**
 * SES's delivery events go into the queue: bounces and complaints, because SES stops sending for services that ignore
 * them; and accepted emails, so that a process killed while sending one need not send it again.
 */
function heardConfigurationSet(scope: Construct, { queue, deadLetters }: WorkQueue): ConfigurationSet {
  const configurationSet = new ConfigurationSet(scope, 'MailEvents', {});
  const bus = EventBus.fromEventBusName(scope, 'DefaultBus', 'default');
  configurationSet.addEventDestination('Bounces', {
    destination: EventDestination.eventBus(bus),
    events: [EmailSendingEvent.SEND, EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
  });
  new Rule(scope, 'MailBounces', {
    description: 'What became of letters.',
    eventPattern: {
      source: ['aws.ses'],
      account: [Stack.of(scope).account],
      detail: { mail: { tags: { 'ses:configuration-set': [configurationSet.configurationSetName] } } },
    },
    targets: [new SqsQueue(queue, { deadLetterQueue: deadLetters })],
  });
  return configurationSet;
}
