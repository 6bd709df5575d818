/** Builds the dependencies of the `dashboard` function. */
import { openEnrichmentStore } from '../../adapters/dynamodb/open-late-stores.ts';
import {
  openAccountReports,
  openAdministrationStore,
  openCatalogStore,
  openItemIndex,
  openManufacturerTableStore,
  openPeopleStore,
  openRateCounter,
  openSearchStore,
  openStatementStore,
  openUploadStore,
} from '../../adapters/dynamodb/open-stores.ts';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoAccountReports } from '../../adapters/dynamodb/access/dynamo-account-reports.ts';
import { createDocumentClient } from '../../adapters/dynamodb/client/document-client.ts';
import { RoundTrips } from '../../adapters/dynamodb/client/round-trips.ts';
import { notingReserves } from '../../adapters/lambda-http/charges-under-way.ts';
import { createRequestLog, type RequestLog } from '../../adapters/lambda-http/request-log.ts';
import { createQueueClient } from '../../adapters/sqs/queue-client.ts';
import { SqsMailQueue } from '../../adapters/sqs/sqs-mail-queue.ts';
import { SqsResearchQueue } from '../../adapters/sqs/sqs-research-queue.ts';
import { SqsUploadQueue } from '../../adapters/sqs/sqs-upload-queue.ts';
import type { AdministrationStore } from '../../core/access/administration/administration-store.ts';
import type { CatalogStore } from '../../core/catalogs/rows/catalog-store.ts';
import type { Clock } from '../../core/time.ts';
import type { ResearchQueue } from '../../core/sourcing/enrichment/enrichment-queue.ts';
import type { EnrichmentStore } from '../../core/sourcing/enrichment/enrichment-store.ts';
import type { MailQueue } from '../../core/dashboard/mail/email-order.ts';
import { findForRow } from '../../core/dashboard/views/search-for-row.ts';
import { loadOnce } from '../../core/load-once.ts';
import { parseEnvironment } from '../../core/parse-environment.ts';
import { externalPages, serviceSettings } from '../../core/service-settings.ts';
import type { PeopleStore } from '../../core/access/people/people-store.ts';
import type { ItemIndex } from '../../core/index/items/item-index.ts';
import type { RateCounter } from '../../core/billing/rate-limit/rate-counter.ts';
import type { SearchableLog } from '../../core/dashboard/request-log/search-log.ts';
import type { SearchStore } from '../../core/dashboard/request-log/search-store.ts';
import type { SearchIndex } from '../../core/index/corrections/begin-current-search.ts';
import { RateWindows } from '../../core/billing/rate-limit/rate-window.ts';
import type { StatementStore } from '../../core/billing/statements/statement-store.ts';
import type { UploadParts, UploadQueue, UploadStore } from '../../core/catalogs/uploads/upload-store.ts';
import type { DashboardSettings } from './dashboard-settings.ts';
import { dashboardEnvironmentSchema } from './environment.ts';
import { Example } from './public/example-record.ts';
import { readPages, type Pages } from './serve-pages.ts';

export interface DashboardDependencies {
  readonly clock: Clock;
  readonly log: RequestLog;
  readonly settings: DashboardSettings;
  readonly people: PeopleStore;
  readonly administration: AdministrationStore;
  readonly reports: Pick<
    DynamoAccountReports,
    'readUsageHistory' | 'listClients' | 'listAssistants' | 'listAssistantDays' | 'listMembers'
  >;
  readonly catalogs: CatalogStore;
  readonly index: ItemIndex & SearchIndex;
  readonly enrichment: EnrichmentStore;
  readonly researchQueue: ResearchQueue;
  readonly statements: StatementStore;
  readonly mail: MailQueue;
  readonly uploads: UploadStore;
  readonly parts: UploadParts;
  readonly uploadQueue: UploadQueue;
  readonly rates: RateWindows;
  readonly counter: RateCounter;
  readonly callLog: SearchableLog;
  readonly searches: SearchStore;
  readonly pages: Pages;
}

/** The built pages are next to the bundle. */
const PAGES_FOLDER = path.join(import.meta.dirname, 'pages');

export function dashboardDependencies(
  environment: Readonly<Record<string, string | undefined>>,
  client: DynamoDBDocumentClient = createDocumentClient({ maxAttempts: 3 }),
  pagesFolder = PAGES_FOLDER,
): DashboardDependencies {
  const settings = parseEnvironment(dashboardEnvironmentSchema, environment);
  const clock = { nowMs: () => Date.now() };
  const tables = { client, accounts: settings.ACCOUNTS_TABLE, index: settings.PRODUCT_INDEX_TABLE, clock };
  const roundTrips = new RoundTrips(() => performance.now());
  roundTrips.time(client);
  const queues = createQueueClient();
  const counter = openRateCounter(tables);
  const dashboardSettings: DashboardSettings = {
    // Only the dashboard's origins are allowed; assistants in other pages call /mcp.
    ...serviceSettings({ ...settings, ALLOWED_ORIGINS: settings.PAGE_ORIGINS }),
    dashboardUrl: settings.DASHBOARD_URL,
    upgradeUrl: settings.UPGRADE_URL,
    addressLimitPerMinute: settings.IP_LIMIT_PER_MINUTE,
    signIn: settings.SIGN_IN,
    legal: externalPages(settings),
    imprint: {
      owner: settings.OWNER_NAME,
      vatId: settings.OWNER_VAT_ID,
      logRetentionDays: settings.LOG_RETENTION_DAYS,
      research: settings.RESEARCH_PROVIDERS,
      // A local run stores everything in a folder.
      region: settings.STAGE === 'local' ? undefined : settings.AWS_REGION,
    },
    billingPortal: settings.BILLING_PORTAL_URL,
    testItemsPerDay: settings.TEST_RECORDS_PER_DAY,
  };
  const index = openItemIndex(tables, { manufacturers: openManufacturerTableStore(tables) });
  return {
    clock,
    log: createRequestLog('dashboard', settings.STAGE, () => ({ storage: roundTrips.take() })),
    settings: dashboardSettings,
    people: openPeopleStore(tables),
    administration: openAdministrationStore(tables),
    reports: openAccountReports(tables),
    catalogs: openCatalogStore(tables),
    index,
    enrichment: notingReserves(openEnrichmentStore(tables)),
    statements: openStatementStore(tables),
    researchQueue: new SqsResearchQueue(queues, settings.RESEARCH_QUEUE_URL),
    mail: new SqsMailQueue(queues, settings.MAIL_QUEUE_URL),
    uploads: openUploadStore(tables),
    parts: partsOf(settings.UPLOADS_BUCKET),
    uploadQueue: new SqsUploadQueue(queues, settings.UPLOAD_QUEUE_URL),
    rates: new RateWindows(counter),
    counter,
    callLog: callLogOf(settings.CALL_LOG_GROUPS),
    searches: openSearchStore(tables),
    pages: readPages(
      pagesFolder,
      dashboardSettings,
      new Example(index, (query) => findForRow(index, query), settings.EXAMPLE_ITEM),
    ),
  };
}

/** Loads the S3 client when the first part of a file arrives, so that no view waits for it. */
function partsOf(bucket: string): UploadParts {
  const parts = loadOnce(async (): Promise<UploadParts> => {
    const { openUploadParts } = await import('../../adapters/s3/s3-upload-parts.ts');
    return openUploadParts(bucket);
  });
  return { put: async (key, part, bytes) => (await parts()).put(key, part, bytes) };
}

/** Loads the CloudWatch Logs client when the first search starts, so that no other view waits for it. */
function callLogOf(logGroups: readonly string[]): SearchableLog {
  const loaded = loadOnce(async (): Promise<SearchableLog> => {
    const { openInsightsLog } = await import('../../adapters/cloudwatch/insights-log.ts');
    return openInsightsLog(logGroups);
  });
  return {
    start: async (search) => (await loaded()).start(search),
    read: async (queryId) => (await loaded()).read(queryId),
    stop: async (queryId) => (await loaded()).stop(queryId),
  };
}
