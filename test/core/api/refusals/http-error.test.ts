import { describe, expect, test } from 'vitest';
import { internalHttpError, toHttpError, type RefusalContext } from '../../../../core/api/refusals/http-error.ts';
import { oauthErrors } from '../../../../core/api/refusals/oauth-errors.ts';
import type { Refusal } from '../../../../core/api/refusals/refusal.ts';

const CONTEXT = {
  requestId: 'req_1',
  settings: { baseUrl: 'https://mcp.example.com', docsBaseUrl: 'https://d', supportEmail: 'help@example.com' },
} as RefusalContext;
type Answered = Exclude<Refusal, { kind: 'preflight_answered' }>;
const WAIT: Answered = { kind: 'rate_limited', limit: 'address', retryAfterSeconds: 12 };
const SUSPENDED = { kind: 'account_not_active', status: 'suspended' } as const;

describe('a refusal over HTTP', () => {
  test.each<[string, Answered, number, object]>([
    ['names the method that the path takes', { kind: 'method_not_allowed', allow: 'POST' }, 405, { allow: 'POST' }],
    ['names the seconds to wait', WAIT, 429, { 'retry-after': '12' }],
    [
      'challenges a caller without credentials',
      { kind: 'not_authorized', refusal: { kind: 'no_credentials' } },
      401,
      {
        'www-authenticate': expect.stringContaining('resource_metadata=') as string,
      },
    ],
    ['challenges no caller whose account is stopped', { kind: 'not_authorized', refusal: SUSPENDED }, 403, {}],
    ['has 415 for a body of another type', { kind: 'unsupported_media_type' }, 415, {}],
    ['has 413 for a body that is too large', { kind: 'body_too_large' }, 413, {}],
  ])('%s', (_rule, refusal, status, headers) => {
    expect(toHttpError(refusal, CONTEXT)).toMatchObject({ status, rpcCode: status });
    expect(toHttpError(refusal, CONTEXT).headers).toStrictEqual(headers);
  });

  test('names support and the request where only support can help, and nowhere else', () => {
    const { message } = toHttpError({ kind: 'not_authorized', refusal: SUSPENDED }, CONTEXT).error;
    expect(message).toMatch(/Write to help@example\.com and quote the request id req_1\.$/);
    expect(toHttpError(WAIT, CONTEXT).error.message).not.toContain('help@');
  });

  test('of a missing scope asks for the scopes that the sign-in already holds, too', () => {
    const { headers } = toHttpError(
      { kind: 'insufficient_scope', needed: ['enrich:write'], held: ['items:read'] },
      CONTEXT,
    );
    expect(headers['www-authenticate']).toContain('scope="items:read enrich:write"');
  });
});

test('an internal error says nothing of its cause: support’s address and the request id', () => {
  expect(internalHttpError(CONTEXT)).toEqual({
    status: 500,
    headers: {},
    rpcCode: -32603,
    error: {
      code: 'internal_error',
      message:
        'Something failed on our side. Try again after a short pause; if it stays, write to help@example.com and quote req_1.',
    },
  });
});

describe('an error of the token endpoint', () => {
  const written = (error: Parameters<typeof oauthErrors>[0]) =>
    oauthErrors(error, CONTEXT as Parameters<typeof oauthErrors>[1]);

  test.each<[Answered | undefined, string]>([
    [undefined, 'server_error'],
    [WAIT, 'temporarily_unavailable'],
    [{ kind: 'body_too_large' }, 'invalid_request'],
  ])('without a rule of OAuth gets the nearest word of RFC 6749: %j', (refusal, word) => {
    const error = refusal === undefined ? internalHttpError(CONTEXT) : toHttpError(refusal, CONTEXT);
    expect(JSON.parse(String(written(error).body))).toMatchObject({
      error: word,
      error_description: error.error.message,
      meta: { request_id: 'req_1' },
    });
  });

  test('is never stored, and challenges a client that failed to authenticate', () => {
    const { headers } = written(internalHttpError(CONTEXT));
    expect(headers).toEqual({ 'content-type': 'application/json', 'cache-control': 'no-store', pragma: 'no-cache' });
    const refused = toHttpError({ kind: 'not_authorized', refusal: { kind: 'no_credentials' } }, CONTEXT);
    expect(written(refused).headers).toMatchObject({ 'www-authenticate': expect.stringMatching(/^Basic /) as string });
  });
});
