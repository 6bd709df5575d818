/**
 * The token function reads clients, counts rates and signs access tokens; it redeems codes of assistant sign-ins and
 * revokes them. It cannot read items.
 */
import type { Construct } from 'constructs';
import type { TokenEnvironment } from '../../functions/token/environment.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { grantActions, grantOnPartitions } from '../constructs/grant-actions.ts';
import { serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';
import type { Stores } from '../constructs/stores.ts';

export function tokenFunction(
  scope: Construct,
  settings: StageSettings,
  stores: Stores,
): ServiceFunction<TokenEnvironment> {
  const fn = new ServiceFunction<TokenEnvironment>(scope, settings, 'Token', {
    folder: 'token',
    description: 'Issues access tokens at POST /v1/oauth/token.',
    environment: {
      STAGE: settings.stage,
      ACCOUNTS_TABLE: stores.accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      SIGNING_SECRET_ID: stores.signingSecret.secretArn,
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
      SIGN_IN: settings.signIn,
    },
    // Each client calls it once an hour, so only the cold start matters.
    memoryMb: 512,
    timeoutSeconds: 10,
    logsRequests: true,
    reservedConcurrency: settings.reservedConcurrency?.token,
  });
  grantOnPartitions(fn, stores.accounts, ['dynamodb:BatchGetItem'], ['ACCOUNT#*']);
  grantOnPartitions(fn, stores.accounts, ['dynamodb:UpdateItem'], ['RATE#*']);
  if (settings.signIn === 'on') {
    // A revocation is a transaction with its audit line; all its rows belong to one account.
    grantOnPartitions(
      fn,
      stores.accounts,
      ['dynamodb:GetItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'],
      ['ACCOUNT#*'],
    );
  }
  grantActions(fn, stores.signingSecret, ['secretsmanager:GetSecretValue']);
  return fn;
}
