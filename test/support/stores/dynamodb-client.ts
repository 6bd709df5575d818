/** A document client for the local engines: dummy credentials, undefined members dropped as in production. */
import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { documentsOf } from '../../../adapters/dynamodb/client/document-client.ts';
import type { EmbeddedDynamoDb, EngineCall } from '../../../local/dynamodb/embedded-dynamodb.ts';

/** The engines of this process whose clients need no socket, by address. */
const engines = new Map<string, EngineCall>();

/**
 * Makes `testClient` call this engine directly from now on: sockets and signatures were half of the cost of a call.
 */
export function callDirectly({ endpoint, call }: EmbeddedDynamoDb): void {
  engines.set(endpoint, call);
}

interface TestClientSettings {
  /** The default is 3, like the SDK's. */
  readonly maxAttempts?: number;
  /** Whether the SDK waits before a retry, as in production; otherwise it retries immediately. */
  readonly waits?: boolean;
}

/**
 * DynamoDB Local closes a connection after 30 idle seconds. A test that prepares thousands of concurrent calls takes
 * as long before it sends them, and all of them would then use closed connections: "socket hang up", which the
 * meter's client never retries. So no connection is used twice.
 */
const ONE_CALL_A_SOCKET: DynamoDBClientConfig = { requestHandler: { httpAgent: { keepAlive: false, maxSockets: 50 } } };

/**
 * Returns a client with a separate middleware stack, so that middleware added by a test does not affect other clients.
 */
export function testClient(endpoint: string, settings: TestClientSettings = {}): DynamoDBDocumentClient {
  const call = engines.get(endpoint);
  if (call === undefined)
    return documentClientOf(makeClient({ ...sdkSettings(settings), ...ONE_CALL_A_SOCKET, endpoint }));
  return directClient(call, settings);
}

/**
 * The clients of each engine by settings. They are shared, because creating one for each of the thousands of
 * "processes" of a test took longer than the test.
 */
const bases = new Map<EngineCall, Map<string, DynamoDBClient>>();

/** Middleware that only network calls need; it took a fifth of the time of a call. */
const FOR_THE_NETWORK = [
  'loggerMiddleware',
  'contentLengthMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'recursionDetectionMiddleware',
];

/** Returns a client of an engine in this process. */
export function directClient(call: EngineCall, settings: TestClientSettings = {}): DynamoDBDocumentClient {
  const ofEngine = bases.get(call) ?? new Map<string, DynamoDBClient>();
  bases.set(call, ofEngine);
  const name = JSON.stringify(settings);
  const base = ofEngine.get(name) ?? baseOf(call, settings);
  ofEngine.set(name, base);
  return keepingHandlers(Object.assign(documentClientOf(base), { middlewareStack: base.middlewareStack.clone() }));
}

type Handler = (command: object) => Promise<{ readonly output: object }>;

interface DocumentCommand {
  readonly middlewareStack: DynamoDBDocumentClient['middlewareStack'];
  readonly clientCommand: {
    resolveMiddleware(stack: DynamoDBDocumentClient['middlewareStack'], config: object, options: undefined): Handler;
  };
  addMarshallingMiddleware(config: object): void;
}

/**
 * The SDK sorts a client's middleware again for each call, a fifth of the time of a call. With
 * `cacheMiddleware` it caches the sorted list, but not for document commands. Here it is cached for them as well, until
 * the client's middleware changes. Middleware sees one context for all calls of a command.
 */
function keepingHandlers(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  const { middlewareStack: stack, config } = client;
  const handlers = new Map<unknown, Handler>();
  for (const change of ['add', 'addRelativeTo', 'use', 'remove', 'removeByTag'] as const) {
    const changed = stack[change].bind(stack) as (...given: unknown[]) => unknown;
    stack[change] = (...given: unknown[]) => {
      handlers.clear();
      return changed(...given) as never;
    };
  }
  const send = client.send.bind(client) as (...given: unknown[]) => unknown;
  const sendKept = async (handler: Handler, { clientCommand }: DocumentCommand) =>
    (await handler(clientCommand)).output;
  client.send = ((command: DocumentCommand, ...options: unknown[]) => {
    if (options.length > 0 || !('clientCommand' in command)) return send(command, ...options);
    const kept = handlers.get(command.constructor) ?? handlerOf(command);
    handlers.set(command.constructor, kept);
    return sendKept(kept, command);
  }) as never;
  const handlerOf = (command: DocumentCommand): Handler => {
    command.addMarshallingMiddleware(config);
    return command.clientCommand.resolveMiddleware(stack.concat(command.middlewareStack), config, undefined);
  };
  return client;
}

function baseOf(call: EngineCall, settings: TestClientSettings): DynamoDBClient {
  const base = makeClient({ ...sdkSettings(settings), ...directCalls(call) });
  for (const middleware of FOR_THE_NETWORK) base.middlewareStack.remove(middleware);
  // The SDK copies the settings three times a call. V8 reads a prototype fast, and an object that grew member by
  // member slowly.
  Object.create(base.config);
  return base;
}

function sdkSettings({ maxAttempts = 3, waits = false }: TestClientSettings): DynamoDBClientConfig {
  return { maxAttempts, ...(!waits && { retryStrategy: repeatingAtOnce(maxAttempts) }) };
}

/** Retries the same errors as the SDK, as often, but without its delays and its limit on consecutive failures. */
function repeatingAtOnce(maxAttempts: number): NonNullable<DynamoDBClientConfig['retryStrategy']> {
  const token = (repeats: number) => ({ getRetryCount: () => repeats, getRetryDelay: () => 0 });
  return {
    mode: 'standard',
    acquireInitialRetryToken: async () => token(0),
    refreshRetryTokenForRetry: async (before, { errorType }) => {
      const repeats = before.getRetryCount() + 1;
      if (errorType === 'CLIENT_ERROR' || repeats >= maxAttempts) throw new Error('It is not repeated');
      return token(repeats);
    },
    recordSuccess: () => undefined,
  };
}

function makeClient(settings: DynamoDBClientConfig): DynamoDBClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  return new DynamoDBClient({ region: 'us-east-1', credentials, ...settings });
}

function documentClientOf(client: DynamoDBClient): DynamoDBDocumentClient {
  return documentsOf(client);
}

interface SentCall {
  readonly body?: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

function directCalls(call: EngineCall): DynamoDBClientConfig {
  const handle = async ({ body, headers }: SentCall) => {
    // As over a socket, requests that are sent together arrive before the first is answered.
    await setImmediate();
    const [, operation = ''] = String(headers['x-amz-target']).split('.');
    const answer = await call(operation, textOf(body));
    await setImmediate();
    const bytes = new TextEncoder().encode(JSON.stringify(answer.body));
    return { response: { statusCode: answer.statusCode, headers: {}, body: bytes } };
  };
  const url = new URL('http://in.process');
  return {
    endpoint: { protocol: url.protocol, hostname: url.hostname, path: url.pathname },
    endpointProvider: () => ({ url }),
    requestHandler: { handle } as never,
    signer: { sign: async (request) => request },
  };
}

function textOf(body: SentCall['body'] = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}
