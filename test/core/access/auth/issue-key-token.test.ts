import { describe, expect, test } from 'vitest';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { proveSecretId } from '../../../../core/access/auth/client-secret.ts';
import type { StoredCaller } from '../../../../core/access/auth/client-store.ts';
import { issueKeyToken } from '../../../../core/access/auth/issue-key-token.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import type { TokenRequest } from '../../../../core/access/auth/token-request.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';
import { clientStoreOf, SECRET, storedCaller } from '../../../support/fixtures/stored-callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const BASE_URL = 'https://mcp.example.com';
const HERE = `${BASE_URL}/mcp`;
const FULL = storedCaller();
const LIMITED = storedCaller({}, { scopes: ['usage:read', 'items:read'] });

const signingKeys = new SigningKeys(new FakeSigningSecret());
const tokens = accessTokenVerifier(signingKeys, BASE_URL);

function grant(asked: Partial<TokenRequest> = {}, stored: StoredCaller = FULL) {
  const request: TokenRequest = {
    grantType: 'client_credentials',
    clientId: stored.client.clientId,
    clientSecret: SECRET,
    scope: undefined,
    resources: [],
    ...asked,
  };
  return issueKeyToken(request, { clients: clientStoreOf(stored), tokens, signingKeys, baseUrl: BASE_URL }, NOON_MS);
}

const scopeOf = async (...asked: Parameters<typeof grant>) => valueOf(await grant(...asked)).body.scope;
const refused = (kind: string, more: object = {}) => ({ ok: false, reason: { kind, ...more } });
const refusedClient = (cause: string) =>
  refused('client_refused', { refusal: { kind: 'invalid_credentials', cause, form: 'key' } });

describe('an access token for a key', () => {
  test('is a bearer token of one hour for the client that proved itself, and names its scopes', async () => {
    const granted = valueOf(await grant());
    expect(granted).toEqual({
      clientId: FULL.client.clientId,
      accountId: FULL.account.accountId,
      body: {
        access_token: expect.any(String) as string,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: SCOPES.join(' '),
      },
    });
    const { identity, scopes, secretId = '' } = valueOf(await tokens.verify(granted.body.access_token, NOON_MS));
    expect(identity.clientId).toBe(FULL.client.clientId);
    expect(scopes).toEqual(SCOPES);
    expect(proveSecretId(secretId, FULL.secrets, NOON_MS)).toBe('valid');
  });

  test('has all scopes of the key, in the fixed order, if no scope is requested', async () => {
    expect(await scopeOf({}, LIMITED)).toBe('items:read usage:read');
    expect(await scopeOf({ scope: '  ' }, LIMITED)).toBe('items:read usage:read');
  });

  test('allows only those of the requested scopes that the key has, in the fixed order', async () => {
    expect(await scopeOf({ scope: 'usage:read items:read' })).toBe('items:read usage:read');
    expect(await scopeOf({ scope: SCOPES.join(' ') }, LIMITED)).toBe('items:read usage:read');
    expect(await scopeOf({ scope: ' enrich:write  usage:read ' }, LIMITED)).toBe('usage:read');
    const { body } = valueOf(await grant({ scope: 'usage:read enrich:write' }, LIMITED));
    expect(valueOf(await tokens.verify(body.access_token, NOON_MS)).scopes).toEqual(['usage:read']);
  });

  test('is refused if a scope does not exist, or the key has none of the requested ones', async () => {
    expect(await grant({ scope: 'items:read admin' })).toEqual(refused('unknown_scope'));
    expect(await grant({ scope: 'enrich:write items:search' }, LIMITED)).toEqual(refused('no_scope_held'));
    expect(await grant({}, storedCaller({}, { scopes: [] }))).toEqual(refused('no_scope_held'));
  });

  test.each([
    [[]],
    [[HERE]],
    [['HTTPS://MCP.EXAMPLE.COM/mcp']],
    [['https://mcp.example.com:443/mcp', HERE]],
    [[`${HERE}/`]],
    [[HERE, `${HERE}/`]],
  ])('accepts %j as names of this server', async (resources) => {
    expect((await grant({ resources })).ok).toBe(true);
  });

  test.each([
    ['https://other.example.com/mcp'],
    [`${HERE}//`],
    [`${HERE}/?x=1`],
    [`${HERE}?x=1`],
    [BASE_URL],
    ['http://mcp.example.com/mcp'],
    ['mcp'],
    [''],
  ])('is refused for the resource "%s", even together with this server', async (resource) => {
    expect(await grant({ resources: [resource] })).toEqual(refused('foreign_resource'));
    expect(await grant({ resources: [HERE, resource] })).toEqual(refused('foreign_resource'));
  });

  test('is issued only for client credentials', async () => {
    expect(await grant({ grantType: 'password', clientSecret: 'wrong' })).toEqual(refused('unsupported_grant_type'));
  });

  test('is refused for an unknown id and a wrong secret before the rest of the request is judged', async () => {
    const wrong = { scope: 'admin', resources: ['elsewhere'] };
    expect(await grant({ clientId: 'admin', ...wrong })).toEqual(refusedClient('unknown_client'));
    expect(await grant({ clientSecret: 'wrong', ...wrong })).toEqual(refusedClient('wrong_secret'));
  });

  test('is refused for a revoked key and an inactive account', async () => {
    expect(await grant({}, storedCaller({}, { revokedAtMs: 1 }))).toEqual(refusedClient('revoked_client'));
    expect(await grant({}, storedCaller({ account: { status: 'closed' } }))).toEqual(
      refused('client_refused', { refusal: { kind: 'account_not_active', status: 'closed' } }),
    );
  });
});
