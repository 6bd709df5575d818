import { describe, expect, test } from 'vitest';
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import { callHandler, recordedLog, type SentRequest } from '../../support/service/gateway.ts';

const settings = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: ['https://app.example.com'],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support@example.com',
  serviceName: 'Product Data',
  signIn: false,
};
const log = recordedLog();
const handler = createDiscoveryHandler({ clock: { nowMs: () => 0 }, log, settings });
const call = (sent: SentRequest) => callHandler(handler, sent);

const RESOURCE = {
  resource: 'https://mcp.example.com/mcp',
  authorization_servers: ['https://mcp.example.com'],
  bearer_methods_supported: ['header'],
  scopes_supported: ['items:read', 'items:search', 'catalogs:read', 'usage:read', 'enrich:write'],
  resource_name: 'Product Data MCP Server',
  resource_documentation: 'https://docs.example.com',
};

describe('the well-known documents', () => {
  test.each([
    ['/.well-known/oauth-protected-resource', RESOURCE],
    ['/.well-known/oauth-protected-resource/mcp', RESOURCE],
    [
      '/.well-known/oauth-authorization-server',
      {
        issuer: 'https://mcp.example.com',
        token_endpoint: 'https://mcp.example.com/v1/oauth/token',
        authorization_endpoint: 'https://mcp.example.com/v1/oauth/authorize',
        response_types_supported: [],
        grant_types_supported: ['client_credentials'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
        scopes_supported: RESOURCE.scopes_supported,
        service_documentation: 'https://docs.example.com',
      },
    ],
  ])('include %s, cacheable, with addresses from the settings, never from the Host header', async (path, document) => {
    const answer = await call({
      path,
      headers: { host: 'evil.example.net', 'x-forwarded-host': 'evil.example.net' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json).toEqual(document);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=3600',
    });
    expect(answer.headers['x-request-id']).toMatch(/^req_/);
  });

  test('answer HEAD like GET without a body', async () => {
    const answer = await call({ path: '/.well-known/oauth-protected-resource', method: 'HEAD' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });

  test('refuse another method with 405 and name those allowed', async () => {
    const answer = await call({ path: '/.well-known/oauth-protected-resource', method: 'POST' });
    expect(answer.statusCode).toBe(405);
    expect(answer.headers['allow']).toBe('GET, HEAD');
    expect(answer.json).toMatchObject({ errors: [{ code: 'method_not_allowed' }] });
  });
});

describe('other paths', () => {
  test.each([
    ['/v1/items', '/docs/api lists the endpoints of the HTTP API.'],
    ['/v1/usage/', 'Did you mean /v1/usage? /docs/api lists the endpoints of the HTTP API.'],
    ['/v1/items/itm_00000001/', 'Leave out the slash at the end. /docs/api lists the endpoints of the HTTP API.'],
  ])('under /v1 name the page of the HTTP API for %s', async (path, advice) => {
    const answer = await call({ path });
    expect(answer.statusCode).toBe(404);
    expect(answer.json.errors[0].message).toBe(`There is no such endpoint. ${advice}`);
  });

  test.each(['/', '/favicon.ico', '/.well-known/openid-configuration', '/mcp/x'])(
    'return not_found in the envelope for %s',
    async (path) => {
      const answer = await call({ path, method: 'POST' });
      expect(answer.statusCode).toBe(404);
      expect(answer.json).toEqual({
        data: null,
        errors: [
          {
            code: 'not_found',
            message: 'There is no such endpoint. The MCP server is at /mcp.',
            field: null,
            doc_url: 'https://docs.example.com/errors#not_found',
          },
        ],
        meta: { request_id: answer.headers['x-request-id'] },
      });
    },
  );

  test('support no response type in the authorization metadata', async () => {
    const answer = await call({ path: '/v1/oauth/authorize' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json).toMatchObject({
      error: 'unsupported_response_type',
      data: null,
      errors: [{ code: 'bad_request' }],
    });
  });
});

describe('requests from browsers', () => {
  const path = '/.well-known/oauth-protected-resource';

  test.each(['https://evil.example.net', 'null', 'https://app.example.com:8443', 'http://app.example.com', ''])(
    'from the origin "%s" are refused',
    async (origin) => {
      const answer = await call({ path, headers: { origin } });
      expect(answer.statusCode).toBe(403);
      expect(answer.json).toMatchObject({ errors: [{ code: 'origin_not_allowed' }] });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    },
  );

  test('from an allowed origin may read the document and its headers', async () => {
    const answer = await call({ path, headers: { origin: 'https://app.example.com' } });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-expose-headers': expect.stringContaining('X-Request-Id') as string,
      vary: 'Origin',
    });
  });

  test('from an allowed origin get their preflight answered', async () => {
    const answer = await call({
      path,
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'GET' },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-methods']).toBe('GET, HEAD');
  });
});

describe('with sign-in enabled', () => {
  const on = createDiscoveryHandler({ clock: { nowMs: () => 0 }, log, settings: { ...settings, signIn: true } });

  test('the authorization metadata describes it', async () => {
    const answer = await callHandler(on, { path: '/.well-known/oauth-authorization-server' });
    expect(answer.json).toEqual({
      issuer: 'https://mcp.example.com',
      authorization_endpoint: 'https://mcp.example.com/v1/oauth/authorize',
      token_endpoint: 'https://mcp.example.com/v1/oauth/token',
      registration_endpoint: 'https://mcp.example.com/v1/oauth/register',
      revocation_endpoint: 'https://mcp.example.com/v1/oauth/revoke',
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token', 'client_credentials'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
      scopes_supported: RESOURCE.scopes_supported,
      service_documentation: 'https://docs.example.com',
    });
  });

  test('the resource is described as without sign-in', async () => {
    expect((await callHandler(on, { path: '/.well-known/oauth-protected-resource/mcp' })).json).toEqual(RESOURCE);
  });

  test.each(['/v1/oauth/revoke', '/v1/oauth/register'])('%s accepts only POST', async (path) => {
    expect(await callHandler(on, { path })).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
  });
});
