/**
 * The functions that clients reach, behind one HTTP server in this process, for clients that discover their way from
 * the URL to an access token to a call. With sign-in, it includes the functions that people reach, up to the consent.
 * It keeps every log line.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAdministrationStore } from '../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantSignInStore } from '../../../adapters/dynamodb/access/dynamo-assistant-sign-in-store.ts';
import { DynamoPeopleStore } from '../../../adapters/dynamodb/access/dynamo-people-store.ts';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import type { RequestLog } from '../../../adapters/lambda-http/request-log.ts';
import { createAuthorizationHandler } from '../../../functions/authorization/create-authorization-handler.ts';
import { authorizationDependencies } from '../../../functions/authorization/dependencies.ts';
import { accessTokenVerifier } from '../../../core/access/auth/access-token.ts';
import { SigningKeys } from '../../../core/access/auth/signing-keys.ts';
import type { EmailOrder } from '../../../core/dashboard/mail/email-order.ts';
import { makeLink } from '../../../core/access/people/sign-in.ts';
import { createDashboardHandler } from '../../../functions/dashboard/create-dashboard-handler.ts';
import { dashboardDependencies } from '../../../functions/dashboard/dependencies.ts';
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import { toolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from '../../../functions/mcp/create-mcp-handler.ts';
import { createV1Handler } from '../../../functions/v1/create-v1-handler.ts';
import { findApiPath } from '../../../core/api/http-api/api-routes.ts';
import { tokenDependencies } from '../../../functions/token/dependencies.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import { buildPages } from '../../../lib/constructs/build-pages.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { callHandler } from './gateway.ts';
import { functionEnvironment } from './handler-on-tables.ts';
import { REGULATOR } from '../fixtures/item-records.ts';
import { FakeSigningSecret } from '../fixtures/signing-keys.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

export interface WholeService {
  readonly baseUrl: string;
  readonly tables: OpenTables;
  readonly store: DynamoDBDocumentClient;
  readonly signing: FakeSigningSecret;
  /** All lines that the functions logged, errors with their stacks. */
  readonly logged: string[];
  /** `METHOD path status` of every exchange. */
  readonly exchanges: string[];
  /** The queued emails, latest last; empty without sign-in. */
  readonly links: string[];
  stop(): Promise<void>;
}

/** Starts the service with one item, `REGULATOR`. */
export async function startWholeService(
  nowMs: () => number = () => Date.now(),
  { signIn = false }: { readonly signIn?: boolean } = {},
): Promise<WholeService> {
  const tables = await openTables();
  const store = testClient(tables.endpoint);
  const meterStore = testClient(tables.endpoint, { maxAttempts: 1 });
  await new DynamoItemWriter(store, tables.productIndexTable).writeItem(REGULATOR);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const logged: string[] = [];
  const exchanges: string[] = [];
  const links: string[] = [];
  const signing = new FakeSigningSecret();
  const parts = { tables, store, meterStore, baseUrl, signing, logged, nowMs };
  const handlers = signIn ? await withSignIn(openHandlers(parts, true), parts, links) : openHandlers(parts, false);
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
    links,
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

/** Wires the handlers as in production, except for the clients, the secret, the clock and the log. */
function openHandlers(
  { tables, store, meterStore, baseUrl, signing, logged, nowMs }: ServiceParts,
  signIn: boolean,
): Handlers {
  const environment = functionEnvironment(tables, { BASE_URL: baseUrl, ALLOWED_ORIGINS: baseUrl });
  const signingKeys = new SigningKeys(signing);
  const shared = { clock: { nowMs }, log: recordingLog(logged), tokens: accessTokenVerifier(signingKeys, baseUrl) };
  const mcp = { ...toolDependencies('mcp', environment, { store, meterStore }), ...shared };
  const token = {
    ...tokenDependencies({ ...environment, SIGN_IN: 'off' }),
    clients: mcp.clients,
    rates: mcp.ports.rates,
    ...shared,
    ...(signIn && {
      signIn: {
        signIns: new DynamoAssistantSignInStore(store, tables.accountsTable),
        administration: new DynamoAdministrationStore(store, tables.accountsTable),
      },
    }),
  };
  const issueToken = createTokenHandler({ ...token, signingKeys: new SigningKeys(signing) });
  return {
    'POST /mcp': createMcpHandler(mcp),
    v1: createV1Handler({ ...toolDependencies('v1', environment, { store, meterStore }), ...shared }),
    'POST /v1/oauth/token': issueToken,
    ...(signIn && { 'POST /v1/oauth/revoke': issueToken }),
    rest: createDiscoveryHandler({ ...shared, settings: { ...mcp.settings, signIn } }),
  };
}

/** Adds the function between an assistant and a member, and the dashboard, whose emails are kept instead of sent. */
async function withSignIn(
  handlers: Handlers,
  { tables, store, baseUrl, logged, nowMs }: ServiceParts,
  links: string[],
): Promise<Handlers> {
  const people = new DynamoPeopleStore(store, tables.accountsTable);
  const mail = {
    send: async (order: EmailOrder) => {
      const token = order.kind === 'link' ? await makeLink(people, order, order.askedAtMs) : undefined;
      if (token !== undefined) links.push(`${baseUrl}/dashboard/sign-in#${token}`);
    },
  };
  const environment = {
    STAGE: 'test',
    PRODUCT_INDEX_TABLE: tables.productIndexTable,
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: baseUrl,
    PAGE_ORIGINS: baseUrl,
    ALLOWED_ORIGINS: baseUrl,
    DASHBOARD_URL: `${baseUrl}/dashboard`,
    UPGRADE_URL: `${baseUrl}/plans`,
    DOCS_BASE_URL: baseUrl,
    SUPPORT_EMAIL: 'support@test.example',
    SERVICE_NAME: 'Product Data',
    IP_LIMIT_PER_MINUTE: '1000000',
    MAIL_QUEUE_URL: 'http://127.0.0.1:9/queue',
    SIGN_IN: 'on',
    BILLING_PORTAL_URL: 'none',
    TERMS_URL: 'none',
    PRIVACY_URL: 'none',
    OPENAI_CHALLENGE: 'none',
    REGISTRY_PROOF: 'none',
    OWNER_NAME: 'none',
    OWNER_VAT_ID: 'none',
    LOG_RETENTION_DAYS: '7',
    RESEARCH_PROVIDERS: '',
    EXAMPLE_ITEM: 'none',
    UPLOADS_BUCKET: 'uploads',
    UPLOAD_QUEUE_URL: 'http://127.0.0.1:9/uploads',
    RESEARCH_QUEUE_URL: 'http://127.0.0.1:9/research',
    CALL_LOG_GROUPS: 'McpLogs,V1Logs',
    LOOPBACK_DOCUMENTS: 'on',
    TEST_RECORDS_PER_DAY: 'unlimited',
  };
  const shared = { clock: { nowMs }, log: recordingLog(logged), mail };
  const folder = await mkdtemp(path.join(tmpdir(), 'pages-'));
  buildPages(folder);
  const dashboard = { ...dashboardDependencies(environment, store, path.join(folder, 'pages')), ...shared };
  await rm(folder, { recursive: true });
  const authorization = createAuthorizationHandler({ ...authorizationDependencies(environment, store), ...shared });
  return { ...handlers, authorization, dashboard: createDashboardHandler(dashboard) };
}

/** Routes as the gateway does: named routes, those of pages by their prefix, then the rest. */
function handlerOf(handlers: Handlers, method: string | undefined, pathname: string): unknown {
  if (/^[/]v1[/]oauth[/](authorize([/]|$)|register$)/.test(pathname)) return handlers['authorization'] ?? handlers.rest;
  if (/^[/]dashboard([/]|$)/.test(pathname)) return handlers['dashboard'] ?? handlers.rest;
  if (findApiPath(pathname)?.byMethod.has(method ?? '') === true) return handlers['v1'];
  return handlers[`${method} ${pathname}`] ?? handlers.rest;
}

function recordingLog(logged: string[]): RequestLog {
  return {
    requestServed: (fields) => void logged.push(JSON.stringify(fields)),
    internalError: (requestId, error) =>
      void logged.push(`${requestId} ${String(error)} ${(error as Error).stack ?? ''}`),
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
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const { cookie } = request.headers;
  const answer = await callHandler(handlerOf(handlers, request.method, pathname), {
    method: request.method ?? 'GET',
    path: pathname,
    query: search.slice(1),
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
  });
  exchanges.push(`${request.method} ${pathname} ${answer.statusCode}`);
  response.writeHead(answer.statusCode, { ...answer.headers }).end(answer.body);
}
