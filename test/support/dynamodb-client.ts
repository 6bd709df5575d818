/** A document client for the local engines: dummy credentials, undefined members dropped as in production. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** @param settings.maxAttempts 3 when not given, as the SDK's default */
export function testClient(endpoint: string, settings: { maxAttempts?: number } = {}): DynamoDBDocumentClient {
  const client = new DynamoDBClient({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    maxAttempts: settings.maxAttempts ?? 3,
  });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}
