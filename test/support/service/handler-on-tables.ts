/**
 * The MCP function in this process, with its real dependencies except for the given clients, clock and log. Every test
 * and bench without a network starts here: `openHandler` is for thousands of events, and for faults or counters over
 * storage; `mcp-service.ts` adds new tables and requests as clients send them, `whole-service.ts` the other functions
 * and HTTP.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { GatewayResult } from '../../../adapters/lambda-http/exchange.ts';
import { toolDependencies, type ToolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from '../../../functions/mcp/create-mcp-handler.ts';
import type { ToolEnvironment } from '../../../adapters/lambda-http/tool-environment.ts';
import type { OpenTables } from '../stores/tables.ts';

/** The only allowed origin. */
export const TEST_ORIGIN = 'https://dashboard.test.example';

export interface HandlerStorage {
  readonly tables: Pick<OpenTables, 'accountsTable' | 'productIndexTable'>;
  readonly client: DynamoDBDocumentClient;
  /** The client that never retries a write. */
  readonly meterClient: DynamoDBDocumentClient;
}

export interface TestHandler {
  invoke(event: APIGatewayProxyEventV2): Promise<GatewayResult>;
  /** The internal errors that the handler has logged. */
  readonly faults: readonly unknown[];
}

export interface HandlerChanges {
  readonly environment?: Partial<ToolEnvironment>;
  readonly nowMs?: () => number;
  readonly log?: ToolDependencies['log'];
  readonly tokens?: ToolDependencies['tokens'];
  readonly ports?: Partial<ToolDependencies['ports']>;
}

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<GatewayResult>;

export function openHandler(storage: HandlerStorage, changes: HandlerChanges = {}): TestHandler {
  const faults: unknown[] = [];
  const log = { requestServed: () => undefined, internalError: (_: string, error: unknown) => void faults.push(error) };
  const dependencies = handlerDependencies(storage, { log, ...changes });
  // The outermost middleware makes the exchange of the event, so the handler's own type is that of the exchange.
  const handler = createMcpHandler(dependencies) as unknown as LambdaHandler;
  return { invoke: (event) => handler(event, {} as Context), faults };
}

/** Returns the dependencies that the function builds for these tables, with the given changes. */
export function handlerDependencies(
  { tables, client, meterClient }: HandlerStorage,
  { environment, nowMs = () => Date.now(), log, tokens, ports }: HandlerChanges,
): ToolDependencies {
  const built = toolDependencies('mcp', functionEnvironment(tables, environment), {
    store: client,
    meterStore: meterClient,
  });
  return {
    ...built,
    clock: { nowMs },
    log: { ...built.log, ...log },
    tokens: tokens ?? built.tokens,
    ports: { ...built.ports, ...ports },
  };
}

/** The variables of the MCP function for these tables. */
export function functionEnvironment(
  tables: HandlerStorage['tables'],
  changes: Partial<ToolEnvironment> = {},
): ToolEnvironment {
  return {
    STAGE: 'test',
    PRODUCT_INDEX_TABLE: tables.productIndexTable,
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: 'https://mcp.test.example',
    ALLOWED_ORIGINS: TEST_ORIGIN,
    DASHBOARD_URL: 'https://dashboard.test.example',
    UPGRADE_URL: 'https://dashboard.test.example/upgrade',
    BILLING_PORTAL_URL: 'none',
    DOCS_BASE_URL: 'https://docs.test.example',
    SUPPORT_EMAIL: 'support@test.example',
    SERVICE_NAME: 'Product Data',
    IP_LIMIT_PER_MINUTE: '100000000',
    TEST_RECORDS_PER_DAY: 'unlimited',
    SHARED_ADDRESS_RANGES: 'none',
    SIGNING_SECRET_ID: 'signing',
    RESEARCH_QUEUE_URL: 'http://127.0.0.1:9/queue',
    ...changes,
  };
}
