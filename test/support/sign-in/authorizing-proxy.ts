/**
 * Adds the Authorization header to requests of the conformance suite, which cannot send credentials. A Host or Origin
 * that names the proxy is replaced with the server's, as if the suite called the server directly; nothing else is
 * changed.
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AuthorizingProxy {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startAuthorizingProxy(target: string, authorization: string): Promise<AuthorizingProxy> {
  const { hostname, port } = new URL(target);
  const server: Server = createServer((incoming, outgoing) => forward(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${own}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const headers = { ...incoming.headers, authorization };
    if (headers.host === own) headers.host = `${hostname}:${port}`;
    if (headers.origin === `http://${own}`) headers.origin = target;
    const onward = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  }
}
