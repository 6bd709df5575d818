/** The function behind the dashboard and the public pages: it changes accounts as an owner may, and queues emails. */
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { DashboardEnvironment } from '../../functions/dashboard/environment.ts';
import { buildPages } from '../constructs/build-pages.ts';
import { grantActions, grantLogQueries, grantOnObjects, grantOnPartitions } from '../constructs/grant-actions.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import { pageVariablesOf, serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

interface DashboardReaches {
  /** Queues that it sends work to. */
  readonly mail: Queue;
  readonly uploads: Queue;
  /** Logs of the functions that serve tools, from which the dashboard shows customers their calls. */
  readonly callLogs: readonly ILogGroup[];
}

export function dashboardFunction(
  scope: Construct,
  settings: StageSettings,
  stores: Stores,
  { mail, uploads, callLogs }: DashboardReaches,
  gatewayUrl: string,
): ServiceFunction<DashboardEnvironment> {
  const fn = new ServiceFunction<DashboardEnvironment>(scope, settings, 'Dashboard', {
    folder: 'dashboard',
    description: 'Serves the customer’s page, its interface, and the public pages.',
    environment: {
      STAGE: settings.stage,
      PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
      ACCOUNTS_TABLE: stores.accounts.tableName,
      BASE_URL: settings.baseUrl,
      PAGE_ORIGINS: settings.hostAnswers === true ? settings.baseUrl : `${settings.baseUrl},${gatewayUrl}`,
      DASHBOARD_URL: settings.dashboardUrl,
      UPGRADE_URL: settings.upgradeUrl,
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      MAIL_QUEUE_URL: mail.queueUrl,
      UPLOADS_BUCKET: stores.uploads.bucketName,
      UPLOAD_QUEUE_URL: uploads.queueUrl,
      RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
      SIGN_IN: settings.signIn,
      CALL_LOG_GROUPS: callLogs.map(({ logGroupName }) => logGroupName).join(','),
      ...pageVariablesOf(settings),
    },
    addFiles: (outputFolder) => buildPages(outputFolder, settings.face?.folder),
    memoryMb: 512,
    timeoutSeconds: 20,
    reservedConcurrency: settings.reservedConcurrency?.dashboard,
  });
  grantActions(fn, stores.productIndex, ['dynamodb:BatchGetItem', 'dynamodb:Query']);
  grantActions(fn, stores.accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantOnPartitions(fn, stores.accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'CATALOG#*', 'LEARNED#*', 'PERSON#*']);
  grantOnPartitions(fn, stores.accounts, ['dynamodb:BatchWriteItem'], ['LEARNED#*']);
  grantOnObjects(fn, stores.uploads, ['s3:PutObject']);
  grantActions(fn, mail, ['sqs:SendMessage']);
  grantActions(fn, uploads, ['sqs:SendMessage']);
  // A member may request research of a catalog's parts, as an assistant may.
  grantActions(fn, stores.research.queue, ['sqs:SendMessage']);
  grantLogQueries(fn, callLogs);
  return fn;
}
