/** The responses 404, 405 and 500 to browsers and programs, from the functions that people reach. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDashboardHandler } from '../../functions/dashboard/create-dashboard-handler.ts';
import { createDiscoveryHandler } from '../../functions/discovery/create-discovery-handler.ts';
import { callHandler, recordedLog, type SentRequest } from '../support/service/gateway.ts';
import { openPageInterface, type PageInterface } from '../support/service/page-interface.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const SETTINGS = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: [],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support+"<b>"@example.com',
  serviceName: 'Product Data',
  signIn: true,
};

const discovery = createDiscoveryHandler({ clock: { nowMs: () => 0 }, log: recordedLog(), settings: SETTINGS });
let dashboard: PageInterface;
beforeAll(async () => {
  dashboard = await openPageInterface(() => 0);
});
afterAll(() => dashboard.stop());

/** Routes a request as the gateway does. */
function send(sent: SentRequest) {
  return sent.path.startsWith('/dashboard') ? dashboard.send(sent) : callHandler(discovery, sent);
}

/** The dashboard with failing storage. */
function failing(sent: SentRequest) {
  // What the process remembers is read without a store, and nothing is remembered.
  const memory = { refusedFromMemory: () => undefined };
  const fail = () => Promise.reject(new Error('secret cause'));
  const unread = new Proxy(memory, { get: (own, name): unknown => Reflect.get(own, name) ?? fail });
  const settings = { ...SETTINGS, dashboardUrl: '', upgradeUrl: '', addressLimitPerMinute: 1 };
  const parts = { clock: { nowMs: () => 0 }, log: recordedLog(), settings, rates: unread, people: unread };
  return callHandler(createDashboardHandler(parts as never), sent);
}

describe('an error for a browser', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/%3Cscript%3E', 404],
    ['POST', '/.well-known/oauth-protected-resource', 405],
    ['GET', '/dashboard/no/page', 404],
    ['GET', '/dashboard/api/nowhere', 404],
    ['GET', '/dashboard/api/sign-out', 405],
    ['DELETE', '/dashboard', 405],
  ])('is a page for %s %s, with status %d', async (method, path, status) => {
    const { statusCode, headers, body } = await send({ method, path, headers: BROWSER });
    expect(statusCode).toBe(status);
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(headers['allow'] !== undefined).toBe(status === 405);
    expect(body).toContain('<html lang="en">');
    expect(body).toContain(headers['x-request-id']);
    // Of scripts only the one that copies the request id.
    expect(body.replace('<script type="module" src="/dashboard/assets/copy.js"></script>', '')).not.toMatch(
      /script|<b>/i,
    );
  });

  test('is a page for 500 that says nothing of the cause', async () => {
    const { statusCode, body, headers } = await failing({ path: '/dashboard/api/overview', headers: BROWSER });
    expect([statusCode, headers['content-type']]).toEqual([500, 'text/html; charset=utf-8']);
    expect(body).toContain(headers['x-request-id']);
    expect(body).not.toMatch(/secret cause|<b>/);
  });

  test('has only headers for HEAD', async () => {
    for (const path of ['/nowhere', '/dashboard/no/page'])
      expect(await send({ method: 'HEAD', path, headers: BROWSER })).toMatchObject({ statusCode: 404, body: '' });
  });

  test('is the envelope for every other refusal', async () => {
    const answer = await send({ path: '/dashboard/api/overview', headers: BROWSER });
    expect([answer.statusCode, answer.json.errors[0].code]).toEqual([401, 'unauthorized']);
  });

  test.each(['/mcp', '/mcp/more', '/v1', '/v1/items', '/v1/oauth/token', '/v1/oauth/revoke'])(
    'has the form for programs at %s',
    async (path) => {
      const [asBrowser, asProgram] = [await send({ path, headers: BROWSER }), await send({ path })];
      expect(asBrowser.headers['content-type']).toBe('application/json');
      expect(Object.keys(asBrowser.json)).toEqual(Object.keys(asProgram.json));
    },
  );
});

describe('an error for a program', () => {
  test.each([undefined, '*/*', 'application/json', 'application/json, text/html'])(
    'that accepts %s is the envelope for 404, 405 and 500',
    async (accept) => {
      const headers = accept === undefined ? {} : { accept };
      const answers = [
        await send({ path: '/nowhere', headers }),
        await send({ path: '/dashboard/no/page', headers }),
        await send({ method: 'POST', path: '/dashboard/keys', headers }),
        await failing({ path: '/dashboard/api/overview', headers }),
      ];
      const told = answers.map(({ statusCode, json }) => [statusCode, json.errors[0].code] as const);
      expect(told).toEqual([
        [404, 'not_found'],
        [404, 'not_found'],
        [405, 'method_not_allowed'],
        [500, 'internal_error'],
      ]);
    },
  );
});
