/** Builds the dependencies of the `billing-events` function. */
import { openPaymentStore, openRateCounter } from '../../adapters/dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { RoundTrips } from '../../adapters/dynamodb/client/round-trips.ts';
import { createRequestLog, type RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { createSecretsClient } from '../../adapters/secrets/secrets-client.ts';
import { textSecret } from '../../adapters/secrets/text-secret.ts';
import type { Clock } from '../../core/time.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import type { PaymentStore } from '../../core/access/payments/payment-store.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { serviceSettings, type ServiceSettings } from '../../core/service-settings.ts';
import { billingEventsEnvironmentSchema } from './environment.ts';

export interface BillingEventsDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly payments: PaymentStore;
  readonly readSecret: () => Promise<string>;
  /** Whether the stage accepts events of real payments, or those of the billing system's test mode. */
  readonly livemode: boolean;
  readonly rates: RateWindows;
  readonly addressLimitPerMinute: number;
}

export function billingEventsDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
): BillingEventsDependencies {
  const settings = parseEnvironment(billingEventsEnvironmentSchema, environment);
  const roundTrips = new RoundTrips(() => performance.now());
  roundTrips.time(client);
  const tables = { client, accounts: settings.ACCOUNTS_TABLE };
  const nowMs = () => Date.now();
  return {
    clock: { nowMs },
    log: createRequestLog('billing-events', settings.STAGE, () => ({ storage: roundTrips.take() })),
    settings: serviceSettings(settings),
    payments: openPaymentStore(tables),
    readSecret: textSecret(createSecretsClient(), settings.BILLING_SECRET_NAME, nowMs),
    livemode: settings.BILLING_LIVEMODE,
    rates: new RateWindows(openRateCounter(tables)),
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
  };
}
