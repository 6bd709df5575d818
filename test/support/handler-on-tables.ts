/**
 * The MCP function in this process, wired as in production but with the clients that it is given: for tests that send it thousands of events, or
 * that lay faults or counters over its storage. What API Gateway does in front of it is left out.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { GatewayResult } from '../../functions/adapters/lambda/exchange.ts';
import { mcpDependencies, type McpDependencies } from '../../functions/mcp/dependencies.ts';
import { createMcpHandler } from '../../functions/mcp/create-mcp-handler.ts';
import type { McpEnvironment } from '../../functions/mcp/environment.ts';
import type { OpenTables } from './tables.ts';

const TEST_BASE_URL = 'https://mcp.test.example';
/** The one origin whose pages may call. */
export const TEST_ORIGIN = 'https://dashboard.test.example';

export interface HandlerStorage {
  readonly tables: Pick<OpenTables, 'accountsTable' | 'productIndexTable'>;
  readonly client: DynamoDBDocumentClient;
  /** The client that never repeats a write. */
  readonly meterClient: DynamoDBDocumentClient;
}

export interface TestHandler {
  invoke(event: APIGatewayProxyEventV2): Promise<GatewayResult>;
  /** Faults of ours that were logged since it was opened. */
  readonly faults: readonly unknown[];
}

export interface HandlerChanges {
  readonly baseUrl?: string;
  readonly allowedOrigin?: string;
  readonly nowMs?: () => number;
  readonly services?: Partial<McpDependencies['services']>;
}

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<GatewayResult>;

export function openHandler(
  { tables, client, meterClient }: HandlerStorage,
  changes: HandlerChanges = {},
): TestHandler {
  const faults: unknown[] = [];
  const wired = mcpDependencies(functionEnvironment(tables, changes), { store: client, meterStore: meterClient });
  const dependencies: McpDependencies = {
    ...wired,
    clock: { nowMs: changes.nowMs ?? (() => Date.now()) },
    log: { ...wired.log, requestServed: () => undefined, fault: (_, error) => void faults.push(error) },
    services: { ...wired.services, ...changes.services },
  };
  // The outermost middleware makes the exchange of the event: the handler's own type is that of the exchange.
  const handler = createMcpHandler(dependencies) as unknown as LambdaHandler;
  return { invoke: (event) => handler(event, {} as Context), faults };
}

/** The variables of the MCP function for these tables. */
export function functionEnvironment(
  tables: HandlerStorage['tables'],
  { baseUrl, allowedOrigin }: HandlerChanges = {},
): McpEnvironment {
  return {
    PRODUCT_INDEX_TABLE: tables.productIndexTable,
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: baseUrl ?? TEST_BASE_URL,
    ALLOWED_ORIGINS: allowedOrigin ?? TEST_ORIGIN,
    DASHBOARD_URL: 'https://dashboard.test.example',
    UPGRADE_URL: 'https://dashboard.test.example/upgrade',
    DOCS_BASE_URL: 'https://docs.test.example',
    SUPPORT_EMAIL: 'support@test.example',
    IP_LIMIT_PER_MINUTE: '100000000',
    TEST_RECORDS_PER_DAY: 'unlimited',
    SIGNING_SECRET_ID: 'signing',
    RESEARCH_QUEUE_URL: 'http://127.0.0.1:9/queue',
  };
}
