/**
 * The DynamoDB client of every function. It decides how long a call may hang and how often the SDK may repeat it;
 * which calls must not be repeated is decided by those who ask for `maxAttempts: 1` (the meter does).
 */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { repeatConflicts } from './repeat-conflicts.ts';

/** Inside a region a connection stands in a few milliseconds; after a second the address is dead. */
const CONNECTION_TIMEOUT_MS = 1_000;

/**
 * DynamoDB answers in tens of milliseconds, and after five seconds by itself. Three seconds let a slow answer through,
 * and leave time for a second attempt before the function's own time-out would end the call without any answer.
 */
const REQUEST_TIMEOUT_MS = 3_000;

/** As many calls at once as one request makes at most: ten batches and the postings of eight terms. */
const MAX_SOCKETS = 64;

/**
 * @param settings.maxAttempts how often one call may be sent, the first time included
 * @param settings.connectionsOf a client whose connections are used: a new one would wait for its own TLS handshake
 * @param settings.endpoint only where the address is not AWS's own; the SDK itself honours AWS_ENDPOINT_URL_DYNAMODB
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
      // Without it the SDK only logs a warning and the call hangs on.
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
    ...(endpoint !== undefined && { endpoint }),
  });
  return documentsOf(client);
}

/** The document client over a client: it leaves out undefined members and repeats conflicts. */
export function documentsOf(client: DynamoDBClient): DynamoDBDocumentClient {
  repeatConflicts(client);
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
