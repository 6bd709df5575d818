/**
 * Runs API Gateway's HTTP API on 127.0.0.1: the template's routes, its limits of time and size, and its errors if no
 * function answers. It starts first and answers 503 until the functions are ready, so that a taken port is reported
 * immediately.
 */
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FunctionResult } from '../lambda/function-messages.ts';
import { errorCode, LocalError } from '../process/local-error.ts';
import { decodedPath, gatewayEvent } from './gateway-event.ts';
import { gatewayResponse, ownResponse } from './gateway-response.ts';
import type { GatewayResponse } from './gateway-response.ts';
import type { MatchedRoute, MatchRoute } from './route-table.ts';

const IDLE_CONNECTION_MS = 60_000;

const HOST = '127.0.0.1';
const BODY_LIMIT_BYTES = 10 * 1024 * 1024;
const INTEGRATION_TIMEOUT_MS = 30_000;

interface GatewayBackend {
  readonly match: MatchRoute;
  /** Whether Lambda would let the gateway invoke the route's function. */
  readonly mayInvoke: (route: MatchedRoute) => boolean;
  readonly invoke: (functionArn: string, event: unknown) => Promise<FunctionResult>;
}

interface Gateway {
  readonly url: string;
  /** Starts to pass requests on. */
  readonly open: (backend: GatewayBackend) => void;
  readonly stop: () => Promise<void>;
}

/**
 * @param port 0 for any free one
 * @throws {LocalError} when the port is taken or forbidden
 */
export async function startGateway(port: number): Promise<Gateway> {
  let backend: GatewayBackend | undefined;
  const server = createServer((request, response) => {
    void respond(backend, request)
      .catch(() => ownResponse(500, 'Internal Server Error'))
      .then((answer) => send(request, response, answer));
  });
  // Node's five seconds are shorter than an assistant's pauses, and would close connections under requests in transit.
  server.keepAliveTimeout = IDLE_CONNECTION_MS;
  await listen(server, port);
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    open: (opened) => {
      backend = opened;
    },
    stop: () => stop(server),
  };
}

async function respond(backend: GatewayBackend | undefined, request: IncomingMessage): Promise<GatewayResponse> {
  const body = await readBody(request);
  if (body === undefined) return ownResponse(413, 'Request Entity Too Large');
  if (backend === undefined) return ownResponse(503, 'Service Unavailable');
  const route = backend.match(request.method ?? 'GET', decodedPath(request));
  if (route === undefined) return ownResponse(404, 'Not Found');
  if (!backend.mayInvoke(route)) return ownResponse(500, 'Internal Server Error');
  const outcome = await withinTime(backend.invoke(route.functionArn, gatewayEvent(request, body, route.routeKey)));
  if (outcome === undefined) return ownResponse(503, 'Service Unavailable');
  if (outcome.ok) return gatewayResponse(outcome.payload, route) ?? ownResponse(500, 'Internal Server Error');
  switch (outcome.reason) {
    case 'event_too_large':
      return ownResponse(413, 'Request Entity Too Large');
    case 'stopped':
      return ownResponse(503, 'Service Unavailable');
    case 'threw':
    case 'response_too_large':
    case 'timed_out':
    case 'crashed':
    case 'not_started':
      return ownResponse(500, 'Internal Server Error');
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return bytes <= BODY_LIMIT_BYTES ? Buffer.concat(chunks) : undefined;
}

async function withinTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), INTEGRATION_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

function send(request: IncomingMessage, response: ServerResponse, answer: GatewayResponse): void {
  if (response.destroyed) return;
  try {
    response.writeHead(answer.status, headersOf(answer));
  } catch {
    // For a header that HTTP does not allow, the gateway answers 500, as in the cloud.
    const failure = ownResponse(500, 'Internal Server Error');
    response.writeHead(failure.status, headersOf(failure)).end(failure.body);
    return;
  }
  response.end(request.method === 'HEAD' ? undefined : answer.body);
}

function headersOf({ status, headers, cookies, body }: GatewayResponse): Record<string, string | string[]> {
  const given = Object.fromEntries([...headers].filter(([name]) => name !== 'content-length'));
  return {
    ...(body.length > 0 && { 'content-type': 'text/plain;charset=UTF-8' }),
    ...given,
    ...(status !== 204 && { 'content-length': String(body.length) }),
    ...(cookies.length > 0 && { 'set-cookie': [...cookies] }),
  };
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, HOST, resolve);
    });
  } catch (error) {
    const reason = errorCode(error) === 'EADDRINUSE' ? 'is taken by another program' : 'cannot be used';
    throw new LocalError(`Port ${port} ${reason}. Choose another one:\n  npm start -- --port ${port + 1}`, {
      cause: error,
    });
  }
}

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  await closed;
}
