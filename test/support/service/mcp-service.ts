/**
 * The MCP function with its real adapters on new tables, called as the gateway calls it. The clock moves only when a
 * test moves it.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoItemWriter } from '../../../adapters/dynamodb/index/dynamo-item-writer.ts';
import { accessTokenVerifier } from '../../../core/access/auth/access-token.ts';
import { SigningKeys, type SigningKeySource } from '../../../core/access/auth/signing-keys.ts';
import type { ToolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from '../../../functions/mcp/create-mcp-handler.ts';
import type { TokenDependencies } from '../../../functions/token/dependencies.ts';
import { NOON_MS } from '../fixtures/accounts.ts';
import { testClient } from '../stores/dynamodb-client.ts';
import { callHandler, recordedLog, type HandlerAnswer } from './gateway.ts';
import { handlerDependencies } from './handler-on-tables.ts';
import { observe, type Observation } from '../stores/observed-client.ts';
import { openTables, type OpenTables } from '../stores/tables.ts';

export const SETTINGS = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: ['https://app.example.com'],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support@example.com',
  serviceName: 'Product Data',
};

const ENVIRONMENT = {
  BASE_URL: SETTINGS.baseUrl,
  ALLOWED_ORIGINS: SETTINGS.allowedOrigins.join(','),
  DOCS_BASE_URL: SETTINGS.docsBaseUrl,
  SUPPORT_EMAIL: SETTINGS.supportEmail,
  SERVICE_NAME: 'Product Data',
  DASHBOARD_URL: 'https://dashboard.example.com',
  UPGRADE_URL: 'https://dashboard.example.com/upgrade',
  BILLING_PORTAL_URL: 'none',
};

export const SIGNING_KEYS: SigningKeySource = {
  readKeys: async () => ({
    current: { keyId: 'v1', secret: new TextEncoder().encode('k'.repeat(64)), createdAtMs: 0 },
    previous: undefined,
  }),
};

export interface McpService {
  readonly tables: OpenTables;
  readonly store: DynamoDBDocumentClient;
  readonly dependencies: ToolDependencies;
  readonly writer: DynamoItemWriter;
  /** The storage calls of the function's own clients. */
  readonly observed: Observation;
  /** The lines that the function logged. */
  readonly logged: string[];
  clock: { nowMs: number };
  send(request: WireRequest): Promise<HandlerAnswer>;
  stop(): Promise<void>;
}

export interface WireRequest {
  readonly method?: string;
  /** `/mcp` by default. */
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sourceIp?: string;
}

export async function startMcpService(
  overrides: {
    readonly addressLimitPerMinute?: number;
    readonly testItemsPerDay?: number;
    readonly sharedAddressRanges?: string;
  } = {},
): Promise<McpService> {
  const tables = await openTables();
  const store = testClient(tables.endpoint);
  const meterStore = testClient(tables.endpoint, { maxAttempts: 1 });
  const observed = observe(store, meterStore);
  observed.rest();
  const logged: string[] = [];
  const clock = { nowMs: NOON_MS };
  const note = (line: unknown) => void logged.push(JSON.stringify(line));
  const dependencies = handlerDependencies(
    { tables, client: store, meterClient: meterStore },
    {
      environment: {
        ...ENVIRONMENT,
        IP_LIMIT_PER_MINUTE: String(overrides.addressLimitPerMinute ?? 100_000),
        TEST_RECORDS_PER_DAY: String(overrides.testItemsPerDay ?? 'unlimited'),
        SHARED_ADDRESS_RANGES: overrides.sharedAddressRanges ?? 'none',
      },
      nowMs: () => clock.nowMs,
      log: {
        requestServed: note,
        internalError: (requestId, error) => note({ requestId, fault: String(error), stack: (error as Error).stack }),
      },
      tokens: accessTokenVerifier(new SigningKeys(SIGNING_KEYS), SETTINGS.baseUrl),
      ports: { researchQueue: { send: async () => undefined } },
    },
  );
  const handler = createMcpHandler(dependencies);
  return {
    tables,
    store,
    dependencies,
    writer: new DynamoItemWriter(testClient(tables.endpoint), tables.productIndexTable),
    observed,
    logged,
    clock,
    send: ({ body, headers, ...rest }) =>
      callHandler(handler, {
        method: 'POST',
        path: '/mcp',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
        ...rest,
      }),
    stop: () => tables.stop(),
  };
}

/** Returns the dependencies of this service's token endpoint, without sign-in. */
export function tokenEndpointOf({ dependencies, clock }: McpService): Omit<TokenDependencies, 'signIn'> {
  return {
    clock: { nowMs: () => clock.nowMs },
    log: recordedLog(),
    settings: SETTINGS,
    baseUrl: SETTINGS.baseUrl,
    clients: dependencies.clients,
    tokens: dependencies.tokens,
    signingKeys: new SigningKeys(SIGNING_KEYS),
    rates: dependencies.ports.rates,
    addressLimitPerMinute: 100_000,
  };
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'Test Assistant', version: '3.1.0' },
};

/** Returns a modern request with the headers that mirror its body. */
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

/** Returns a modern tools/call. */
export function toolCall(name: string, args: unknown, credential?: string): WireRequest {
  return modernRequest('tools/call', { name, arguments: args }, credential);
}

/** Returns a legacy request of the given version. */
export function legacyRequest(
  revision: string | undefined,
  method: string,
  params: unknown,
  credential?: string,
): WireRequest {
  return {
    body: { jsonrpc: '2.0', id: 1, method, params },
    headers: {
      ...(revision === undefined ? {} : { 'mcp-protocol-version': revision }),
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
    },
  };
}
