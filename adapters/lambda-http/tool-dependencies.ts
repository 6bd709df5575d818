/** Builds everything that a function needs to serve tools, for MCP and the HTTP API alike. */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../dynamodb/client/document-client.ts';
import { DynamoUsageStore } from '../dynamodb/billing/dynamo-usage-store.ts';
import { DynamoAssistantStore } from '../dynamodb/access/dynamo-assistant-store.ts';
import { DynamoCatalogReader } from '../dynamodb/catalogs/dynamo-catalog-reader.ts';
import { DynamoClientStore } from '../dynamodb/access/dynamo-client-store.ts';
import { DynamoEnrichmentStore } from '../dynamodb/sourcing/dynamo-enrichment-store.ts';
import { DynamoManufacturerTableStore } from '../dynamodb/index/dynamo-manufacturer-table-store.ts';
import { DynamoWordTableStore } from '../dynamodb/index/dynamo-word-table-store.ts';
import { DynamoItemIndex } from '../dynamodb/index/dynamo-item-index.ts';
import { DynamoRateCounter } from '../dynamodb/billing/dynamo-rate-counter.ts';
import { DynamoReceiptStore } from '../dynamodb/billing/dynamo-receipt-store.ts';
import { DynamoRequestCounter } from '../dynamodb/billing/dynamo-request-counter.ts';
import { DynamoSandboxCounter } from '../dynamodb/billing/dynamo-sandbox-counter.ts';
import { RoundTrips } from '../dynamodb/client/round-trips.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { countingFailures, createRequestLog, type RequestLog } from './request-log.ts';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import type { AuthenticationDependencies } from '../../core/access/auth/authenticate-caller.ts';
import { RecentFailures } from '../../core/access/auth/recent-failures.ts';
import { SigningKeys, type SigningKeySource } from '../../core/access/auth/signing-keys.ts';
import { hasNegative } from '../../core/billing/plans/usage.ts';
import type { UsageDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Clock } from '../../core/clock.ts';
import type { ResearchQueue } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { serviceSettings, type ServiceSettings } from '../../core/service-settings.ts';
import type { ToolServices } from '../../core/api/tools/tool-services.ts';
import { toolEnvironmentSchema } from './tool-environment.ts';

export interface ToolDependencies extends AuthenticationDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly services: ToolServices;
  readonly rates: RateWindows;
  readonly failures: RecentFailures;
  readonly addressLimitPerMinute: number;
}

export interface StoreClients {
  readonly store: DynamoDBDocumentClient;
  /** The SDK's own retry after a lost answer would bill twice: the store decides what may be repeated. */
  readonly meterStore: DynamoDBDocumentClient;
}

function storeClients(): StoreClients {
  const store = createDocumentClient({ maxAttempts: 3 });
  return { store, meterStore: createDocumentClient({ maxAttempts: 1, connectionsOf: store }) };
}

/** @param serviceName the function's name in logs and metrics @param clients lets tests inject failures and count calls */
export function toolDependencies(
  serviceName: string,
  environment: Readonly<Record<string, string | undefined>>,
  { store, meterStore }: StoreClients = storeClients(),
): ToolDependencies {
  const settings = parseEnvironment(toolEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts, PRODUCT_INDEX_TABLE: productIndex } = settings;
  const roundTrips = new RoundTrips(() => performance.now());
  for (const client of [store, meterStore]) roundTrips.time(client);
  const log = createRequestLog(serviceName, settings.STAGE, () => ({ storage: roundTrips.take() }));
  const signingSecret = once(() => openSigningSecret(settings.SIGNING_SECRET_ID));
  const queue = once(() => openResearchQueue(settings.RESEARCH_QUEUE_URL));
  const signingKeys = new SigningKeys({
    readKeys: countingFailures(log, 'SigningSecretFailed', async () => (await signingSecret()).readKeys()),
  });
  const clock = { nowMs: () => Date.now() };
  const rates = new RateWindows(new DynamoRateCounter(store, accounts));
  const usageStore = new DynamoUsageStore(meterStore, accounts);
  const receipts = new DynamoReceiptStore(meterStore, accounts);
  return {
    clock,
    log,
    settings: serviceSettings(settings),
    clients: new DynamoClientStore(store, accounts),
    tokens: accessTokenVerifier(signingKeys, settings.BASE_URL),
    services: {
      products: new DynamoItemIndex(store, productIndex, {
        manufacturers: new DynamoManufacturerTableStore(store, accounts, clock),
        words: new DynamoWordTableStore(store, accounts, clock),
      }),
      catalogs: new DynamoCatalogReader(store, accounts),
      usageStore: {
        debit: countingFailures(log, 'MeterFailed', async (debit: UsageDebit) => {
          const { receipt } = debit;
          const outcome = await (receipt === undefined ? usageStore.debit(debit) : receipts.debit(debit, receipt));
          if ('usage' in outcome && hasNegative(outcome.usage)) log.failed('NegativeUsage');
          return outcome;
        }),
      },
      receipts,
      rates,
      requests: new DynamoRequestCounter(store, accounts),
      sandbox: new DynamoSandboxCounter(meterStore, accounts),
      testItemsPerDay: settings.TEST_RECORDS_PER_DAY,
      activity: new DynamoAssistantStore(store, accounts),
      enrichment: new DynamoEnrichmentStore(store, accounts),
      researchQueue: { send: async (messages) => (await queue()).send(messages) },
      dashboardUrl: settings.DASHBOARD_URL,
      upgradeUrl: settings.UPGRADE_URL,
    },
    rates,
    failures: new RecentFailures(),
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
  };
}

// The clients of two services that most processes never use are loaded by the first request that needs them: a call by client id and
// secret has no token to verify, and only request_enrichment has something to send.

async function openSigningSecret(secretId: string): Promise<SigningKeySource> {
  const { createSecretsClient } = await import('../secrets/secrets-client.ts');
  const { SigningSecret } = await import('../secrets/signing-secret.ts');
  return new SigningSecret(createSecretsClient(), secretId);
}

async function openResearchQueue(queueUrl: string): Promise<ResearchQueue> {
  const { createQueueClient } = await import('../sqs/queue-client.ts');
  const { SqsResearchQueue } = await import('../sqs/sqs-research-queue.ts');
  return new SqsResearchQueue(createQueueClient(), queueUrl);
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
