/**
 * The functions that serve tools, over MCP and over the HTTP API: they read items, read and meter accounts, verify
 * access tokens, and request research. They cannot delete anything.
 */
import type { Construct } from 'constructs';
import type { ToolEnvironment } from '../../adapters/lambda-http/tool-environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantActions, grantOnPartitions } from '../constructs/grant-actions.ts';
import { billingPortalOf, serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Stores } from '../constructs/stores.ts';

export function mcpFunction(
  scope: Construct,
  settings: StageSettings,
  stores: Stores,
): ServiceFunction<ToolEnvironment> {
  return toolFunction(scope, 'Mcp', settings, stores, {
    folder: 'mcp',
    description: 'Answers MCP over POST /mcp.',
    reservedConcurrency: settings.reservedConcurrency?.mcp,
  });
}

export function v1Function(
  scope: Construct,
  settings: StageSettings,
  stores: Stores,
): ServiceFunction<ToolEnvironment> {
  return toolFunction(scope, 'V1', settings, stores, {
    folder: 'v1',
    description: 'Answers the HTTP API under /v1.',
    reservedConcurrency: settings.reservedConcurrency?.v1,
  });
}

/**
 * A call makes 60 kB of garbage and keeps nothing. With larger semi-spaces it takes as much processor time, and the
 * process more memory (docs/decisions/0024-cold-start.md). Benchmarks start their processes with the same.
 */
export const SEMI_SPACE_MB = 8;

interface ToolFunction {
  readonly folder: string;
  readonly description: string;
  readonly reservedConcurrency: number | undefined;
}

function toolFunction(
  scope: Construct,
  id: string,
  settings: StageSettings,
  stores: Stores,
  { folder, description, reservedConcurrency }: ToolFunction,
): ServiceFunction<ToolEnvironment> {
  const fn = new ServiceFunction<ToolEnvironment>(scope, settings, id, {
    folder,
    description,
    environment: {
      STAGE: settings.stage,
      PRODUCT_INDEX_TABLE: stores.productIndex.tableName,
      ACCOUNTS_TABLE: stores.accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DASHBOARD_URL: settings.dashboardUrl,
      UPGRADE_URL: settings.upgradeUrl,
      BILLING_PORTAL_URL: billingPortalOf(settings),
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      SHARED_ADDRESS_RANGES: settings.sharedAddressRanges.join(',') || 'none',
      TEST_RECORDS_PER_DAY: String(settings.testItemsPerDay ?? 'unlimited'),
      SIGNING_SECRET_ID: stores.signingSecret.secretArn,
      RESEARCH_QUEUE_URL: stores.research.queue.queueUrl,
    },
    // Processor time grows with memory: 1 GB is six tenths of a core. The measurements:
    // docs/evidence/performance.md#the-deployed-functions-start.
    memoryMb: 1024,
    semiSpaceMb: SEMI_SPACE_MB,
    timeoutSeconds: 15,
    logsRequests: true,
    provesBills: true,
    reservedConcurrency,
  });
  grantActions(fn, stores.productIndex, ['dynamodb:BatchGetItem', 'dynamodb:Query']);
  grantActions(fn, stores.accounts, [
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:UpdateItem',
  ]);
  grantOnPartitions(fn, stores.accounts, ['dynamodb:Query'], ['ACCOUNT#*', 'CATALOG#*']);
  grantActions(fn, stores.research.queue, ['sqs:SendMessage']);
  grantActions(fn, stores.signingSecret, ['secretsmanager:GetSecretValue']);
  return fn;
}
