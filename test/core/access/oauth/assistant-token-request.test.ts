import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../../core/http/http-message.ts';
import {
  readRevocationRequest,
  readAssistantTokenRequest,
} from '../../../../core/access/oauth/assistant-token-request.ts';

const FORM = 'application/x-www-form-urlencoded';
const CODE = { grant_type: 'authorization_code', client_id: 'app', code: 'c0de', code_verifier: 'v3rifier' };
const REFRESH = { grant_type: 'refresh_token', client_id: 'app', refresh_token: 't0ken' };

type Form = Readonly<Record<string, string | undefined>>;

function http(form: Form | string, headers: Readonly<Record<string, string>> = {}): HttpRequest {
  const body =
    typeof form === 'string'
      ? form
      : new URLSearchParams(Object.entries(form).filter((one): one is [string, string] => one[1] !== undefined));
  return {
    method: 'POST',
    path: '/v1/oauth/token',
    headers: { 'content-type': FORM, ...headers },
    body: Buffer.from(body.toString()),
    sourceAddress: '198.51.100.1',
  };
}
const read = (...sent: Parameters<typeof http>) => readAssistantTokenRequest(http(...sent));
const revoke = (...sent: Parameters<typeof http>) => readRevocationRequest(http(...sent));
const refused = (kind: string, field?: string) => ({
  ok: false,
  reason: { kind, ...(field !== undefined && { field }) },
});

describe('a token request of an assistant', () => {
  test('redeems a code: redirect and resource are optional', () => {
    const least = { grantType: 'authorization_code', oauthClientId: 'app', code: 'c0de', codeVerifier: 'v3rifier' };
    expect(read(CODE)).toEqual({ ok: true, value: { ...least, redirectUri: undefined, resources: [] } });
    const sent = `${new URLSearchParams({ ...CODE, redirect_uri: 'https://a.example/' }).toString()}&resource=a&resource=b`;
    expect(read(sent)).toEqual({
      ok: true,
      value: { ...least, redirectUri: 'https://a.example/', resources: ['a', 'b'] },
    });
  });

  test('refreshes a token: scope and resource are optional', () => {
    const least = { grantType: 'refresh_token', oauthClientId: 'app', refreshToken: 't0ken' };
    expect(read(REFRESH)).toEqual({ ok: true, value: { ...least, scope: undefined, resources: [] } });
    expect(read({ ...REFRESH, scope: 'usage:read', resource: 'a' })).toEqual({
      ok: true,
      value: { ...least, scope: 'usage:read', resources: ['a'] },
    });
  });

  test.each([
    ['a code', CODE, 'client_id'],
    ['a code', CODE, 'code'],
    ['a code', CODE, 'code_verifier'],
    ['a refresh token', REFRESH, 'client_id'],
    ['a refresh token', REFRESH, 'refresh_token'],
  ])('with %s fails without %3$s', (_, form: Form, field) => {
    for (const value of [undefined, '']) expect(read({ ...form, [field]: value })).toEqual(refused('missing_parameter', field)); // prettier-ignore
  });

  test.each([
    'grant_type',
    'client_id',
    'client_secret',
    'code',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'scope',
    'token',
  ])('with two values of %s is refused as ambiguous', (field) => {
    expect(read(`${new URLSearchParams(CODE).toString()}&${field}=a&${field}=b`)).toEqual(
      refused('repeated_parameter', field),
    );
  });

  test.each([
    ['another grant', { ...CODE, grant_type: 'client_credentials' }, FORM],
    ['no grant', { ...CODE, grant_type: undefined }, FORM],
    ['an unreadable content type', CODE, 'text/plain'],
  ])('with %s is not recognized', (_, form, type) => {
    expect(read(form, { 'content-type': type })).toBeUndefined();
  });
});

describe('a revocation request', () => {
  test('names a token and its client', () => {
    const answer = revoke({ client_id: 'app', token: 't0ken', token_type_hint: 'refresh_token' });
    expect(answer).toEqual({ ok: true, value: { oauthClientId: 'app', token: 't0ken' } });
  });

  test('fails without a token or a client', () => {
    expect(revoke({ client_id: 'app' })).toEqual(refused('missing_parameter', 'token'));
    expect(revoke({ token: 'x' })).toEqual(refused('missing_parameter', 'client_id'));
  });

  test('with two tokens, or an unreadable content type, is refused', () => {
    expect(revoke('client_id=app&token=a&token=b')).toEqual(refused('repeated_parameter', 'token'));
    expect(revoke({ client_id: 'app', token: 'x' }, { 'content-type': 'text/plain' })).toEqual(
      refused('unsupported_media_type'),
    );
  });
});

describe('a request with a client secret is refused', () => {
  test.each([
    ['that redeems a code', read, CODE],
    ['that refreshes', read, REFRESH],
    ['that revokes', revoke, { client_id: 'app', token: 'x' }],
  ])('%s', (_, ask, form: Form) => {
    expect(ask({ ...form, client_secret: 'x' })).toEqual(refused('secret_of_public_client'));
    expect(ask(form, { authorization: 'Basic YTpi' })).toEqual(refused('secret_of_public_client'));
    expect(ask(form, { authorization: ' ' })).toMatchObject({ ok: true });
  });
});
