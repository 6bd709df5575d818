/**
 * The DynamoDB client of every function. It decides how long a call may hang and how often the SDK retries it.
 * Callers that must not repeat writes, such as the meter, set `maxAttempts: 1`.
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { repeatConflicts } from './repeat-conflicts.ts';

/** Within a region a connection takes a few milliseconds; after a second the address is dead. */
const CONNECTION_TIMEOUT_MS = 1_000;

/**
 * DynamoDB answers in tens of milliseconds, and gives up after five seconds. Three seconds let a slow answer through
 * and leave time for a second attempt before the function times out.
 */
const REQUEST_TIMEOUT_MS = 3_000;

/** The most concurrent calls of one request: ten batches and the postings of eight terms. */
const MAX_SOCKETS = 64;

/**
 * @param settings.maxAttempts how often one call may be sent, the first time included
 * @param settings.connectionsOf a client to share connections with, because each new one would wait for a TLS handshake
 * @param settings.endpoint only for an address outside AWS; the SDK itself honors AWS_ENDPOINT_URL_DYNAMODB
 */
export function createDocumentClient(settings: {
  maxAttempts: number;
  connectionsOf?: DynamoDBDocumentClient;
  endpoint?: string;
}): DynamoDBDocumentClient {
  const { maxAttempts, connectionsOf, endpoint } = settings;
  const agent = { keepAlive: true, maxSockets: MAX_SOCKETS };
  const client = new DynamoDBClient({
    maxAttempts,
    retryMode: 'standard',
    requestHandler: connectionsOf?.config.requestHandler ?? {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      // Without this the SDK only logs a warning, and the call keeps hanging.
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(endpoint !== undefined && { endpoint }),
  });
  return documentsOf(client);
}

/** Wraps a client as a document client that leaves out undefined members and retries conflicts. */
export function documentsOf(client: DynamoDBClient): DynamoDBDocumentClient {
  repeatConflicts(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
