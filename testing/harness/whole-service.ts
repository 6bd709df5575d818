/**
 * The three functions that clients reach, behind one HTTP server in this process: for clients that find their own way from the address to a token
 * to a call. Keeps every log line.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoItemWriter } from '../../functions/adapters/dynamodb/products/dynamo-item-writer.ts';
import type { RequestLog } from '../../functions/adapters/lambda/request-log.ts';
import { accessTokenVerifier } from '../../functions/core/auth/access-token.ts';
import { SigningKeys } from '../../functions/core/auth/signing-keys.ts';
import { createDiscoveryHandler } from '../../functions/discovery/create-discovery-handler.ts';
import { mcpDependencies } from '../../functions/mcp/dependencies.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import { tokenDependencies } from '../../functions/token/dependencies.ts';
import { createTokenHandler } from '../../functions/token/create-token-handler.ts';
import { testClient } from './dynamodb-client.ts';
import { callHandler } from './gateway.ts';
import { functionEnvironment } from './handler-on-tables.ts';
import { REGULATOR } from './item-records.ts';
import { FakeSigningSecret } from './signing-keys.ts';
import { openTables, type OpenTables } from './tables.ts';

export interface WholeService {
  readonly baseUrl: string;
  readonly tables: OpenTables;
  readonly store: DynamoDBDocumentClient;
  readonly signing: FakeSigningSecret;
  /** Everything that the functions logged, errors with their stacks. */
  readonly logged: string[];
  /** `METHOD path status` of every exchange. */
  readonly exchanges: string[];
  stop(): Promise<void>;
}

/** Holds one record, `REGULATOR`. */
export async function startWholeService(nowMs: () => number = () => Date.now()): Promise<WholeService> {
  const tables = await openTables();
  const store = testClient(tables.endpoint);
  const meterStore = testClient(tables.endpoint, { maxAttempts: 1 });
  await new DynamoItemWriter(store, tables.productIndexTable).writeItem(REGULATOR);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: string[] = [];
  const exchanges: string[] = [];
  const signing = new FakeSigningSecret();
  const handlers = openHandlers({ tables, store, meterStore, baseUrl, signing, logged, nowMs });
  server.on('request', (request, response) => {
    void pass(handlers, exchanges, request, response).catch(() => response.destroy());
  });
  return {
    baseUrl,
    tables,
    store,
    signing,
    logged,
    exchanges,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.destroy();
      meterStore.destroy();
      await tables.stop();
    },
  };
}

interface ServiceParts {
  readonly tables: OpenTables;
  readonly store: DynamoDBDocumentClient;
  readonly meterStore: DynamoDBDocumentClient;
  readonly baseUrl: string;
  readonly signing: FakeSigningSecret;
  readonly logged: string[];
  readonly nowMs: () => number;
}

type Handlers = Readonly<Record<string, unknown>> & { readonly rest: unknown };

/** Wired as in production, but for the clients, the secret, the clock and the log. */
function openHandlers({ tables, store, meterStore, baseUrl, signing, logged, nowMs }: ServiceParts): Handlers {
  const environment = functionEnvironment(tables, { BASE_URL: baseUrl, ALLOWED_ORIGINS: baseUrl });
  const signingKeys = new SigningKeys(signing);
  const shared = { clock: { nowMs }, log: recordingLog(logged), tokens: accessTokenVerifier(signingKeys, baseUrl) };
  const mcp = { ...mcpDependencies(environment, { store, meterStore }), ...shared };
  const token = {
    ...tokenDependencies({ ...environment, SIGN_IN: 'off' }),
    clients: mcp.clients,
    rates: mcp.services.rates,
    ...shared,
  };
  return {
    'POST /mcp': createMcpHandler(mcp),
    'POST /v1/oauth/token': createTokenHandler({ ...token, signingKeys: new SigningKeys(signing) }),
    rest: createDiscoveryHandler({ ...shared, settings: { ...mcp.settings, signIn: false } }),
  };
}

function recordingLog(logged: string[]): RequestLog {
  return {
    requestServed: (fields) => void logged.push(JSON.stringify(fields)),
    fault: (requestId, error) => void logged.push(`${requestId} ${String(error)} ${(error as Error).stack ?? ''}`),
  };
}

async function pass(
  handlers: Handlers,
  exchanges: string[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const answer = await callHandler(handlers[`${request.method} ${pathname}`] ?? handlers.rest, {
    method: request.method ?? 'GET',
    path: pathname,
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
  });
  exchanges.push(`${request.method} ${pathname} ${answer.statusCode}`);
  response.writeHead(answer.statusCode, { ...answer.headers }).end(answer.body);
}
