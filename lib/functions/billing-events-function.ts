/**
 * The function for events of the billing system, if the stage names the secret of its endpoint. It reads and writes
 * only rows of accounts.
 */
import type { Construct } from 'constructs';
import type { BillingEventsEnvironment } from '../../functions/billing-events/environment.ts';
import { grantNamedSecrets, grantOnPartitions } from '../constructs/grant-actions.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { Stores } from '../constructs/stores.ts';
import { serviceNameOf } from '../settings/page-variables.ts';
import type { StageSettings } from '../settings/stage-settings.ts';

export function billingEventsFunction(
  scope: Construct,
  settings: StageSettings,
  { accounts }: Stores,
  { secretName }: NonNullable<StageSettings['billingEvents']>,
): ServiceFunction<BillingEventsEnvironment> {
  const fn = new ServiceFunction<BillingEventsEnvironment>(scope, settings, 'BillingEvents', {
    folder: 'billing-events',
    description: 'Hears from the billing system which payments failed and which are settled.',
    environment: {
      STAGE: settings.stage,
      ACCOUNTS_TABLE: accounts.tableName,
      BASE_URL: settings.baseUrl,
      ALLOWED_ORIGINS: settings.allowedOrigins.join(','),
      DOCS_BASE_URL: settings.docsBaseUrl,
      SUPPORT_EMAIL: settings.supportEmail,
      SERVICE_NAME: serviceNameOf(settings),
      BILLING_SECRET_NAME: secretName,
      // Test cards settle no invoices of real customers, and real cards none of rehearsals.
      BILLING_LIVEMODE: settings.stage === 'production' ? 'on' : 'off',
      IP_LIMIT_PER_MINUTE: String(settings.ipLimitPerMinute),
    },
    memoryMb: 256,
    // The billing system waits about ten seconds, then sends the event again.
    timeoutSeconds: 10,
    logsRequests: true,
    provesBills: true,
    reservedConcurrency: settings.reservedConcurrency?.billingEvents,
  });
  grantOnPartitions(fn, accounts, ['dynamodb:GetItem'], ['ACCOUNT#*', 'BILLING_CUSTOMER#*']);
  grantOnPartitions(fn, accounts, ['dynamodb:PutItem'], ['ACCOUNT#*']);
  grantOnPartitions(fn, accounts, ['dynamodb:UpdateItem'], ['ACCOUNT#*', 'RATE#*']);
  grantNamedSecrets(fn, [secretName]);
  return fn;
}
