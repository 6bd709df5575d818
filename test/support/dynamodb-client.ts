/** A document client for the local engines: dummy credentials, undefined members dropped as in production. */
import { setImmediate } from 'node:timers/promises';
import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { EmbeddedDynamoDb, EngineCall } from '../../local/dynamodb/embedded-dynamodb.ts';

/** The engines of this process whose clients need no socket, by address. */
const engines = new Map<string, EngineCall>();

/** From now on `testClient` calls this engine directly: sockets and signatures were half of what a call costs. */
export function callDirectly({ endpoint, call }: EmbeddedDynamoDb): void {
  engines.set(endpoint, call);
}

interface TestClientSettings {
  /** 3 when not given, as the SDK's default. */
  readonly maxAttempts?: number;
  /** A client whose connections it shares. */
  readonly connectionsOf?: DynamoDBDocumentClient;
}

export function testClient(
  endpoint: string,
  { maxAttempts = 3, connectionsOf }: TestClientSettings = {},
): DynamoDBDocumentClient {
  const call = engines.get(endpoint);
  const shared = connectionsOf && { requestHandler: connectionsOf.config.requestHandler };
  return documentClient({ endpoint, maxAttempts, ...shared, ...(call && directCalls(call)) });
}

/** A client of an engine in this process. */
export function directClient(call: EngineCall): DynamoDBDocumentClient {
  return documentClient({ endpoint: 'http://in.process', ...directCalls(call) });
}

function documentClient(settings: DynamoDBClientConfig): DynamoDBDocumentClient {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new DynamoDBClient({ region: 'us-east-1', credentials, ...settings });
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

interface SentCall {
  readonly body?: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

function directCalls(call: EngineCall): Pick<DynamoDBClientConfig, 'requestHandler' | 'signer'> {
  const handle = async ({ body, headers }: SentCall) => {
    // As over a socket, what is sent together arrives before the first is answered.
    await setImmediate();
    const [, operation = ''] = String(headers['x-amz-target']).split('.');
    const answer = await call(operation, textOf(body));
    await setImmediate();
    const bytes = new TextEncoder().encode(JSON.stringify(answer.body));
    return { response: { statusCode: answer.statusCode, headers: {}, body: bytes } };
  };
  return { requestHandler: { handle } as never, signer: { sign: async (request) => request } };
}

function textOf(body: SentCall['body'] = ''): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}
