/** The door behind a tiny HTTP server of its own, where API Gateway would stand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { TestDoor } from './door-on-tables.ts';

export interface DoorServer {
  readonly baseUrl: string;
  stop(): Promise<void>;
}

/** @param open gets the address that the server listens on, which the door must know as its own */
export async function serveDoor(open: (baseUrl: string) => TestDoor): Promise<DoorServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const door = open(baseUrl);
  server.on('request', (request, response) => {
    void answer(door, request, response).catch(() => response.destroy());
  });
  return {
    baseUrl,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(door: TestDoor, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  if (request.url !== '/mcp') {
    response.writeHead(404).end();
    return;
  }
  const result = await door.invoke(
    gatewayEvent({
      method: request.method ?? 'GET',
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      body: Buffer.concat(chunks),
    }),
  );
  response.writeHead(result.statusCode, result.headers).end(result.body);
}

/** The members of a gateway's event that a door reads; the body in base64, so that any bytes can be sent. */
export function gatewayEvent(request: {
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}): APIGatewayProxyEventV2 {
  return {
    version: '2.0',
    rawPath: '/mcp',
    headers: request.headers,
    body: Buffer.from(request.body).toString('base64'),
    isBase64Encoded: true,
    requestContext: { http: { method: request.method, path: '/mcp', sourceIp: '127.0.0.1' } },
  } as unknown as APIGatewayProxyEventV2;
}
