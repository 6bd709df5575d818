/**
 * Requests that are neither a call nor a token request, on the paths of both: the discovery function answers as their
 * own functions would.
 */
import { describe, expect, test } from 'vitest';
import { createDiscoveryHandler } from '../../../functions/discovery/create-discovery-handler.ts';
import type { ToolDependencies } from '../../../adapters/lambda-http/tool-dependencies.ts';
import { createMcpHandler } from '../../../functions/mcp/create-mcp-handler.ts';
import type { TokenDependencies } from '../../../functions/token/dependencies.ts';
import { createTokenHandler } from '../../../functions/token/create-token-handler.ts';
import { callHandler, recordedLog, type HandlerAnswer } from '../../support/service/gateway.ts';

const ALLOWED_ORIGIN = 'https://app.example.com';
const settings = {
  baseUrl: 'https://mcp.example.com',
  allowedOrigins: [ALLOWED_ORIGIN],
  docsBaseUrl: 'https://docs.example.com',
  supportEmail: 'support@example.com',
  serviceName: 'Product Data',
  signIn: false,
};
const shared = { clock: { nowMs: () => 0 }, log: recordedLog(), settings };
const discovery = createDiscoveryHandler(shared);
/** None of their other dependencies is used before the method is checked. */
const mcp = createMcpHandler(shared as unknown as ToolDependencies);
const own: Readonly<Record<string, unknown>> = {
  '/mcp': mcp,
  '/mcp/': mcp,
  '/v1/oauth/token': createTokenHandler(shared as unknown as TokenDependencies),
};

const METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const CALLERS: [string, Record<string, string>][] = [
  ['no page', {}],
  ['an allowed page', { origin: ALLOWED_ORIGIN }],
  ['an allowed page that asks before it sends', { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'POST' }],
  ['a foreign page', { origin: 'https://evil.example.net' }],
  ['a page of no origin', { origin: 'null' }],
];
const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'ping' });

function withoutRequestId({ statusCode, headers, body: answered }: HandlerAnswer) {
  const requestId = headers['x-request-id'] ?? '';
  expect(requestId).toMatch(/^req_/);
  return { statusCode, headers: { ...headers, 'x-request-id': '' }, body: answered.replaceAll(requestId, '') };
}

describe.each(Object.keys(own))('%s', (path) => {
  describe.each(METHODS)('to %s', (method) => {
    test.each(CALLERS)('of %s gets the same response from both functions', async (_, headers) => {
      const sent = { path, method, body, headers: { 'content-type': 'application/json', ...headers } };
      const [answer, wanted] = [await callHandler(discovery, sent), await callHandler(own[path], sent)];
      expect(withoutRequestId(answer)).toEqual(withoutRequestId(wanted));
    });

    test('is 405 and names POST', async () => {
      const answer = await callHandler(discovery, { path, method });
      expect(answer).toMatchObject({ statusCode: 405, headers: { allow: 'POST' } });
    });
  });
});

test('on /mcp, the envelope is in a JSON-RPC error with the id of the request', async () => {
  const sent = { path: '/mcp', method: 'PUT', body, headers: { 'content-type': 'application/json' } };
  const { json, headers } = await callHandler(discovery, sent);
  expect(json).toMatchObject({ jsonrpc: '2.0', id: 7, error: { code: 405 } });
  expect(json.error.data).toMatchObject({
    errors: [{ code: 'method_not_allowed' }],
    meta: { request_id: headers['x-request-id'] },
  });
});

test('on the token endpoint, the error is an OAuth error and never cached', async () => {
  const { json, headers } = await callHandler(discovery, { path: '/v1/oauth/token' });
  expect(json).toMatchObject({ error: 'invalid_request', errors: [{ code: 'method_not_allowed' }] });
  expect(headers['cache-control']).toBe('no-store');
});

test.each(Object.keys(own))('the preflight of an allowed page for %s names POST', async (path) => {
  const headers = { origin: ALLOWED_ORIGIN, 'access-control-request-method': 'POST' };
  const answer = await callHandler(discovery, { path, method: 'OPTIONS', headers });
  expect(answer.statusCode).toBe(204);
  expect(answer.headers['access-control-allow-methods']).toBe('POST');
});
