/** Runs an AWS service with JSON over POST on 127.0.0.1: the operation is in a header, and refusals have a type. */
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import type { LocalRights, NeededRight } from './rights/local-rights.ts';

export interface JsonEndpoint {
  readonly endpoint: string;
  readonly stop: () => Promise<void>;
}

export interface JsonOperation {
  /** The rights the caller needs. @throws {z.ZodError} for a body that is not the operation's */
  readonly rights: (body: unknown) => readonly NeededRight[];
  readonly answer: (body: unknown) => object | Promise<object>;
}

interface JsonService {
  /** The prefix of the operation's name in `x-amz-target`: `secretsmanager.` */
  readonly target: string;
  readonly operations: ReadonlyMap<string, JsonOperation>;
  /** The type of the refusal of a malformed body. */
  readonly malformed: string;
  /** The message of an internal error. */
  readonly failure: string;
}

/** Replaces the service's answer. */
export class ServiceRefusal extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export async function startJsonEndpoint(service: JsonService, rights: LocalRights): Promise<JsonEndpoint> {
  const server = createServer((request, response) => void answer(service, rights, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function answer(
  { target, operations, malformed, failure }: JsonService,
  rights: LocalRights,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const operation = operations.get(String(request.headers['x-amz-target']).replace(target, ''));
    if (operation === undefined)
      throw new ServiceRefusal('UnknownOperationException', 'Not answered by the local run.');
    const body: unknown = JSON.parse(await readText(request));
    const refused = rights.refuse(request.headers.authorization, operation.rights(body));
    if (refused !== undefined) throw new ServiceRefusal('AccessDeniedException', refused);
    send(response, 200, await operation.answer(body));
  } catch (error) {
    if (error instanceof ServiceRefusal) return send(response, 400, { __type: error.type, Message: error.message });
    if (error instanceof z.ZodError || error instanceof SyntaxError)
      return send(response, 400, { __type: malformed, Message: 'The request is malformed.' });
    send(response, 500, { __type: 'InternalServiceError', Message: failure });
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.destroyed) return;
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
