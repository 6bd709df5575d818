/** Builds everything that a function needs to serve tools, for MCP and the HTTP API alike. */
import {
  openAssistantStore,
  openClientStore,
  openItemIndex,
  openManufacturerTableStore,
  openRateCounter,
  openRequestCounter,
  openUsageStore,
  openWordTableStore,
} from '../dynamodb/open-stores.ts';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createDocumentClient } from '../dynamodb/client/document-client.ts';
import { RoundTrips } from '../dynamodb/client/round-trips.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { countingFailures, createRequestLog, type RequestLog } from './request-log.ts';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import type { AuthenticationPorts } from '../../core/access/auth/authenticate-caller.ts';
import { RecentFailures } from '../../core/access/auth/recent-failures.ts';
import { SigningKeys, type SigningKeySource } from '../../core/access/auth/signing-keys.ts';
import { UnansweredKeepError } from '../../core/billing/meter/take-back.ts';
import { hasNegative } from '../../core/billing/accounts/usage.ts';
import type { UsageDebit } from '../../core/billing/meter/usage-debit.ts';
import type { Clock } from '../../core/time.ts';
import type { ResearchQueue } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import { notingReserves, whileCharging, whileDebiting } from './charges-under-way.ts';
import { SharedAddresses } from './shared-addresses.ts';
import { loadOnce } from '../../core/load-once.ts';
import { serviceSettings, type ServiceSettings } from '../../core/service-settings.ts';
import type { ToolPorts } from '../../core/api/tools/tool-ports.ts';
import { toolEnvironmentSchema } from './tool-environment.ts';

export interface ToolDependencies extends AuthenticationPorts {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly ports: ToolPorts;
  readonly rates: RateWindows;
  readonly failures: RecentFailures;
  readonly addressLimitPerMinute: number;
  readonly sharedAddresses?: SharedAddresses;
}

interface StoreClients {
  readonly store: DynamoDBDocumentClient;
  /** The SDK's own retry after a lost answer would bill twice: the store decides what may be repeated. */
  readonly meterStore: DynamoDBDocumentClient;
}

function storeClients(): StoreClients {
  const store = createDocumentClient({ maxAttempts: 3 });
  return { store, meterStore: createDocumentClient({ maxAttempts: 1, connectionsOf: store }) };
}

/**
 * @param serviceName the function's name in logs and metrics
 * @param clients lets tests inject failures and count calls
 */
export function toolDependencies(
  serviceName: string,
  environment: Readonly<Record<string, string | undefined>>,
  { store, meterStore }: StoreClients = storeClients(),
): ToolDependencies {
  const settings = parseEnvironment(toolEnvironmentSchema, environment);
  const { ACCOUNTS_TABLE: accounts, PRODUCT_INDEX_TABLE: index } = settings;
  const roundTrips = new RoundTrips(() => performance.now());
  for (const client of [store, meterStore]) roundTrips.time(client);
  const log = createRequestLog(serviceName, settings.STAGE, () => ({ storage: roundTrips.take() }));
  const signingSecret = loadOnce(() => openSigningSecret(settings.SIGNING_SECRET_ID));
  const queue = loadOnce(() => openResearchQueue(settings.RESEARCH_QUEUE_URL));
  const signingKeys = new SigningKeys({
    readKeys: countingFailures(log, 'SigningSecretFailed', async () => (await signingSecret()).readKeys()),
  });
  const clock = { nowMs: () => Date.now() };
  const tables = { client: store, accounts, index, clock };
  const meter = { client: meterStore, accounts };
  const rates = new RateWindows(openRateCounter(tables));
  const usageStore = openUsageStore(meter);
  const receipts = whenAsked(async () => (await lateStores()).openReceiptStore(meter));
  const write = countingFailures(log, 'MeterFailed', async (debit: UsageDebit) => {
    const { receipt } = debit;
    const result = await (receipt === undefined ? usageStore.debit(debit) : receipts.debit(debit, receipt));
    if ('usage' in result && hasNegative(result.usage)) log.failed('NegativeUsage');
    return result;
  });
  return {
    clock,
    log,
    settings: serviceSettings(settings),
    clients: openClientStore(tables),
    tokens: accessTokenVerifier(signingKeys, settings.BASE_URL),
    ports: {
      index: openItemIndex(tables, {
        manufacturers: openManufacturerTableStore(tables),
        words: openWordTableStore(tables),
      }),
      catalogs: whenAsked(async () => (await lateStores()).openCatalogReader(tables)),
      // A debit that its call is too late for is no failure of the meter.
      usageStore: { debit: (debit) => whileDebiting(debit, 'debited', () => write(debit)) },
      receipts: {
        keep: (place, seen) =>
          whileCharging(
            () => new UnansweredKeepError(place, seen, undefined),
            'kept',
            () => receipts.keep(place, seen),
          ),
      },
      rates,
      requests: openRequestCounter(tables),
      sandbox: whenAsked(async () => (await lateStores()).openSandboxCounter(meter)),
      testItemsPerDay: settings.TEST_RECORDS_PER_DAY,
      activity: openAssistantStore(tables),
      enrichment: notingReserves(whenAsked(async () => (await lateStores()).openEnrichmentStore(tables))),
      researchQueue: { send: async (messages) => (await queue()).send(messages) },
      dashboardUrl: settings.DASHBOARD_URL,
      billingPortal: settings.BILLING_PORTAL_URL,
      upgradeUrl: settings.UPGRADE_URL,
    },
    rates,
    failures: new RecentFailures(),
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
    sharedAddresses: new SharedAddresses(settings.SHARED_ADDRESS_RANGES ?? []),
  };
}

// The clients of two services that most processes never use are loaded by the first request that needs them: a call by
// client id and secret has no token to verify, and only request_enrichment has something to send.

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

const lateStores = () => import('../dynamodb/open-late-stores.ts');

type Method = (...given: unknown[]) => unknown;

/**
 * Returns a store whose code is loaded by its first request. A method that was assigned to it is called as it is
 * (`notingReserves`). It has no `then`, so that awaiting it does not call the store.
 */
function whenAsked<Store extends object>(open: () => Promise<Store>): Store {
  const opened = loadOnce(open);
  return new Proxy({} as Store, {
    get: (own, name) => {
      if (name === 'then') return undefined;
      const late: Method = async (...given) => {
        const store = await opened();
        return (Reflect.get(store, name) as Method).apply(store, given);
      };
      return (Reflect.get(own, name) as Method | undefined) ?? late;
    },
  });
}
