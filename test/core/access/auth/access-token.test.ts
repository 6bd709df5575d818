import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { issueAccessToken } from '../../../../core/access/auth/issue-access-token.ts';
import { SCOPES, type Scope } from '../../../../core/billing/accounts/scopes.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const BASE_URL = 'https://mcp.example.com';
const NOW_SECONDS = NOON_MS / 1000;
const { clientId, kind, accountId } = callerIn().client;
const identity = { clientId, kind, accountId };

const secret = new FakeSigningSecret();
const keys = new SigningKeys(secret);
const issue = (scopes: readonly Scope[], nowMs = NOON_MS) =>
  issueAccessToken(keys, BASE_URL, { identity, scopes }, nowMs);
const verify = (jwt: string, nowMs = NOON_MS) => accessTokenVerifier(keys, BASE_URL).verify(jwt, nowMs);

describe('an access token', () => {
  test('names its issuer, its client, only this server, its scopes, and one hour', async () => {
    const token = await issue(['items:read', 'usage:read'], NOON_MS + 999);
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'at+jwt', kid: secret.current.keyId });
    expect(decodeJwt(token)).toEqual({
      iss: BASE_URL,
      sub: clientId,
      aud: `${BASE_URL}/mcp`,
      scope: 'items:read usage:read',
      iat: NOW_SECONDS,
      nbf: NOW_SECONDS,
      exp: NOW_SECONDS + 3600,
    });
  });

  test.each<[readonly Scope[]]>([[SCOPES], [['usage:read']]])('proves its client and %j', async (scopes) => {
    expect(await verify(await issue(scopes))).toEqual({ ok: true, value: { identity, scopes } });
  });

  test('names the secret that it was issued for, if there is one', async () => {
    const claims = { identity, scopes: SCOPES, secretId: 'abc' };
    const token = await issueAccessToken(keys, BASE_URL, claims, NOON_MS);
    expect(decodeJwt(token)['secret_id']).toBe('abc');
    expect(await verify(token)).toEqual({ ok: true, value: claims });
    const odd = { ...claims, secretId: 5 as unknown as string };
    expect(valueOf(await verify(await issueAccessToken(keys, BASE_URL, odd, NOON_MS))).secretId).toBeUndefined();
  });

  test('is valid for its hour and the half minute by which clocks may differ', async () => {
    const token = await issue(SCOPES);
    expect((await verify(token, NOON_MS + 3_629_000)).ok).toBe(true);
    expect(await verify(token, NOON_MS + 3_630_000)).toEqual({ ok: false, reason: 'expired' });
    expect((await verify(token, NOON_MS - 30_000)).ok).toBe(true);
    expect(await verify(token, NOON_MS - 31_000)).toEqual({ ok: false, reason: 'not_yet_valid' });
  });

  test.each([['items:read admin enrich:write'], ['items:read  enrich:write'], ['items:read enrich:write ']])(
    'signed with the scope "%s" proves only the scopes that exist',
    async (scope) => {
      const token = await new SignJWT({ scope })
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: secret.current.keyId })
        .setIssuer(BASE_URL)
        .setAudience(`${BASE_URL}/mcp`)
        .setSubject(clientId)
        .setNotBefore(NOW_SECONDS)
        .setExpirationTime(NOW_SECONDS + 60)
        .sign(secret.current.secret);
      expect(valueOf(await verify(token)).scopes).toEqual(['items:read', 'enrich:write']);
    },
  );

  test('without a key id is refused without reading the secret', async () => {
    const bare = await new SignJWT({}).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' }).sign(secret.current.secret);
    const unread = new FakeSigningSecret();
    const verifier = accessTokenVerifier(new SigningKeys(unread), BASE_URL);
    expect(await verifier.verify(bare, NOON_MS)).toEqual({ ok: false, reason: 'unknown_key' });
    expect(unread.reads).toBe(0);
  });

  test('causes an internal error, not a refusal, if the keys cannot be read', async () => {
    const token = await issue(SCOPES);
    const away = new FakeSigningSecret();
    away.failing = true;
    await expect(accessTokenVerifier(new SigningKeys(away), BASE_URL).verify(token, NOON_MS)).rejects.toThrow('away');
  });
});
