/**
 * The SQS client of every function. A caller need not wait for a send that hangs: the outbox already contains the
 * request.
 */
import { SQSClient } from '@aws-sdk/client-sqs';

const CONNECTION_TIMEOUT_MS = 1_000;
const REQUEST_TIMEOUT_MS = 2_000;

export function createQueueClient(): SQSClient {
  return new SQSClient({
    maxAttempts: 2,
    // The client uses the region's endpoint or AWS_ENDPOINT_URL_SQS; a queue's URL is only its name.
    useQueueUrlAsEndpoint: false,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
}
