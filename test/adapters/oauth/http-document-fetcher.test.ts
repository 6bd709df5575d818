import { createServer, request as plainRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { httpDocumentFetcher } from '../../../adapters/oauth/http-document-fetcher.ts';
import type { ResolveAll } from '../../../adapters/http/guarded-lookup.ts';

let server: Server;
let address: string;
let asked: string[];
let answering: RequestListener;

beforeEach(async () => {
  asked = [];
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    answering(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json =
  (body: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(body);
  };
const local = httpDocumentFetcher({ loopbackToo: true, timeoutMs: 300 });
const problemOf = async (url = address, fetch = local) => {
  const fetched = await fetch(new URL(url));
  return fetched.kind === 'unreachable' ? fetched.problem : undefined;
};

describe('a client document', () => {
  test('is fetched by one GET that reveals nothing, with its cache headers', async () => {
    answering = (request, response) => {
      expect(request.headers).toMatchObject({ accept: 'application/json', 'accept-encoding': 'identity' });
      expect(Object.keys(request.headers).toSorted()).toEqual(['accept', 'accept-encoding', 'connection', 'host']);
      json('{"a":1}', 200, { 'cache-control': 'max-age=5' })(request, response);
    };
    expect(await local(new URL(address))).toMatchObject({
      kind: 'fetched',
      body: '{"a":1}',
      headers: { 'cache-control': 'max-age=5' },
    });
    expect(asked).toEqual(['GET /client.json']);
  });

  test('with a vendor type of JSON is accepted', async () => {
    answering = json('{}', 200, { 'content-type': 'application/client-metadata+json; charset=utf-8' });
    expect(await problemOf()).toBeUndefined();
  });

  test('of 5,120 bytes is accepted, and a larger one is not read to its end', async () => {
    answering = json(' '.repeat(5_120));
    expect(await problemOf()).toBeUndefined();
    answering = json(' '.repeat(5_121));
    expect(await problemOf()).toBe('It is larger than 5120 bytes.');
    answering = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const endless = setInterval(() => response.write(' '.repeat(5_000)), 1);
      response.on('close', () => clearInterval(endless));
    };
    expect(await problemOf()).toBe('It is larger than 5120 bytes.');
  });

  test.each<[string, RequestListener]>([
    ['never starts', () => undefined],
    [
      'drips',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drip = setInterval(() => response.write(' '), 20);
        response.on('close', () => clearInterval(drip));
      },
    ],
  ])('that %s takes too long', async (_, listener) => {
    answering = listener;
    expect(await problemOf()).toBe('It took too long.');
  });

  test('behind a redirect is not fetched', async () => {
    answering = json('', 302, { location: address.replace('client', 'other') });
    expect(await problemOf()).toBe('It was answered with 302.');
    expect(asked).toEqual(['GET /client.json']);
  });

  test('that is a page is refused', async () => {
    answering = json('{}', 200, { 'content-type': 'text/html' });
    expect(await problemOf()).toBe('It is not declared as JSON.');
  });
});

describe('a non-public address', () => {
  const UNREACHABLE = 'It could not be reached.';
  /** The fetcher of a deployed stage, except for the transport. */
  const deployed = (resolve?: ResolveAll) =>
    httpDocumentFetcher({ loopbackToo: false, request: plainRequest, ...(resolve !== undefined && { resolve }) });
  const resolvingTo =
    (...addresses: string[]): ResolveAll =>
    (_, done) =>
      done(
        null,
        addresses.map((one) => ({ address: one, family: one.includes(':') ? 6 : 4 })),
      );

  test.each([
    ['http://127.0.0.1', 'http://[::ffff:127.0.0.1]', 'http://[::1]', 'http://169.254.169.254', 'http://10.0.0.1'],
  ])('is not connected to: %s', async (...hosts) => {
    answering = json('{}');
    const { port } = new URL(address);
    for (const host of hosts) expect(await problemOf(`${host}:${port}/client.json`, deployed())).toBe(UNREACHABLE);
    expect(asked).toEqual([]);
  });

  test('is not connected to behind a name either, and the reason is not revealed', async () => {
    answering = json('{}');
    const { port } = new URL(address);
    const url = `http://assistant.example:${port}/client.json`;
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['169.254.169.254'], ['fd00::1']])
      expect(await problemOf(url, deployed(resolvingTo(...addresses)))).toBe(UNREACHABLE);
    expect(asked).toEqual([]);
  });

  test('of this machine is allowed in a local run, but not an address of a neighboring machine', async () => {
    answering = json('{}');
    expect(await problemOf()).toBeUndefined();
    expect(await problemOf('http://10.0.0.1/client.json')).toBe(UNREACHABLE);
  });
});
