/**
 * The MCP door with its real adapters on fresh tables, called as the gateway calls it. Time stands still unless a test moves it.
 */
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoAccountLedger } from '../../functions/adapters/dynamodb/dynamo-account-ledger.ts';
import { DynamoAssistantStore } from '../../functions/adapters/dynamodb/dynamo-assistant-store.ts';
import { DynamoClientStore } from '../../functions/adapters/dynamodb/dynamo-client-store.ts';
import { DynamoItemWriter } from '../../functions/adapters/dynamodb/dynamo-item-writer.ts';
import { DynamoProductIndex } from '../../functions/adapters/dynamodb/dynamo-product-index.ts';
import { DynamoRateCounter } from '../../functions/adapters/dynamodb/dynamo-rate-counter.ts';
import type { GatewayResult } from '../../functions/adapters/lambda/exchange.ts';
import { RateWindows } from '../../functions/core/rate-limit/rate-window.ts';
import { accessTokenVerifier } from '../../functions/core/auth/access-token.ts';
import { SigningKeys, type SigningKeySource } from '../../functions/core/auth/signing-keys.ts';
import type { McpDependencies } from '../../functions/mcp/dependencies.ts';
import { mcpDoor } from '../../functions/mcp/mcp-door.ts';
import { NOON_MS } from './accounts.ts';
import { testClient } from './dynamodb-client.ts';
import { observe, type Observation } from './observed-client.ts';
import { openTables, type OpenTables } from './tables.ts';

export const SETTINGS = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: ['https://app.example.com'],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support@example.com',
};

export const SIGNING_KEYS: SigningKeySource = {
  readKeys: async () => ({
    current: { keyId: 'v1', secret: new TextEncoder().encode('k'.repeat(64)), createdAtMs: 0 },
    previous: undefined,
  }),
};

/** An answer as an HTTP client behind the gateway sees it. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is empty. */
  readonly json: any;
}

export interface McpService {
  readonly tables: OpenTables;
  readonly store: DynamoDBDocumentClient;
  readonly dependencies: McpDependencies;
  readonly writer: DynamoItemWriter;
  /** The storage calls of the door's own clients. */
  readonly observed: Observation;
  /** Lines that the door logged. */
  readonly logged: string[];
  clock: { nowMs: number };
  send(request: WireRequest): Promise<WireAnswer>;
  stop(): Promise<void>;
}

export interface WireRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

export async function startMcpService(
  overrides: { readonly addressLimitPerMinute?: number } = {},
): Promise<McpService> {
  const tables = await openTables();
  const store = testClient(tables.endpoint);
  const meterStore = testClient(tables.endpoint, { maxAttempts: 1 });
  const observed = observe(store, meterStore);
  const logged: string[] = [];
  const clock = { nowMs: NOON_MS };
  const note = (line: unknown) => void logged.push(JSON.stringify(line));
  const dependencies: McpDependencies = {
    clock: { nowMs: () => clock.nowMs },
    log: {
      requestServed: note,
      fault: (requestId, error) => note({ requestId, fault: String(error), stack: (error as Error).stack }),
    },
    settings: SETTINGS,
    clients: new DynamoClientStore(store, tables.accountsTable),
    tokens: accessTokenVerifier(new SigningKeys(SIGNING_KEYS), SETTINGS.baseUrl),
    services: {
      products: new DynamoProductIndex(store, tables.productIndexTable),
      ledger: new DynamoAccountLedger(meterStore, tables.accountsTable),
      rates: new RateWindows(new DynamoRateCounter(store, tables.accountsTable)),
      activity: new DynamoAssistantStore(store, tables.accountsTable),
      dashboardUrl: 'https://dashboard.example.com',
      upgradeUrl: 'https://dashboard.example.com/upgrade',
    },
    addressLimitPerMinute: overrides.addressLimitPerMinute ?? 100_000,
  };
  const door = mcpDoor(dependencies);
  return {
    tables,
    store,
    dependencies,
    writer: new DynamoItemWriter(testClient(tables.endpoint), tables.productIndexTable),
    observed,
    logged,
    clock,
    send: async (request) => readAnswer((await door(gatewayEvent(request), {} as Context)) as GatewayResult),
    stop: () => tables.stop(),
  };
}

/** An event of payload format 2.0. A body that is no text is sent as JSON; bytes travel as base64. */
export function gatewayEvent({ method = 'POST', body, headers = {}, sourceIp = '192.0.2.7' }: WireRequest): APIGatewayProxyEventV2 {
  const bytes = body instanceof Uint8Array ? Buffer.from(body) : undefined;
  return {
    version: '2.0',
    routeKey: 'ANY /mcp',
    rawPath: '/mcp',
    rawQueryString: '',
    headers: { 'content-type': 'application/json', ...headers },
    requestContext: { http: { method, path: '/mcp', protocol: 'HTTP/1.1', sourceIp, userAgent: '' } },
    body: bytes?.toString('base64') ?? (typeof body === 'string' ? body : JSON.stringify(body)),
    isBase64Encoded: bytes !== undefined,
  } as unknown as APIGatewayProxyEventV2;
}

function readAnswer({ statusCode, headers, body }: GatewayResult): WireAnswer {
  return { status: statusCode, headers, text: body, json: body === '' ? undefined : (JSON.parse(body) as unknown) };
}

export const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'Test Assistant', version: '3.1.0' },
};

/** A modern request with the headers that mirror it. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, credential?: string): WireRequest {
  return {
    body: { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } },
    headers: {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof params['name'] === 'string' ? { 'mcp-name': params['name'] } : {}),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    },
  };
}

/** A modern tools/call. */
export function toolCall(name: string, args: unknown, credential?: string): WireRequest {
  return modernRequest('tools/call', { name, arguments: args }, credential);
}

/** A legacy request of the revision. */
export function legacyRequest(revision: string | undefined, method: string, params: unknown, credential?: string): WireRequest {
  return {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      ...(revision === undefined ? {} : { 'mcp-protocol-version': revision }),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    },
  };
}
