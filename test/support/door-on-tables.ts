/**
 * The MCP door in this process, with the real adapters on the storage that it is given: for tests that send it thousands of events, or that
 * put faults under its clients. What API Gateway does in front of it is left out.
 */
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { DynamoAccountLedger } from '../../functions/adapters/dynamodb/dynamo-account-ledger.ts';
import { DynamoAssistantStore } from '../../functions/adapters/dynamodb/dynamo-assistant-store.ts';
import { DynamoCatalogReader } from '../../functions/adapters/dynamodb/dynamo-catalog-reader.ts';
import { DynamoClientStore } from '../../functions/adapters/dynamodb/dynamo-client-store.ts';
import { DynamoRateCounter } from '../../functions/adapters/dynamodb/dynamo-rate-counter.ts';
import type { GatewayResult } from '../../functions/adapters/lambda/exchange.ts';
import { accessTokenVerifier } from '../../functions/core/auth/access-token.ts';
import { SigningKeys } from '../../functions/core/auth/signing-keys.ts';
import { RateWindows } from '../../functions/core/rate-limit/rate-window.ts';
import type { ProductIndex } from '../../functions/core/products/product-index.ts';
import type { McpDependencies } from '../../functions/mcp/dependencies.ts';
import { mcpDoor } from '../../functions/mcp/mcp-door.ts';

export const TEST_BASE_URL = 'https://mcp.test.example';
/** The one origin whose pages may call. */
export const TEST_ORIGIN = 'https://dashboard.test.example';

export interface DoorStorage {
  readonly client: DynamoDBDocumentClient;
  /** The client that never repeats a write. */
  readonly meterClient: DynamoDBDocumentClient;
  readonly accountsTable: string;
  readonly products: ProductIndex;
}

export interface TestDoor {
  invoke(event: APIGatewayProxyEventV2): Promise<GatewayResult>;
  /** Faults of ours that were logged since the door was opened. */
  readonly faults: readonly unknown[];
}

export interface DoorChanges {
  readonly baseUrl?: string;
  readonly allowedOrigins?: readonly string[];
  readonly addressLimitPerMinute?: number;
  readonly nowMs?: () => number;
}

type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<GatewayResult>;

export function openDoor(storage: DoorStorage, changes: DoorChanges = {}): TestDoor {
  const faults: unknown[] = [];
  // The outermost middleware makes the exchange of the event: the handler's own type is that of the exchange.
  const door = mcpDoor(doorDependencies(storage, changes, faults)) as unknown as LambdaHandler;
  return {
    invoke: (event) => door(event, {} as Context),
    faults,
  };
}

function doorDependencies(storage: DoorStorage, changes: DoorChanges, faults: unknown[]): McpDependencies {
  const { client, meterClient, accountsTable, products } = storage;
  const { baseUrl = TEST_BASE_URL, allowedOrigins = [TEST_ORIGIN], addressLimitPerMinute = 1_000_000 } = changes;
  return {
    clock: { nowMs: changes.nowMs ?? (() => Date.now()) },
    log: { requestServed: () => undefined, fault: (_, error) => void faults.push(error) },
    settings: {
      baseUrl,
      allowedOrigins,
      docsBaseUrl: 'https://docs.test.example',
      supportEmail: 'support@test.example',
    },
    clients: new DynamoClientStore(client, accountsTable),
    tokens: accessTokenVerifier(new SigningKeys({ readKeys: async () => TEST_KEYS }), baseUrl),
    addressLimitPerMinute,
    services: {
      products,
      catalogs: new DynamoCatalogReader(client, accountsTable),
      ledger: new DynamoAccountLedger(meterClient, accountsTable),
      rates: new RateWindows(new DynamoRateCounter(meterClient, accountsTable)),
      activity: new DynamoAssistantStore(client, accountsTable),
      dashboardUrl: 'https://dashboard.test.example',
      upgradeUrl: 'https://dashboard.test.example/upgrade',
    },
  };
}

const TEST_KEYS = {
  current: { keyId: 'test-key-1', secret: new Uint8Array(32).fill(7), createdAtMs: 0 },
  previous: undefined,
};
