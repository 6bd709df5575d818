/** The dashboard's function in this process: its tables are real, and its mail queue and its log are kept. */
import { CloudWatchLogsClient } from '@aws-sdk/client-cloudwatch-logs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { InsightsLog } from '../../../adapters/cloudwatch/insights-log.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { S3UploadParts } from '../../../adapters/s3/s3-upload-parts.ts';
import type { ResearchMessage } from '../../../core/sourcing/enrichment/enrichment-queue.ts';
import type { EmailOrder } from '../../../core/dashboard/mail/email-order.ts';
import { csrfTokenOf } from '../../../core/access/people/session.ts';
import { RateWindows, type RateVerdict } from '../../../core/billing/rate-limit/rate-window.ts';
import type { UploadKey } from '../../../core/catalogs/uploads/upload.ts';
import { createDashboardHandler } from '../../../functions/dashboard/create-dashboard-handler.ts';
import { dashboardDependencies } from '../../../functions/dashboard/dependencies.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { startLogsStandIn, type LogsStandIn } from './logs-stand-in.ts';
import { callHandler, recordedLog, type HandlerAnswer, type RecordedLog } from './gateway.ts';
import { MemoryObjects } from '../stores/memory-objects.ts';
import type { PersonSession } from './people.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

/** The id of the item that the home page shows, once a test has indexed it. */
export const SHOWN_ITEM_ID = 'itm_J1TLj17p';
export const PAGE_ORIGIN = 'https://mcp.test.example';
/** The origin of the dashboard while the custom domain does not answer yet. */
export const GATEWAY_ORIGIN = 'https://api.execute-api.test.example';

export interface PageInterface {
  readonly tables: OpenTables;
  readonly client: DynamoDBDocumentClient;
  readonly people: DynamoPeopleStore;
  readonly mailed: EmailOrder[];
  /** Where parts of uploads are stored. */
  readonly objects: MemoryObjects;
  /** The uploads queued for work, in order. */
  readonly queued: UploadKey[];
  /** The research that was queued, in order. */
  readonly researched: ResearchMessage[];
  readonly log: RecordedLog;
  /** The log in which calls are found: lines of the log groups `McpLogs` and `V1Logs`. */
  readonly callLogs: LogsStandIn;
  get(path: string, session?: PersonSession, query?: string): Promise<HandlerAnswer>;
  /** Sends a change as the dashboard does: from its own origin, with the session's token. */
  post(path: string, input: unknown, session?: PersonSession, headers?: Record<string, string>): Promise<HandlerAnswer>;
  /** Sends a part of an upload as the dashboard does. */
  postPart(
    query: Readonly<Record<string, string>>,
    bytes: Uint8Array,
    session?: PersonSession,
    headers?: Record<string, string>,
  ): Promise<HandlerAnswer>;
  send(sent: Parameters<typeof callHandler>[1]): Promise<HandlerAnswer>;
  stop(): Promise<void>;
}

/**
 * Rate limits that follow a clock of their own. With the service's clock frozen, all requests of a long test would
 * count in one minute, and be refused.
 */
class OtherMinutes extends RateWindows {
  readonly #nowMs: () => number;

  constructor(counter: ConstructorParameters<typeof RateWindows>[0], nowMs: () => number) {
    super(counter);
    this.#nowMs = nowMs;
  }

  override take(subject: string, limitPerMinute: number): Promise<RateVerdict> {
    return super.take(subject, limitPerMinute, this.#nowMs());
  }

  override refusedFromMemory(subject: string, limitPerMinute: number): ReturnType<RateWindows['refusedFromMemory']> {
    return super.refusedFromMemory(subject, limitPerMinute, this.#nowMs());
  }
}

/**
 * @param nowMs the time of every request
 * @param variables the stage's variables, instead of those of the tests
 * @param minutesMs the clock of rate limits, if it is another
 */
export async function openPageInterface(
  nowMs: () => number,
  pagesFolder?: string,
  variables: Readonly<Record<string, string>> = {},
  minutesMs?: () => number,
): Promise<PageInterface> {
  const tables = await openTables();
  const client = testClient(tables.endpoint);
  const people = new DynamoPeopleStore(client, tables.accountsTable);
  const mailed: EmailOrder[] = [];
  const log = recordedLog();
  const objects = new MemoryObjects();
  const queued: UploadKey[] = [];
  const researched: ResearchMessage[] = [];
  const callLogs = await startLogsStandIn();
  const logs = new CloudWatchLogsClient({
    endpoint: callLogs.endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    maxAttempts: 1,
  });
  const environment = {
    STAGE: 'test',
    PRODUCT_INDEX_TABLE: tables.productIndexTable,
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: PAGE_ORIGIN,
    PAGE_ORIGINS: `${PAGE_ORIGIN},${GATEWAY_ORIGIN}`,
    DASHBOARD_URL: `${PAGE_ORIGIN}/dashboard`,
    UPGRADE_URL: `${PAGE_ORIGIN}/plans`,
    DOCS_BASE_URL: PAGE_ORIGIN,
    SUPPORT_EMAIL: 'support@test.example',
    SERVICE_NAME: 'Product Data',
    IP_LIMIT_PER_MINUTE: '1000000',
    MAIL_QUEUE_URL: 'http://127.0.0.1:9/queue',
    UPLOADS_BUCKET: 'uploads',
    UPLOAD_QUEUE_URL: 'http://127.0.0.1:9/uploads',
    RESEARCH_QUEUE_URL: 'http://127.0.0.1:9/research',
    SIGN_IN: 'on',
    CALL_LOG_GROUPS: 'McpLogs,V1Logs',
    BILLING_PORTAL_URL: 'none',
    TERMS_URL: 'none',
    PRIVACY_URL: 'none',
    OPENAI_CHALLENGE: 'none',
    REGISTRY_PROOF: 'none',
    OWNER_NAME: 'none',
    OWNER_VAT_ID: 'none',
    LOG_RETENTION_DAYS: '7',
    RESEARCH_PROVIDERS: '',
    EXAMPLE_ITEM: SHOWN_ITEM_ID,
    TEST_RECORDS_PER_DAY: '2000',
    ...variables,
  };
  const dependencies = dashboardDependencies(environment, client, pagesFolder);
  const handler = createDashboardHandler({
    ...dependencies,
    ...(minutesMs !== undefined && { rates: new OtherMinutes(dependencies.counter, minutesMs) }),
    clock: { nowMs },
    log,
    mail: { send: async (order) => void mailed.push(order) },
    parts: new S3UploadParts(objects),
    callLog: new InsightsLog(logs, ['McpLogs', 'V1Logs']),
    researchQueue: { send: async (messages) => void researched.push(...messages) },
    uploadQueue: { send: async ({ accountId, uploadId }) => void queued.push({ accountId, uploadId }) },
  });
  const cookiesOf = (session: PersonSession | undefined) => (session === undefined ? [] : [session.cookieHeader]);
  const changeHeaders = (session: PersonSession | undefined) => ({
    origin: PAGE_ORIGIN,
    ...(session !== undefined && { 'x-csrf-token': csrfTokenOf(session.cookie) }),
  });
  return {
    tables,
    client,
    people,
    mailed,
    objects,
    queued,
    researched,
    log,
    callLogs,
    get: (path, session, query = '') =>
      callHandler(handler, { path: `/dashboard/api${path}`, query, cookies: cookiesOf(session) }),
    post: (path, input, session, headers = {}) =>
      callHandler(handler, {
        method: 'POST',
        path: `/dashboard/api${path}`,
        cookies: cookiesOf(session),
        headers: { ...changeHeaders(session), 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      }),
    postPart: (query, bytes, session, headers = {}) =>
      callHandler(handler, {
        method: 'POST',
        path: '/dashboard/api/uploads/part',
        query: new URLSearchParams(query).toString(),
        cookies: cookiesOf(session),
        headers: { ...changeHeaders(session), 'content-type': 'application/octet-stream', ...headers },
        body: bytes,
      }),
    send: (sent) => callHandler(handler, sent),
    stop: async () => {
      client.destroy();
      logs.destroy();
      await callLogs.stop();
      await tables.stop();
    },
  };
}
