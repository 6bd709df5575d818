/**
 * An assistant on a member's computer: a port that waits for the browser to return, and a client document.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalAssistant {
  /** The address to which the browser returns. */
  readonly redirectUri: string;
  /** The address of the client document, which names the redirect without its port. */
  readonly documentUrl: string;
  /** Resolves with the parameters of the browser's next return. */
  comesBack(): Promise<URLSearchParams>;
  stop(): Promise<void>;
}

/** @param name the name in its client document */
export async function startLocalAssistant(name: string): Promise<LocalAssistant> {
  let waiting: ((parameters: URLSearchParams) => void) | undefined;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/client.json') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=60' });
      response.end(
        JSON.stringify({ client_id: documentUrl, client_name: name, redirect_uris: ['http://127.0.0.1/callback'] }),
      );
      return;
    }
    response.writeHead(pathname === '/callback' ? 200 : 404, { 'content-type': 'text/html' });
    response.end('<!doctype html><title>Back</title><h1>Back at the assistant</h1>');
    if (pathname === '/callback') waiting?.(searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const documentUrl = `${address}/client.json`;
  return {
    redirectUri: `${address}/callback`,
    documentUrl,
    comesBack: () => new Promise((resolve) => void (waiting = resolve)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
