import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DynamoClientStore } from '../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { DynamoRateCounter } from '../../../adapters/dynamodb/billing/dynamo-rate-counter.ts';
import { accessTokenVerifier } from '../../../core/access/auth/access-token.ts';
import { revokeClient, rotateClient } from '../../../core/access/administration/administer-clients.ts';
import { SigningKeys } from '../../../core/access/auth/signing-keys.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { RateWindows } from '../../../core/billing/rate-limit/rate-window.ts';
import type { TokenDependencies } from '../../../functions/token/dependencies.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import { testClient } from '../../support/stores/dynamodb-client.ts';
import { callHandler, recordedLog, type RecordedLog } from '../../support/service/gateway.ts';
import { FakeSigningSecret } from '../../support/fixtures/signing-keys.ts';
import { openTables, type OpenTables } from '../../support/stores/tables.ts';

const BASE_URL = 'https://mcp.example.com';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('POST /v1/oauth/token', () => {
  let tables: OpenTables;
  let db: ReturnType<typeof testClient>;
  let opened: OpenedAccount;
  let log: RecordedLog;
  let dependencies: TokenDependencies;
  let handler: unknown;
  let nowMs = NOON_MS;

  beforeAll(async () => {
    tables = await openTables();
    db = testClient(tables.endpoint);
    opened = await openAccount(db, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  beforeEach(() => {
    nowMs += 60_000;
    log = recordedLog();
    const signingKeys = new SigningKeys(new FakeSigningSecret());
    dependencies = {
      clock: { nowMs: () => nowMs },
      log,
      settings: {
        baseUrl: BASE_URL,
        allowedOrigins: ['https://app.example.com'],
        docsBaseUrl: 'https://docs.example.com',
        supportEmail: 'support@example.com',
        serviceName: 'Product Data',
      },
      baseUrl: BASE_URL,
      clients: new DynamoClientStore(db, tables.accountsTable),
      tokens: accessTokenVerifier(signingKeys, BASE_URL),
      signingKeys,
      rates: new RateWindows(new DynamoRateCounter(db, tables.accountsTable)),
      addressLimitPerMinute: 240,
      signIn: undefined,
    };
    handler = createTokenHandler(dependencies);
  });

  const post = (body: string | Uint8Array, headers: Record<string, string> = FORM, sourceIp = '203.0.113.7') =>
    callHandler(handler, { method: 'POST', path: '/v1/oauth/token', headers, body, sourceIp });
  const form = (more: Record<string, string> = {}, who: OpenedAccount = opened) =>
    new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: who.client.clientId,
      client_secret: who.secret,
      ...more,
    }).toString();
  const basic = (id: string, secret: string) => ({
    ...FORM,
    authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
  });
  const expectRefused = (
    answer: Awaited<ReturnType<typeof post>>,
    status: number,
    error: string,
    code: string,
    field: string | null = null,
  ) => {
    expect(answer.statusCode).toBe(status);
    expect(answer.json).toMatchObject({
      error,
      error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) as string,
      data: null,
      errors: [{ code, field, doc_url: `https://docs.example.com/errors#${code}` }],
      meta: { request_id: answer.headers['x-request-id'] },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  };

  describe('an access token', () => {
    test('is a bearer token of one hour for this server, never cached', async () => {
      const answer = await post(form());
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'application/json' });
      const body = answer.json as Record<string, string>;
      expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'scope', 'token_type']);
      expect(body).toMatchObject({
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'items:read items:search catalogs:read usage:read enrich:write',
      });
      const token = body['access_token'] ?? '';
      expect(decodeProtectedHeader(token)).toMatchObject({ alg: 'HS256', typ: 'at+jwt' });
      const nowSeconds = Math.floor(nowMs / 1000);
      expect(decodeJwt(token)).toEqual({
        iss: BASE_URL,
        sub: opened.client.clientId,
        aud: `${BASE_URL}/mcp`,
        scope: body['scope'],
        iat: nowSeconds,
        nbf: nowSeconds,
        exp: nowSeconds + 3600,
        secret_id: expect.stringMatching(/^[\w-]{16}$/),
      });
    });

    test.each([
      ['a Basic header', () => post('grant_type=client_credentials', basic(opened.client.clientId, opened.secret))],
      [
        'a Basic header and the same client_id in the body',
        () =>
          post(
            `grant_type=client_credentials&client_id=${opened.client.clientId}`,
            basic(opened.client.clientId, opened.secret),
          ),
      ],
      [
        'JSON',
        () =>
          post(
            JSON.stringify({
              grant_type: 'client_credentials',
              client_id: opened.client.clientId,
              client_secret: opened.secret,
            }),
            { 'content-type': 'application/json; charset=utf-8' },
          ),
      ],
      ['parameters without a value, which count as not sent', () => post(form({ scope: '', resource: '' }))],
      ['the resource of this server', () => post(form({ resource: 'HTTPS://MCP.example.com/mcp' }))],
    ])('is issued for credentials in %s', async (_how, send) => {
      expect((await send()).statusCode).toBe(200);
    });

    test('has the requested scopes that the key has, and names them', async () => {
      const limited = await openAccount(db, tables.accountsTable, { scopes: ['usage:read', 'items:read'] });
      const asked = 'items:read items:search catalogs:read usage:read enrich:write';
      const answer = await post(form({ scope: asked }, limited));
      expect(answer.json).toMatchObject({ scope: 'items:read usage:read' });
      const narrowed = await post(form({ scope: 'usage:read' }, limited));
      expect(narrowed.json).toMatchObject({ scope: 'usage:read' });
      const nothing = await post(form({ scope: 'enrich:write' }, limited));
      expectRefused(nothing, 400, 'invalid_scope', 'invalid_parameter', 'scope');
    });
  });

  describe('malformed requests', () => {
    test.each<[string, () => ReturnType<typeof post>, number, string, string, string | null]>([
      [
        'grant_type missing',
        () => post('client_id=x&client_secret=y'),
        400,
        'invalid_request',
        'missing_parameter',
        'grant_type',
      ],
      ['an empty body', () => post('', {}), 400, 'invalid_request', 'missing_parameter', 'grant_type'],
      [
        'another grant',
        () => post(form({ grant_type: 'password' })),
        400,
        'unsupported_grant_type',
        'invalid_parameter',
        'grant_type',
      ],
      [
        'a repeated parameter',
        () => post(`${form()}&scope=a&scope=b`),
        400,
        'invalid_request',
        'invalid_parameter',
        'scope',
      ],
      [
        'an unknown scope',
        () => post(form({ scope: 'items:read admin' })),
        400,
        'invalid_scope',
        'invalid_parameter',
        'scope',
      ],
      [
        'a foreign resource',
        () => post(form({ resource: 'https://other.example.com/mcp' })),
        400,
        'invalid_target',
        'invalid_parameter',
        'resource',
      ],
      [
        'a second, foreign resource',
        () => post(`${form({ resource: `${BASE_URL}/mcp` })}&resource=https://x.test`),
        400,
        'invalid_target',
        'invalid_parameter',
        'resource',
      ],
      [
        'a resource that is not a URL',
        () => post(form({ resource: 'mcp' })),
        400,
        'invalid_target',
        'invalid_parameter',
        'resource',
      ],
      [
        'plain text',
        () => post('hello', { 'content-type': 'text/plain' }),
        415,
        'invalid_request',
        'bad_request',
        null,
      ],
      [
        'broken JSON',
        () => post('{', { 'content-type': 'application/json' }),
        400,
        'invalid_request',
        'bad_request',
        null,
      ],
      [
        'a JSON array',
        () => post('[]', { 'content-type': 'application/json' }),
        400,
        'invalid_request',
        'bad_request',
        null,
      ],
      [
        'a JSON number for a parameter',
        () => post('{"grant_type":1}', { 'content-type': 'application/json' }),
        400,
        'invalid_request',
        'bad_request',
        null,
      ],
      [
        'a body that is not UTF-8',
        () => post(new Uint8Array([0x67, 0xff])),
        400,
        'invalid_request',
        'bad_request',
        null,
      ],
      ['64 kB and one byte', () => post('x'.repeat(65_537)), 413, 'invalid_request', 'bad_request', null],
      [
        'credentials in header and body',
        () => post(form(), basic(opened.client.clientId, opened.secret)),
        400,
        'invalid_request',
        'invalid_parameter',
        null,
      ],
    ])('%s', async (_what, send, status, error, code, field) => {
      expectRefused(await send(), status, error, code, field);
      expect(log.faults).toEqual([]);
    });
  });

  describe('refused clients', () => {
    test.each<[string, string, () => ReturnType<typeof post>, string]>([
      ['no credentials', 'no_client_credentials', () => post('grant_type=client_credentials'), 'Send the client id'],
      [
        'a Bearer header',
        'malformed_client_credentials',
        () => post('grant_type=client_credentials', { ...FORM, authorization: 'Bearer x' }),
        'malformed',
      ],
      [
        'Basic without a colon',
        'malformed_client_credentials',
        () => post('grant_type=client_credentials', { ...FORM, authorization: `Basic ${btoa('abc')}` }),
        'malformed',
      ],
      [
        'an unknown client',
        'unknown_client',
        () => post(form({ client_id: `${opened.client.clientId.slice(0, -12)}AAAAAAAAAAAA` })),
        'id or the client secret is wrong',
      ],
      [
        'an invalid id',
        'unknown_client',
        () => post(form({ client_id: 'cli_live_nobody' })),
        'id or the client secret is wrong',
      ],
      [
        'a wrong secret',
        'wrong_secret',
        () => post(form({ client_secret: 'sec_wrong' })),
        'id or the client secret is wrong',
      ],
    ])('with %s get 401 with a challenge, and the real reason only in the log', async (_what, outcome, send, words) => {
      const answer = await send();
      expectRefused(answer, 401, 'invalid_client', 'unauthorized');
      expect(answer.headers['www-authenticate']).toBe('Basic realm="token endpoint", charset="UTF-8"');
      expect(answer.headers['x-auth-challenge']).toBe(answer.headers['www-authenticate']);
      expect(answer.body).toContain(words);
      expect(log.lines).toMatchObject([{ status: 401, outcome }]);
    });

    test('include a revoked key from the next request on; only its owner learns why', async () => {
      const key = await openAccount(db, tables.accountsTable);
      expect((await post(form({}, key))).statusCode).toBe(200);
      valueOf(await revokeClient(key.store, key.client.clientId, OPERATOR, nowMs));
      const answer = await post(form({}, key));
      expectRefused(answer, 401, 'invalid_client', 'unauthorized');
      expect(answer.body).toContain('revoked');
      expect((await post(form({ client_secret: 'sec_wrong' }, key))).body).not.toContain('revoked');
    });

    test('do not include a replaced secret until its overlap ends', async () => {
      const key = await openAccount(db, tables.accountsTable);
      const next = valueOf(await rotateClient(key.store, key.client.clientId, 3_600_000, OPERATOR, nowMs));
      expect((await post(form({}, key))).statusCode).toBe(200);
      expect((await post(form({ client_secret: next.secret }, key))).statusCode).toBe(200);
      nowMs += 3_600_000;
      const answer = await post(form({}, key));
      expectRefused(answer, 401, 'invalid_client', 'unauthorized');
      expect(answer.body).toContain('replaced');
      expect((await post(form({ client_secret: next.secret }, key))).statusCode).toBe(200);
    });

    test('with an inactive account get forbidden', async () => {
      const key = await openAccount(db, tables.accountsTable);
      valueOf(await setAccount(key.store, key.account.accountId, { status: 'suspended' }, OPERATOR, nowMs));
      expectRefused(await post(form({}, key)), 403, 'unauthorized_client', 'forbidden');
      expectRefused(await post(form({ client_secret: 'sec_wrong' }, key)), 401, 'invalid_client', 'unauthorized');
    });
  });

  describe('the transport', () => {
    test('refuses other methods with 405', async () => {
      const answer = await callHandler(handler, { path: '/v1/oauth/token' });
      expectRefused(answer, 405, 'invalid_request', 'method_not_allowed');
      expect(answer.headers['allow']).toBe('POST');
    });

    test('refuses a page of a foreign origin before its credentials are read', async () => {
      const answer = await post(form(), { ...FORM, origin: 'https://evil.example.net' });
      expectRefused(answer, 403, 'invalid_request', 'origin_not_allowed');
    });

    test('limits an address before any credentials are read', async () => {
      const outcomes = [];
      for (let sent = 0; sent < 245; sent += 1) outcomes.push(await post('grant_type=x', FORM, '2001:db8::1'));
      expect(outcomes.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(240);
      const last = outcomes.at(-1);
      if (last === undefined) throw new Error('nothing was sent');
      expectRefused(last, 429, 'temporarily_unavailable', 'rate_limited');
      expect(JSON.parse(last.body)).toMatchObject({
        errors: [{ retry_after_seconds: Number(last.headers['retry-after']) }],
      });
      expect(last.headers['retry-after']).toBe('60');
    });

    test('reports an internal error without its cause', async () => {
      const broken = createTokenHandler({
        ...dependencies,
        clients: {
          readCaller: () => Promise.reject(new Error('the table is away')),
        },
      });
      const answer = await callHandler(broken, {
        method: 'POST',
        path: '/v1/oauth/token',
        headers: FORM,
        body: form(),
      });
      expectRefused(answer, 500, 'server_error', 'internal_error');
      expect(answer.body).not.toContain('table is away');
      expect(log.faults).toHaveLength(1);
    });
  });
});
