/** The service in a simulated world: its tables, its functions with the dependencies that they build in production, and the way to reach them. */
import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { toolDependencies } from '../../adapters/lambda-http/tool-dependencies.ts';
import type { GatewayResult } from '../../adapters/lambda-http/exchange.ts';
import { createDocumentClient, documentsOf } from '../../adapters/dynamodb/client/document-client.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import { createV1Handler } from '../../functions/v1/create-v1-handler.ts';
import { engineCalls, type EngineCall } from '../../local/dynamodb/embedded-dynamodb.ts';
import { newTable } from '../../local/dynamodb/new-table.ts';
import { openStore } from '../../local/dynamodb/open-store.ts';
import { functionEnvironment } from '../support/service/handler-on-tables.ts';
import { Books, type Billed } from './books.ts';
import { SimulatedCloud, type CloudService } from './simulated-cloud.ts';
import { SimulatedFunctions, type Ended, type Handler } from './simulated-function.ts';
import { realNode } from './simulated-time.ts';
import type { SimulatedProcess, SimulatedWorld } from './simulated-world.ts';

const ACCOUNTS = 'Accounts';
const INDEX = 'ProductIndex';
const TABLES = { accountsTable: ACCOUNTS, productIndexTable: INDEX };
/** Of the functions with callers that wait; lib/ has the same. */
const API_TIMEOUT_MS = 15_000;

/** An HTTP request to the service. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly cookies?: readonly string[];
}

/** A fault of the service that a run must find. */
export type Planted = 'a double charge' | 'a lost take-back';

/** What the caller got; undefined if the connection broke. */
export type Answered = GatewayResult | undefined;

export class SimulatedService {
  readonly world: SimulatedWorld;
  readonly cloud: SimulatedCloud;
  readonly books: Books;
  readonly functions: SimulatedFunctions;
  /** Gives the terminal back. */
  readonly close: () => void;
  readonly #planted: Planted | undefined;
  readonly tables = { client: documentsOf(new DynamoDBClient({ maxAttempts: 3 })), accounts: ACCOUNTS, index: INDEX };

  constructor(world: SimulatedWorld, call: EngineCall, planted?: Planted) {
    this.world = world;
    this.#planted = planted;
    this.books = new Books(world, call, ACCOUNTS);
    const watched = this.books.watched();
    const database = planted === 'a lost take-back' ? withoutTakeBacks(watched) : watched;
    this.cloud = new SimulatedCloud(world, new Map([['DynamoDB_20120810', database]]));
    this.functions = new SimulatedFunctions(world, (process) => this.cloud.forget(process));
    this.cloud.kill = (process) => this.functions.kill(process);
    this.cloud.isFaulty = (process) => this.functions.has(process);
    this.cloud.invocationOf = (process) => this.functions.invocationOf(process);
    this.cloud.onWay = (invocation, change) => this.books.onWay(invocation, change);
    this.cloud.connect();
    this.close = takeLog((line) => this.#logged(line));
  }

  /** Sends a request through the gateway. */
  async send(name: 'mcp' | 'v1', request: SentRequest): Promise<Answered> {
    const open = () => {
      // The SDK repeats what was not answered.
      const store = createDocumentClient({ maxAttempts: 3 });
      const clients = this.#planted === 'a double charge' ? { store, meterStore: store } : undefined;
      const dependencies = toolDependencies(name, environment(), clients);
      return (name === 'mcp' ? createMcpHandler(dependencies) : createV1Handler(dependencies)) as unknown as Handler;
    };
    const ended = await this.invoke(name, open, gatewayEvent(request), API_TIMEOUT_MS, billedOf);
    return ended.kind === 'returned' ? (ended.value as GatewayResult) : undefined;
  }

  async invoke(
    name: string,
    open: () => Handler,
    event: unknown,
    timeoutMs: number,
    billed: (value: unknown) => Billed | undefined = () => undefined,
  ): Promise<Ended> {
    let number = 0;
    const began = (process: SimulatedProcess) => {
      number = this.functions.invocationOf(process);
      this.books.begin(number, process.name);
      this.world.note(`begins invocation ${number} of ${process.name} with ${JSON.stringify(event)}`);
    };
    const ended = await this.functions.invoke(name, open, event, timeoutMs, began);
    const value = ended.kind === 'returned' ? ended.value : undefined;
    this.world.note(`ends invocation ${number} ${ended.kind} ${JSON.stringify(value)}`);
    this.books.end(number, ended.kind, billed(value));
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

/** The first call of an SDK client reads files of settings, which the process then remembers; it must not do so inside the simulation. */
export async function readSdkSettings(): Promise<void> {
  const handle = async () => ({ response: { statusCode: 200, headers: {}, body: new TextEncoder().encode('{}') } });
  await new DynamoDBClient({ requestHandler: { handle } as never }).send(new ListTablesCommand({}));
}

const environment = () => functionEnvironment(TABLES, { IP_LIMIT_PER_MINUTE: '100000', TEST_RECORDS_PER_DAY: '500' });
/** Answers that a debit was taken back, and does nothing. */
function withoutTakeBacks(database: CloudService): CloudService {
  return async (request) =>
    /"#v\d+":/.test(request.body) && request.operation === 'UpdateItem'
      ? { statusCode: 200, body: {} }
      : database(request);
}

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
