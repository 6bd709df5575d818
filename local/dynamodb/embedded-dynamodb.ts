/**
 * DynamoDB inside this process, for one machine: dynalite's engine, with what it lacks added
 * (docs/decisions/0010-embedded-dynamodb.md). It listens on 127.0.0.1 only and checks no signature.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isApiFailure, serviceFailure, validationFailure } from './api-failure.ts';
import type { Request, Store } from './dynalite.ts';
import { openStore } from './open-store.ts';
import { operationsOn } from './operations.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 16 * 1024 * 1024;

export interface EmbeddedDynamoDb {
  /** The endpoint for clients, `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  readonly call: EngineCall;
  /** Ends open connections, waits for writes in progress and closes the database. */
  stop(): Promise<void>;
}

export interface EngineAnswer {
  readonly statusCode: number;
  readonly body: object;
}

/** Answers one call as the endpoint would, without a socket. It never throws: a refusal is an answer. */
export type EngineCall = (operation: string, body: string, authorization?: string) => Promise<EngineAnswer>;

/**
 * Returns why the signer may not make the call, or undefined. `authorization` is the header; its signature is not
 * checked.
 */
type RefuseCall = (authorization: string | undefined, operation: string, call: Request) => string | undefined;

/**
 * Starts the engine.
 * @param settings.refuse called before every call
 * @param settings.path the data folder; without it, the data is in memory and ends with the process
 * @param settings.port without it, the system chooses a free one
 * @throws {Error} with one clear sentence when the folder cannot be used; Node's EADDRINUSE when the port is taken
 */
export async function startEmbeddedDynamoDb(
  settings: { path?: string; port?: number; refuse?: RefuseCall } = {},
): Promise<EmbeddedDynamoDb> {
  const store = await openStore(settings.path);
  const call = engineCalls(store, settings.refuse);
  const server = createServer((request, response) => void serve(call, request, response));
  // Idle connections stay open: one that closes just when the meter's client uses it would leave a call with an unknown
  // outcome.
  server.keepAliveTimeout = 0;
  try {
    await listen(server, settings.port ?? 0);
  } catch (error) {
    await store.lifecycleManager.gracefulClose();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://${HOST}:${port}`, call, stop: () => stop(server, store) };
}

/** @param refuse called before every call */
export function engineCalls(store: Store, refuse: RefuseCall = () => undefined): EngineCall {
  const operations = operationsOn(store);
  return async (operation, body, authorization) => {
    try {
      const request = parseBody(body);
      const refused = refuse(authorization, operation, request);
      if (refused !== undefined) throw serviceFailure('AccessDeniedException', refused);
      return { statusCode: 200, body: await operations(operation, request) };
    } catch (error) {
      return failed(error);
    }
  };
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
}

async function stop(server: Server, store: Store): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
  await store.lifecycleManager.gracefulClose();
}

function failed(error: unknown): EngineAnswer {
  if (isApiFailure(error)) return error;
  return { ...serviceFailure('InternalServerError', `The database failed: ${String(error)}`), statusCode: 500 };
}

async function serve(call: EngineCall, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, operation = ''] = String(request.headers['x-amz-target']).split('.');
  const answered = await readBody(request)
    .then((body) => call(operation, body, request.headers.authorization))
    .catch(failed);
  send(response, answered);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BODY_BYTES) throw validationFailure('Request exceeds 16 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseBody(text: string): Request {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Request;
  } catch {
    // Falls through to the same refusal as a body that is not an object.
  }
  throw serviceFailure('SerializationException', 'The body is not a JSON object');
}

function send(response: ServerResponse, { statusCode, body }: EngineAnswer): void {
  if (response.destroyed) return;
  response.writeHead(statusCode, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(body));
}
