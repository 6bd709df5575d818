/**
 * The function with which people sign assistants in: it reads sessions, registers assistants, asks for consent and
 * writes assistant sign-ins. It has no right to sign anything, to read items or to delete rows.
 */
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { AuthorizationEnvironment } from '../../functions/authorization/environment.ts';
import { grantActions, grantOnPartitions } from '../constructs/grant-actions.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import { serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export function authorizationFunction(
  scope: Construct,
  settings: StageSettings,
  { accounts }: Stores,
  mailQueue: Queue,
): ServiceFunction<AuthorizationEnvironment> {
  const fn = new ServiceFunction<AuthorizationEnvironment>(scope, settings, 'Authorization', {
    folder: 'authorization',
    description: 'Signs assistants in: asks people for consent, and registers assistants.',
    environment: {
      STAGE: settings.stage,
      ACCOUNTS_TABLE: accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DASHBOARD_URL: settings.dashboardUrl,
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      MAIL_QUEUE_URL: mailQueue.queueUrl,
      LOOPBACK_DOCUMENTS: settings.stage === 'local' ? 'on' : 'off',
    },
    memoryMb: 512,
    timeoutSeconds: 15,
    logsRequests: true,
    reservedConcurrency: settings.reservedConcurrency?.dashboard,
  });
  // Reads the signed-in person and their accounts, and records that a session is used.
  grantOnPartitions(fn, accounts, ['dynamodb:BatchGetItem'], ['ACCOUNT#*', 'PERSON#*']);
  grantOnPartitions(
    fn,
    accounts,
    ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
    ['ACCOUNT#*', 'OAUTH_CLIENT#*', 'PERSON#*', 'RATE#*'],
  );
  grantOnPartitions(fn, accounts, ['dynamodb:PutItem'], ['ACCOUNT#*', 'OAUTH_CLIENT#*']);
  // Reads an account's members and assistant sign-ins.
  grantOnPartitions(fn, accounts, ['dynamodb:Query'], ['ACCOUNT#*']);
  grantActions(fn, mailQueue, ['sqs:SendMessage']);
  return fn;
}
