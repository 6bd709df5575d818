import {
  createServer,
  request as plainRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ResolveAll } from '../../../adapters/http/guarded-lookup.ts';
import { HttpResearcher } from '../../../adapters/research/http-researcher.ts';

type Answering = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let port: number;
let answering: Answering;
let requests: { headers: IncomingMessage['headers']; body: string }[];
beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      requests.push({ headers: request.headers, body });
      answering(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const TASK = { manufacturer: 'Norvane', partNumber: 'NV-1', description: 'A regulator', researchId: 'res_1' };
const toLocal: ResolveAll = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);

/**
 * The provider under a name that resolves to this machine, which the tests allow, over plain HTTP because it has no
 * certificate.
 */
function researcher(settings: { resolve?: ResolveAll; isAllowed?: () => boolean; totalTimeoutMs?: number } = {}) {
  return new HttpResearcher({
    url: `http://provider.test:${port}/v1/parts`,
    readSecret: async () => 'the-key',
    request: plainRequest,
    resolve: toLocal,
    isAllowed: () => true,
    ...settings,
  });
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answering =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

describe('a request to the provider', () => {
  test('contains the part, the key and a random id, and nothing else', async () => {
    answering = json(200, { found: false });
    expect(await researcher().research(TASK)).toEqual({ kind: 'not_found' });
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      manufacturer: 'Norvane',
      part_number: 'NV-1',
      description: 'A regulator',
    });
    const { connection: _, ...headers } = requests[0]?.headers ?? {};
    expect(headers).toEqual({
      host: `provider.test:${port}`,
      authorization: 'Bearer the-key',
      'idempotency-key': 'res_1',
      'content-type': 'application/json',
      'content-length': String(requests[0]?.body.length),
      accept: 'application/json',
      'accept-encoding': 'identity',
    });
  });
});

describe('the provider’s response', () => {
  test('is passed on as an unchecked item', async () => {
    answering = json(200, { found: true, record: { title: 'A part' } });
    expect(await researcher().research(TASK)).toEqual({ kind: 'found', record: { title: 'A part' } });
  });

  test.each([
    ['text that is not JSON', (_: unknown, response: ServerResponse) => response.end('<html>')],
    ['JSON of another shape', json(200, { ok: true })],
    ['found without a record', json(200, { found: true })],
    ['bytes that are not UTF-8', (_: unknown, response: ServerResponse) => response.end(Buffer.from([0xff, 0xfe]))],
    ['404', json(404, {})],
    ['401', json(401, {})],
  ] as const)('of %s is unusable', async (_, answer) => {
    answering = answer;
    expect((await researcher().research(TASK)).kind).toBe('unavailable');
  });

  test('of 500 is retried with the same id', async () => {
    let count = 0;
    answering = (...sent) => json((count += 1) < 3 ? 500 : 200, { found: false })(...sent);
    expect(await researcher().research(TASK)).toEqual({ kind: 'not_found' });
    expect(requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['res_1', 'res_1', 'res_1']);
  });

  test.each([
    [503, 'unavailable', '7', 7],
    [503, 'unavailable', '99999', 900],
    [503, 'unavailable', new Date(Date.now() + 60_000).toUTCString(), 40],
    [503, 'unavailable', 'soon', undefined],
    [429, 'used_up', '7', 7],
    [429, 'used_up', '999999', 86_400],
    [429, 'used_up', 'soon', 60],
  ])(
    'of %i (%s) with Retry-After %s makes the queue or the part wait, not the worker',
    async (status, kind, header, seconds) => {
      answering = json(status, {}, { 'retry-after': header });
      const answer = await researcher().research(TASK);
      expect(answer.kind).toBe(kind);
      const waited = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined;
      if (seconds === undefined) expect(waited).toBeUndefined();
      // A date counts from now, and the tests before this one take some seconds.
      else expect(Math.abs((waited ?? 0) - seconds)).toBeLessThanOrEqual(seconds === 40 ? 21 : 0);
      expect(requests).toHaveLength(1);
    },
  );

  test('of 50 MB is read only up to the limit', async () => {
    let written = 0;
    answering = (_, response) => {
      response.writeHead(200);
      const chunk = Buffer.alloc(256 * 1024, 0x20);
      const write = (): void => {
        while (written < 50_000_000 && !response.destroyed) {
          written += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', write);
        }
        response.end();
      };
      write();
    };
    const answer = await researcher().research(TASK);
    expect(answer).toMatchObject({ kind: 'unavailable', detail: 'The answer is larger than 2000000 bytes' });
    expect(written).toBeLessThan(20_000_000);
  });

  test.each([
    ['never', () => undefined],
    [
      'a byte at a time',
      (_: unknown, response: ServerResponse) => void setInterval(() => response.write(' '), 20).unref(),
    ],
  ] as const)('that arrives %s is abandoned at the time limit', async (_, answer) => {
    answering = answer;
    const startedMs = Date.now();
    const answered = await researcher({ totalTimeoutMs: 400 }).research(TASK);
    expect(answered).toEqual({ kind: 'unavailable', detail: 'The provider took too long' });
    expect(Date.now() - startedMs).toBeLessThan(1500);
  });

  test('of a redirect is not followed', async () => {
    answering = json(302, {}, { location: `http://127.0.0.1:${port}/elsewhere` });
    expect(await researcher().research(TASK)).toMatchObject({ kind: 'unavailable' });
    expect(requests).toHaveLength(1);
  });
});

describe('a connection to the provider', () => {
  test('uses only https', () => {
    expect(() => new HttpResearcher({ url: 'http://provider.test/', readSecret: async () => '' })).toThrow('https');
    expect(() => new HttpResearcher({ url: 'https://a:b@provider.test/', readSecret: async () => '' })).toThrow(
      'credentials',
    );
  });

  test.each([
    ['private', [{ address: '10.0.0.7', family: 4 }]],
    ['this machine', [{ address: '127.0.0.1', family: 4 }]],
    ['the metadata service', [{ address: '169.254.169.254', family: 4 }]],
    ['IPv4-mapped', [{ address: '::ffff:127.0.0.1', family: 6 }]],
    [
      'public and private mixed',
      [
        { address: '93.184.216.34', family: 4 },
        { address: '127.0.0.1', family: 4 },
      ],
    ],
    ['nothing', []],
  ])('is never made if a name is %s', async (_, addresses) => {
    answering = json(200, { found: false });
    const guarded = new HttpResearcher({
      url: `http://provider.test:${port}/`,
      readSecret: async () => 'the-key',
      request: plainRequest,
      resolve: resolving(addresses),
    });
    expect(await guarded.research(TASK)).toMatchObject({
      kind: 'unavailable',
      detail: 'The name resolves to an address that is not public',
    });
    expect(requests).toHaveLength(0);
  });

  test.each(['http://127.0.0.1', 'http://[::1]', 'http://[::ffff:7f00:1]', 'http://2130706433', 'http://0x7f.1'])(
    'is never made to the address %s itself',
    async (origin) => {
      answering = json(200, { found: false });
      const guarded = new HttpResearcher({
        url: `${origin}:${port}/`,
        readSecret: async () => 'the-key',
        request: plainRequest,
      });
      expect(await guarded.research(TASK)).toMatchObject({ kind: 'unavailable' });
      expect(requests).toHaveLength(0);
    },
  );

  test('uses the addresses that were checked in the same attempt, so that a changing name gains nothing', async () => {
    answering = json(500, {});
    let resolutions = 0;
    const rebinding: ResolveAll = (_, done) => {
      resolutions += 1;
      done(null, [{ address: resolutions === 1 ? '127.0.0.1' : '10.0.0.7', family: 4 }]);
    };
    const guarded = new HttpResearcher({
      url: `http://provider.test:${port}/`,
      readSecret: async () => 'the-key',
      request: plainRequest,
      resolve: rebinding,
      isAllowed: (address) => address === '127.0.0.1',
    });
    expect(await guarded.research(TASK)).toMatchObject({
      detail: 'The name resolves to an address that is not public',
    });
    expect(requests).toHaveLength(1);
    expect(resolutions).toBe(2);
  });
});

function resolving(addresses: { address: string; family: number }[]): ResolveAll {
  return (_, done) => done(null, addresses);
}
