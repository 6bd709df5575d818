import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAuthorizationHandler } from '../../../functions/authorization/create-authorization-handler.ts';
import { authorizationDependencies } from '../../../functions/authorization/dependencies.ts';
import { writeAuthorizationQuery } from '../../../core/access/oauth/authorization-request.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { callHandler, recordedLog, type RecordedLog, type SentRequest } from '../../support/service/gateway.ts';
import { SETTINGS } from '../../support/service/mcp-service.ts';
import { DESKTOP, findTestClient, REGISTERED } from '../../support/sign-in/oauth-clients.ts';
import { SIGN_IN_REQUEST } from '../../support/sign-in/sign-ins.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

const QUERY = writeAuthorizationQuery(SIGN_IN_REQUEST);
const SECRET_STATE = 'a-state-that-nobody-logs';

let tables: OpenTables;
let client: ReturnType<typeof testClient>;
let log: RecordedLog;
let handler: ReturnType<typeof createAuthorizationHandler>;
let failing: ReturnType<typeof createAuthorizationHandler>;
let addresses = 0;
beforeAll(async () => {
  tables = await openTables();
  client = testClient(tables.endpoint);
  const environment = {
    STAGE: 'test',
    ACCOUNTS_TABLE: tables.accountsTable,
    BASE_URL: SETTINGS.baseUrl,
    ALLOWED_ORIGINS: 'https://page.example',
    DASHBOARD_URL: `${SETTINGS.baseUrl}/dashboard`,
    DOCS_BASE_URL: SETTINGS.docsBaseUrl,
    SUPPORT_EMAIL: SETTINGS.supportEmail,
    SERVICE_NAME: 'Product Data',
    IP_LIMIT_PER_MINUTE: '3',
    MAIL_QUEUE_URL: 'http://127.0.0.1:9/queue',
    LOOPBACK_DOCUMENTS: 'off',
  };
  log = recordedLog();
  const dependencies = { ...authorizationDependencies(environment, client), log };
  handler = createAuthorizationHandler({ ...dependencies, findClient: findTestClient });
  failing = createAuthorizationHandler({
    ...dependencies,
    findClient: () => Promise.reject(new Error('The store is away')),
    registered: { ...dependencies.registered, putClient: () => Promise.reject(new Error('The store is away')) },
  });
});
afterAll(async () => {
  client.destroy();
  await tables.stop();
});

/** Sends each request from the given address, or from a new one. */
function call(path: string, sent: Partial<SentRequest> = {}, by = handler) {
  addresses += 1;
  return callHandler(by, { path, sourceIp: `198.51.100.${addresses}`, ...sent });
}
const ask = (query: string, sent: Partial<SentRequest> = {}) => call('/v1/oauth/authorize', { query, ...sent });

describe('an authorization request', () => {
  test('gets a page that is never cached', async () => {
    const answer = await ask(QUERY);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('Sign in to connect an assistant');
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });

  test('with HEAD gets no body', async () => {
    expect(await ask(QUERY, { method: 'HEAD' })).toMatchObject({ statusCode: 200, body: '' });
  });

  test.each([
    ['of an unknown client', QUERY.replace('assistant.example', 'other.example'), 'It is not known here'],
    ['without a client', 'response_type=code', 'names no client_id'],
    ['with two clients', `${QUERY}&client_id=x`, 'names more than one client_id'],
    ['with a foreign redirect', QUERY.replace('callback', 'other'), 'that Desk Assistant does not name as its own'],
    ['that is too long', `${QUERY}&x=${'x'.repeat(3_000)}`, 'longer than 3,000 characters'],
  ])('%s gets the service’s own page, without a redirect', async (_, query, words) => {
    const answer = await ask(query);
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.body).toContain(words);
    expect(answer.body).not.toContain('<a ');
  });

  test('with another problem gets an error at the client’s redirect', async () => {
    const answer = await ask(QUERY.replace('S256', 'plain'));
    expect(answer.statusCode).toBe(303);
    const told = new URL(answer.headers['location'] ?? '').searchParams;
    expect(Object.fromEntries(told)).toEqual({ error: 'invalid_request', state: 'state', iss: SETTINGS.baseUrl });
  });

  test.each([
    ['of a client that registered itself', REGISTERED, 'https://registered.example/callback'],
    ['at another host than that of its document', DESKTOP, 'https://elsewhere.example/callback'],
    ['to an app', DESKTOP, 'cursor://assistant.example/callback'],
  ])('with a problem, %s, redirects only after a click: no open redirect', async (_, client, redirectUri) => {
    const query = writeAuthorizationQuery({ ...SIGN_IN_REQUEST, client, redirectUri });
    const answer = await ask(query.replace('S256', 'plain'));
    expect(answer.statusCode).toBe(400);
    expect(answer.headers).not.toHaveProperty('location');
    expect(answer.body).toContain(`<a href="${redirectUri}?error=invalid_request`);
  });

  test('with a problem gets an immediate redirect to a program on this computer', async () => {
    const query = writeAuthorizationQuery({ ...SIGN_IN_REQUEST, redirectUri: 'http://127.0.0.1:49152/callback' });
    const answer = await ask(query.replace('S256', 'plain'));
    expect(answer.statusCode).toBe(303);
    expect(answer.headers['location']).toContain('http://127.0.0.1:49152/callback?error=invalid_request');
  });

  test('from one address is accepted three times a minute, then refused', async () => {
    const statuses: number[] = [];
    for (let sent = 0; sent < 4; sent += 1) statuses.push((await ask(QUERY, { sourceIp: '203.0.113.77' })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('that causes an internal error gets an id, and no cause', async () => {
    const answer = await call('/v1/oauth/authorize', { query: QUERY }, failing);
    expect(answer.statusCode).toBe(500);
    expect(answer.body).toMatch(/Quote req_[A-Za-z0-9]{20} to support/);
    expect(answer.body).not.toContain('store');
    expect(log.faults).toHaveLength(1);
  });
});

test.each([
  ['POST', '/v1/oauth/authorize', 405],
  ['GET', '/v1/oauth/authorize/consent', 405],
  ['GET', '/v1/oauth/authorize/link', 405],
  ['POST', '/v1/oauth/authorize/continue', 405],
  ['GET', '/v1/oauth/authorize/other', 404],
  ['GET', '/v1/oauth/register', 405],
  ['OPTIONS', '/v1/oauth/register', 405],
])('another method or path of the authorization server is refused: %s %s is %i', async (method, path, status) => {
  expect((await call(path, { method, query: QUERY })).statusCode).toBe(status);
});

describe('a client registration', () => {
  const register = (metadata: object, sent: Partial<SentRequest> = {}, by = handler) =>
    call('/v1/oauth/register', { method: 'POST', body: JSON.stringify(metadata), ...sent }, by);

  test('gets an id in a response that is never cached', async () => {
    const answer = await register({ redirect_uris: ['http://127.0.0.1/callback'] });
    expect(answer.statusCode).toBe(201);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json).toMatchObject({
      client_id: expect.stringMatching(/^oac_/) as string,
      response_types: ['code'],
    });
  });

  test('that is refused gets an error in the terms of RFC 7591', async () => {
    const answer = await register({ redirect_uris: ['javascript:alert(1)'] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json).toMatchObject({ error: 'invalid_redirect_uri', errors: [{ field: 'redirect_uris' }] });
  });

  test('from a web page is accepted only from allowed origins, which can read the response', async () => {
    const metadata = { redirect_uris: ['https://page.example/callback'] };
    const origin = 'https://page.example';
    expect((await register(metadata, { headers: { origin } })).headers['access-control-allow-origin']).toBe(origin);
    expect((await register(metadata, { headers: { origin: 'https://evil.example' } })).statusCode).toBe(403);
  });

  test('that fails is an internal error', async () => {
    const answer = await register({ redirect_uris: ['http://127.0.0.1/callback'] }, {}, failing);
    expect(answer.json).toMatchObject({ errors: [{ code: 'internal_error' }] });
  });
});

test('no part of an authorization request reaches the log', async () => {
  await ask(QUERY.replace('state=state', `state=${SECRET_STATE}`));
  const logged = JSON.stringify(log.lines);
  for (const text of [SECRET_STATE, 'assistant.example', SIGN_IN_REQUEST.codeChallenge])
    expect(logged).not.toContain(text);
});
