/**
 * The service in a simulated world: its tables, its functions with the dependencies that they build in production, and
 * the way to reach them.
 */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { toolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';
import type { GatewayResult } from '../../adapters/lambda-http/exchange.ts';
import { createDocumentClient, documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import { createDashboardHandler } from '../../functions/dashboard/create-dashboard-handler.ts';
import { dashboardDependencies } from '../../functions/dashboard/dependencies.ts';
import { createDeadLettersHandler } from '../../functions/enrichment-dead-letters/create-dead-letters-handler.ts';
import { deadLettersDependencies } from '../../functions/enrichment-dead-letters/dependencies.ts';
import { createSweeperHandler } from '../../functions/enrichment-sweeper/create-sweeper-handler.ts';
import { sweeperDependencies } from '../../functions/enrichment-sweeper/dependencies.ts';
import { createWorkerHandler } from '../../functions/enrichment-worker/create-worker-handler.ts';
import { workerDependencies } from '../../functions/enrichment-worker/dependencies.ts';
import { createStatementCloseHandler } from '../../functions/statement-close/create-statement-close-handler.ts';
import { statementCloseDependencies } from '../../functions/statement-close/dependencies.ts';
import { createV1Handler } from '../../functions/v1/create-v1-handler.ts';
import { engineCalls, type EngineCall } from '../../local/dynamodb/embedded-dynamodb.ts';
import { newTable } from '../../local/dynamodb/new-table.ts';
import { openStore } from '../../local/dynamodb/open-store.ts';
import { functionEnvironment } from '../support/service/handler-on-tables.ts';
import { Books, type Billed } from './books.ts';
import { SimulatedCloud } from './simulated-cloud.ts';
import { plantedIn, type Planted } from './planted.ts';
import { QUEUE_ADDRESS, SimulatedQueues, type QueueSettings } from './simulated-queues.ts';
import { simulatedResearcher } from './simulated-researcher.ts';
import { SimulatedFunctions, type Ended, type Handler } from './simulated-function.ts';
import { realNode } from './simulated-time.ts';
import type { SimulatedProcess, SimulatedWorld } from './simulated-world.ts';

const ACCOUNTS = 'Accounts';
const INDEX = 'ProductIndex';
const TABLES = { accountsTable: ACCOUNTS, productIndexTable: INDEX };
/** lib/functions/ has the same. */
const API_TIMEOUT_MS = 15_000;
const WORKER_TIMEOUT_MS = 60_000;
const SCHEDULED_TIMEOUT_MS = 50_000;
const CLOSE_TIMEOUT_MS = 900_000;
const RESEARCH = 'research';
const DEAD_LETTERS = 'research-dead';

/** An HTTP request to the service. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly cookies?: readonly string[];
}

/** What the caller got; undefined if the connection broke. */
export type Answered = GatewayResult | undefined;

export class SimulatedService {
  readonly world: SimulatedWorld;
  readonly cloud: SimulatedCloud;
  readonly books: Books;
  readonly functions: SimulatedFunctions;
  readonly queues: SimulatedQueues;
  /** Gives the terminal back. */
  readonly close: () => void;
  readonly #planted: Planted | undefined;
  readonly tables = { client: documentsOf(new DynamoDBClient({ maxAttempts: 3 })), accounts: ACCOUNTS, index: INDEX };

  constructor(world: SimulatedWorld, call: EngineCall, planted?: Planted) {
    this.world = world;
    this.#planted = planted;
    this.books = new Books(world, call, ACCOUNTS);
    this.queues = new SimulatedQueues(world, this.#queueSettings());
    const watched = this.books.watched();
    const database = planted === undefined ? watched : plantedIn(watched, planted);
    this.cloud = new SimulatedCloud(
      world,
      new Map([
        ['DynamoDB_20120810', database],
        ['AmazonSQS', this.queues.service()],
      ]),
    );
    this.functions = new SimulatedFunctions(world, (process) => this.cloud.forget(process));
    this.cloud.kill = (process) => this.functions.kill(process);
    this.cloud.isFaulty = (process) => this.functions.has(process);
    this.cloud.invocationOf = (process) => this.functions.invocationOf(process);
    this.cloud.onWay = (invocation, change) => this.books.onWay(invocation, change);
    this.cloud.connect();
    this.close = takeLog((line) => this.#logged(line));
  }

  /** Sends a request through the gateway. */
  async send(name: 'mcp' | 'v1' | 'dashboard', accountId: string, request: SentRequest): Promise<Answered> {
    const open = () => {
      if (name === 'dashboard') {
        const client = createDocumentClient({ maxAttempts: 3 });
        return createDashboardHandler(dashboardDependencies(DASHBOARD_ENVIRONMENT, client, 'none')) as never as Handler;
      }
      // The SDK repeats what was not answered.
      const store = createDocumentClient({ maxAttempts: 3 });
      const clients = this.#planted === 'a double charge' ? { store, meterStore: store } : undefined;
      const dependencies = toolDependencies(name, environment(), clients);
      return (name === 'mcp' ? createMcpHandler(dependencies) : createV1Handler(dependencies)) as unknown as Handler;
    };
    const ended = await this.invoke(name, open, gatewayEvent(request), API_TIMEOUT_MS, accountId);
    return ended.kind === 'returned' ? (ended.value as GatewayResult) : undefined;
  }

  /** Runs what the service does every few minutes. */
  async sweep(): Promise<void> {
    const open = () => createSweeperHandler(sweeperDependencies(RESEARCH_ENVIRONMENT)) as Handler;
    await this.invoke('sweeper', open, {}, SCHEDULED_TIMEOUT_MS);
  }

  /** Runs what the service does every hour. */
  async closeStatements(): Promise<void> {
    const open = () => createStatementCloseHandler(statementCloseDependencies(RESEARCH_ENVIRONMENT)) as Handler;
    await this.invoke('close', open, {}, CLOSE_TIMEOUT_MS);
  }

  #queueSettings(): ReadonlyMap<string, QueueSettings> {
    const openWorker = () => {
      const built = workerDependencies({ ...RESEARCH_ENVIRONMENT, RESEARCHER: 'file', RESEARCH_FILE: 'none' });
      const ports = { ...built.ports, researcher: simulatedResearcher(this.world) };
      return createWorkerHandler({ ...built, ports }) as unknown as Handler;
    };
    const openDead = () =>
      createDeadLettersHandler(deadLettersDependencies(RESEARCH_ENVIRONMENT)) as unknown as Handler;
    return new Map([
      [
        RESEARCH,
        {
          batchSize: 5,
          visibilityMs: 6 * WORKER_TIMEOUT_MS,
          deadLetters: DEAD_LETTERS,
          invoke: (event) => this.invoke('worker', openWorker, event, WORKER_TIMEOUT_MS),
        },
      ],
      [
        DEAD_LETTERS,
        {
          batchSize: 10,
          visibilityMs: 6 * WORKER_TIMEOUT_MS,
          invoke: (event) => this.invoke('dead-letters', openDead, event, SCHEDULED_TIMEOUT_MS),
        },
      ],
    ]);
  }

  /** @param accountId of the caller, if the function serves one */
  async invoke(
    name: string,
    open: () => Handler,
    event: unknown,
    timeoutMs: number,
    accountId?: string,
  ): Promise<Ended> {
    let number = 0;
    const began = (process: SimulatedProcess) => {
      number = this.functions.invocationOf(process);
      this.books.begin(number, process.name, accountId);
      this.world.note(`begins invocation ${number} of ${process.name} with ${JSON.stringify(event)}`);
    };
    const ended = await this.functions.invoke(name, open, event, timeoutMs, began);
    const value = ended.kind === 'returned' ? ended.value : undefined;
    this.world.note(`ends invocation ${number} ${ended.kind} ${JSON.stringify(value)}`);
    this.books.end(number, ended.kind, accountId === undefined ? undefined : billedOf(value));
    return ended;
  }

  #logged(line: string): void {
    const { timestamp: _, ...logged } = readLine(line);
    this.world.note(`logs ${JSON.stringify(logged)}`);
    const error = logged['error'] as { name?: string; message?: string; tokens?: number } | undefined;
    if (error?.name !== 'UnansweredDebitError' && error?.name !== 'UnansweredKeepError') return;
    const tokens = Number(/(\d+) tokens/.exec(error.message ?? '')?.[1] ?? error.tokens);
    this.books.reported(this.functions.invocationOf(this.world.current), tokens);
  }
}

/** Opens the tables in real time, before the simulation. */
export async function openEngine(): Promise<EngineCall> {
  const call = engineCalls(await openStore());
  for (const table of [ACCOUNTS, INDEX]) {
    await call('CreateTable', JSON.stringify(newTable(table).input));
    for (;;) {
      const { body } = await call('DescribeTable', JSON.stringify({ TableName: table }));
      if ((body as { Table?: { TableStatus: string } }).Table?.TableStatus === 'ACTIVE') break;
      await new Promise((resolve) => realNode.setImmediate(resolve));
    }
  }
  return call;
}

/**
 * The first call of an SDK client reads files of settings, which the process then remembers; it must not do so inside
 * the simulation.
 */
export async function readSdkSettings(): Promise<void> {
  const handle = async () => ({ response: { statusCode: 200, headers: {}, body: new TextEncoder().encode('{}') } });
  await new DynamoDBClient({ requestHandler: { handle } as never }).send(new ListTablesCommand({}));
}

const RESEARCH_ENVIRONMENT = {
  STAGE: 'simulation',
  ACCOUNTS_TABLE: ACCOUNTS,
  PRODUCT_INDEX_TABLE: INDEX,
  RESEARCH_QUEUE_URL: `${QUEUE_ADDRESS}${RESEARCH}`,
};

export const DASHBOARD_URL = 'https://dashboard.simulated/dashboard';

const TEST_ITEMS_PER_DAY = '500';

const DASHBOARD_ENVIRONMENT = {
  ...RESEARCH_ENVIRONMENT,
  BASE_URL: 'https://api.simulated',
  PAGE_ORIGINS: new URL(DASHBOARD_URL).origin,
  DASHBOARD_URL,
  UPGRADE_URL: 'https://dashboard.simulated/plans',
  DOCS_BASE_URL: 'https://docs.simulated',
  SUPPORT_EMAIL: 'support@simulated.example',
  SERVICE_NAME: 'Product Data',
  IP_LIMIT_PER_MINUTE: '100000',
  MAIL_QUEUE_URL: `${QUEUE_ADDRESS}mail`,
  UPLOADS_BUCKET: 'uploads',
  UPLOAD_QUEUE_URL: `${QUEUE_ADDRESS}uploads`,
  SIGN_IN: 'on',
  CALL_LOG_GROUPS: 'McpLogs,V1Logs',
  BILLING_PORTAL_URL: 'none',
  TERMS_URL: 'none',
  PRIVACY_URL: 'none',
  OWNER_NAME: 'none',
  OWNER_VAT_ID: 'none',
  LOG_RETENTION_DAYS: '7',
  RESEARCH_PROVIDERS: '',
  EXAMPLE_ITEM: 'none',
  TEST_RECORDS_PER_DAY: TEST_ITEMS_PER_DAY,
};

const environment = () => {
  const { RESEARCH_QUEUE_URL } = RESEARCH_ENVIRONMENT;
  return functionEnvironment(TABLES, {
    IP_LIMIT_PER_MINUTE: '100000',
    TEST_RECORDS_PER_DAY: TEST_ITEMS_PER_DAY,
    RESEARCH_QUEUE_URL,
  });
};
function gatewayEvent({ method, path, query = '', headers, body, cookies }: SentRequest): object {
  return {
    version: '2.0',
    rawPath: path,
    rawQueryString: query,
    ...(cookies !== undefined && { cookies }),
    headers: { host: 'api.test', ...headers },
    requestContext: { http: { method, path, sourceIp: '203.0.113.7' } },
    ...(body !== undefined && { body }),
    isBase64Encoded: false,
  };
}

interface Usage {
  readonly tokens_billed: number;
  readonly tokens_used_this_period: number | null;
}

/** What a caller was told of money; undefined after an internal error. */
function billedOf(value: unknown): Billed | undefined {
  const { statusCode = 500, body = '' } = (value ?? {}) as Partial<GatewayResult>;
  if (statusCode >= 500 || body === '') return undefined;
  const found = /"tokens_billed":\d+,"tokens_used_this_period":(null|\d+)/.exec(body)?.[0];
  if (found === undefined || body.includes('"internal_error"')) return undefined;
  const usage = JSON.parse(`{${found}}`) as Usage;
  return { tokens: usage.tokens_billed, usedThisPeriod: usage.tokens_used_this_period ?? undefined };
}

function readLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { text: line };
  }
}

/** From now on, what the functions log goes to `take`, a line at a time, and not to the terminal. */
function takeLog(take: (line: string) => void): () => void {
  const streams = [process.stdout, process.stderr];
  const writes = streams.map((stream) => stream.write);
  for (const stream of streams)
    stream.write = (chunk: string | Uint8Array): boolean => {
      const text = typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
      for (const line of text.split('\n')) if (line !== '') take(line);
      return true;
    };
  return () => {
    for (const [place, stream] of streams.entries()) stream.write = writes[place] ?? stream.write;
  };
}
