/** The MCP function: reads products, reads and meters accounts, verifies tokens, asks for research. It can delete nothing. */
import type { Construct } from 'constructs';
import type { McpEnvironment } from '../../functions/mcp/environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantActions, grantOnPartitions } from '../constructs/grant-actions.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Stores } from '../constructs/stores.ts';

export function mcpFunction(
  scope: Construct,
  settings: StageSettings,
  stores: Stores,
): ServiceFunction<McpEnvironment> {
  const fn = new ServiceFunction<McpEnvironment>(scope, 'Mcp', {
    folder: 'mcp',
    description: 'Answers MCP over POST /mcp.',
    environment: {
      STAGE: settings.stage,
      PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
      ACCOUNTS_TABLE: stores.accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DASHBOARD_URL: settings.dashboardUrl,
      UPGRADE_URL: settings.upgradeUrl,
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      TEST_RECORDS_PER_DAY: String(settings.testRecordsPerDay ?? 'unlimited'),
      SIGNING_SECRET_ID: stores.signingSecret.secretArn,
      RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
    },
    // Processor time comes with memory: 1 GB is six tenths of a core. Measured, and where: docs/operate/commands.md#memory-and-time-outs.
    memoryMb: 1024,
    timeoutSeconds: 15,
    logRetentionDays: settings.logRetentionDays,
    keepsLogs: settings.keepsData,
    tracing: settings.tracing,
    reservedConcurrency: settings.reservedConcurrency?.mcp,
  });
  grantActions(fn, stores.productIndex, ['dynamodb:BatchGetItem', 'dynamodb:Query']);
  grantActions(fn, stores.accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantOnPartitions(fn, stores.accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'CATALOG#*']);
  grantActions(fn, stores.research.queue, ['sqs:SendMessage']);
  grantActions(fn, stores.signingSecret, ['secretsmanager:GetSecretValue']);
  return fn;
}
