/**
 * A stand-in for a research provider: a server on this machine that records its requests and sends the responses that
 * the test sets. Host names of providers resolve to it, over plain HTTP, because it has no certificates for them.
 */
import {
  createServer,
  request as plainRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Transport } from '../../../adapters/research/ask-provider.ts';
import type { ResolveAll } from '../../../adapters/http/guarded-lookup.ts';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;

export class ProviderStandIn {
  readonly #server: Server;
  readonly port: number;
  /** Each request as `METHOD path`. */
  asked: string[] = [];
  answering: Answering = (_, response) => response.writeHead(500).end();

  private constructor(server: Server) {
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
  }

  static async open(): Promise<ProviderStandIn> {
    const server = createServer((request, response) => {
      request.resume();
      opened.asked.push(`${request.method} ${request.url}`);
      opened.answering(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const opened = new ProviderStandIn(server);
    return opened;
  }

  /** Sets the response from now on, and forgets earlier requests. */
  says(answering: Answering): void {
    this.answering = answering;
    this.asked = [];
  }

  /** The network as an adapter uses it: every name resolves to this server, and its address is allowed. */
  get transport(): Transport {
    return { request: plainRequest, resolve: resolving('127.0.0.1'), isAllowed: (address) => address === '127.0.0.1' };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** Resolves names to these addresses, one after another; the last one stays. */
export function resolving(...addresses: readonly string[]): ResolveAll {
  let asked = 0;
  return (_, done) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    done(null, [{ address, family: 4 }]);
  };
}

export const saysJson =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answering =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

export const saysText =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answering =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body);

/** Sends more than any reader accepts, for as long as the reader reads. */
export function saysMegabytes(megabytes: number, contentType: string, onWritten: (bytes: number) => void): Answering {
  return (_, response) => {
    const chunk = Buffer.alloc(256 * 1024, 0x20);
    let written = 0;
    response.writeHead(200, { 'content-type': contentType });
    const write = (): void => {
      while (written < megabytes * 1_000_000 && !response.destroyed) {
        written += chunk.length;
        onWritten(written);
        if (!response.write(chunk)) return void response.once('drain', write);
      }
      response.end();
    };
    write();
  };
}
