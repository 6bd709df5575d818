/** The MCP function: reads products, reads and meters accounts, verifies tokens, asks for research. It can delete nothing. */
import type { Construct } from 'constructs';
import type { McpEnvironment } from '../../functions/mcp/environment.ts';
import { DoorFunction } from '../constructs/door-function.ts';
import { grantActions } from '../constructs/grant-actions.ts';
import type { StageSettings } from '../stage-settings.ts';
import type { Stores } from '../stores.ts';

export function mcpDoor(scope: Construct, settings: StageSettings, stores: Stores): DoorFunction<McpEnvironment> {
  const door = new DoorFunction<McpEnvironment>(scope, 'Mcp', {
    door: 'mcp',
    description: 'Answers MCP over POST /mcp.',
    environment: {
      PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
      ACCOUNTS_TABLE: stores.accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DASHBOARD_URL: settings.dashboardUrl,
      UPGRADE_URL: settings.upgradeUrl,
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      SIGNING_SECRET_ID: stores.signingSecret.secretArn,
      RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
    },
    // Processor time comes with memory: 1 GB is six tenths of a core, for a warm call of a few milliseconds and a cold start of some hundred.
    memoryMb: 1024,
    timeoutSeconds: 15,
    logRetentionDays: settings.logRetentionDays,
  });
  grantActions(door, stores.productIndex, ['dynamodb:BatchGetItem', 'dynamodb:Query']);
  grantActions(door, stores.accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ]);
  grantActions(door, stores.research.queue, ['sqs:SendMessage']);
  grantActions(door, stores.signingSecret, ['secretsmanager:GetSecretValue']);
  return door;
}
