import { SignJWT, type JWTPayload } from 'jose';
import { describe, expect, test } from 'vitest';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { authenticateCaller } from '../../../../core/access/auth/authenticate-caller.ts';
import { describeAuthRefusal } from '../../../../core/access/auth/auth-refusal.ts';
import { readBearerCredential } from '../../../../core/access/auth/bearer-credential.ts';
import { hashClientSecret, secretIdOf } from '../../../../core/access/auth/client-secret.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';
import { clientStoreOf, SECRET, storedCaller } from '../../../support/fixtures/stored-callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const BASE_URL = 'https://mcp.example.com';
const NOW_SECONDS = NOON_MS / 1000;

const signing = new FakeSigningSecret();
const KNOWN = storedCaller();
const ID = KNOWN.client.clientId;
const clients = clientStoreOf(KNOWN);
const GRANT = {
  personId: 'per_0123456789abcdef',
  oauthClientId: 'https://assistant.example/client.json',
  tokenAtMs: 0,
};

const authenticate = async (authorization: string, store = clients) => {
  const credential = valueOf(readBearerCredential(authorization));
  const tokens = accessTokenVerifier(new SigningKeys(signing), BASE_URL);
  return authenticateCaller(credential, { clients: store, tokens }, NOON_MS);
};

interface Forgery {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: Uint8Array;
}

const token = ({ claims = {}, header = {}, key = signing.current.secret }: Forgery = {}) =>
  new SignJWT({
    iss: BASE_URL,
    aud: `${BASE_URL}/mcp`,
    sub: ID,
    scope: 'items:read usage:read',
    iat: NOW_SECONDS,
    nbf: NOW_SECONDS,
    exp: NOW_SECONDS + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: signing.current.keyId, ...header })
    .sign(key);

/** A token whose header claims that it needs no signature. */
const unsignedToken = () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = encode({ alg: 'none', typ: 'at+jwt', kid: signing.current.keyId });
  return `${header}.${encode({ iss: BASE_URL, aud: `${BASE_URL}/mcp`, sub: ID, scope: 'items:read', exp: NOW_SECONDS + 3600 })}.`;
};

describe('authenticateCaller', () => {
  test('authenticates a key and its secret with the key’s scopes', async () => {
    const caller = valueOf(await authenticate(`Bearer ${ID}:${SECRET}`));
    expect([...caller.scopes]).toEqual(KNOWN.client.scopes);
    expect(caller.account.accountId).toBe('acc_0123456789');
    expect(JSON.stringify(caller)).not.toContain(KNOWN.secrets[0]?.sha256);
  });

  test('returns the receipt that was read with the caller', async () => {
    const receipt = { fingerprint: 'f', requestId: 'req_1', atMs: NOON_MS, isKept: false, tokens: 145, items: 1 };
    const store = clientStoreOf({ ...KNOWN, receipt });
    expect(valueOf(await authenticate(`Bearer ${ID}:${SECRET}`, store)).receipt).toBe(receipt);
    expect(valueOf(await authenticate(`Bearer ${ID}:${SECRET}`)).receipt).toBeUndefined();
  });

  test('authenticates an access token with those of its scopes that the key still has', async () => {
    const narrowed = clientStoreOf(storedCaller({}, { scopes: ['items:read', 'enrich:write'] }));
    const caller = valueOf(await authenticate(`Bearer ${await token()}`, narrowed));
    expect([...caller.scopes]).toEqual(['items:read']);
  });

  test('lets a sign-in spend only while an owner of the account allows it; a key needs no such permission', async () => {
    const jwt = await token({ claims: { scope: 'items:read enrich:write' } });
    const scopesOf = async (spendingBySignIn: boolean, client: Parameters<typeof storedCaller>[1]) => {
      const store = clientStoreOf(storedCaller({ account: { spendingBySignIn } }, client));
      return [...valueOf(await authenticate(`Bearer ${jwt}`, store)).scopes];
    };
    expect(await scopesOf(true, { signIn: GRANT })).toEqual(['items:read', 'enrich:write']);
    expect(await scopesOf(false, { signIn: GRANT })).toEqual(['items:read']);
    expect(await scopesOf(false, {})).toEqual(['items:read', 'enrich:write']);
  });

  test('returns the usage that was read with the caller', async () => {
    const usage = { periods: { '2026-11': { tokens: 5 } } };
    const caller = valueOf(await authenticate(`Bearer ${ID}:${SECRET}`, clientStoreOf(storedCaller(usage))));
    expect(caller).toEqual({
      account: KNOWN.account,
      client: KNOWN.client,
      scopes: new Set(SCOPES),
      usage: storedCaller(usage).usage,
    });
  });

  test('accepts clocks that differ by half a minute', async () => {
    const late = await token({ claims: { nbf: NOW_SECONDS + 30, exp: NOW_SECONDS + 60 } });
    expect((await authenticate(`Bearer ${late}`)).ok).toBe(true);
    const early = await token({ claims: { exp: NOW_SECONDS - 29 } });
    expect((await authenticate(`Bearer ${early}`)).ok).toBe(true);
  });
});

describe('a wrong credential', () => {
  const WRONG_TOKEN = 'The access token is not valid. Get a fresh one from POST /v1/oauth/token.';
  const FOREIGN = 'The access token was not issued for this server. Get a fresh one from POST /v1/oauth/token.';
  const WRONG_PAIR = 'The client id or the client secret is wrong.';
  const otherKey = new Uint8Array(48).fill(7);
  const UNKNOWN_ID = 'cli_live_0123456789_zzzzzzzzzzzz';

  test.each<[what: string, cause: string, authorization: () => Promise<string> | string, words: string]>([
    ['an unknown client', 'unknown_client', () => `${UNKNOWN_ID}:${SECRET}`, WRONG_PAIR],
    ['a wrong secret', 'wrong_secret', () => `${ID}:sec_wrong`, WRONG_PAIR],
    ['a hash in place of the secret', 'wrong_secret', () => `${ID}:${hashClientSecret(SECRET)}`, WRONG_PAIR],
    ['no JWT', 'token_malformed', () => 'abc.def.ghi', WRONG_TOKEN],
    ['no signature', 'token_wrong_algorithm', unsignedToken, WRONG_TOKEN],
    ['HS512', 'token_wrong_algorithm', () => token({ header: { alg: 'HS512' } }), WRONG_TOKEN],
    ['another type of token', 'token_wrong_type', () => token({ header: { typ: 'JWT' } }), WRONG_TOKEN],
    ['another key under the service’s key id', 'token_bad_signature', () => token({ key: otherKey }), WRONG_TOKEN],
    ['no key id', 'token_unknown_key', () => token({ header: { kid: undefined } }), WRONG_TOKEN],
    ['another key id', 'token_unknown_key', () => token({ header: { kid: 'other' } }), WRONG_TOKEN],
    ['a key id that is not text', 'token_unknown_key', () => token({ header: { kid: [] } }), WRONG_TOKEN],
    ['an endless key id', 'token_unknown_key', () => token({ header: { kid: 'x'.repeat(1000) } }), WRONG_TOKEN],
    ['a changed claim', 'token_bad_signature', async () => withChangedClaim(await token()), WRONG_TOKEN],
    [
      'another audience',
      'token_foreign_audience',
      () => token({ claims: { aud: 'https://other.example.com/mcp' } }),
      FOREIGN,
    ],
    ['no audience', 'token_foreign_audience', () => token({ claims: { aud: undefined } }), FOREIGN],
    ['another issuer', 'token_foreign_issuer', () => token({ claims: { iss: 'https://other.example.com' } }), FOREIGN],
    [
      'expired',
      'token_expired',
      () => token({ claims: { exp: NOW_SECONDS - 30 } }),
      'The access token has expired. Get a fresh one from POST /v1/oauth/token.',
    ],
    [
      'not yet valid',
      'token_not_yet_valid',
      () => token({ claims: { nbf: NOW_SECONDS + 31 } }),
      'The access token is not valid yet. Check the clock of the machine that uses it.',
    ],
    ['no expiry', 'token_malformed_claims', () => token({ claims: { exp: undefined } }), WRONG_TOKEN],
    ['no subject', 'token_malformed_claims', () => token({ claims: { sub: undefined } }), WRONG_TOKEN],
    ['no issue time', 'token_malformed_claims', () => token({ claims: { nbf: undefined } }), WRONG_TOKEN],
    [
      'a subject that is not a client',
      'token_malformed_claims',
      () => token({ claims: { sub: 'admin' } }),
      WRONG_TOKEN,
    ],
    [
      'scopes that are not text',
      'token_malformed_claims',
      () => token({ claims: { scope: ['items:read'] } }),
      WRONG_TOKEN,
    ],
    ['a client that was deleted', 'unknown_client', () => token({ claims: { sub: UNKNOWN_ID } }), WRONG_TOKEN],
  ])('%s is %s', async (_what, cause, authorization, words) => {
    const refused = await authenticate(`Bearer ${await authorization()}`);
    if (refused.ok) throw new Error('authenticated');
    const form = (await authorization()).includes(':') ? 'key' : 'token';
    expect(refused.reason).toEqual({ kind: 'invalid_credentials', cause, form });
    expect(describeAuthRefusal(refused.reason)).toBe(words);
  });

  test('reports a replaced secret only to a caller that sends it', async () => {
    const secrets = [
      { sha256: hashClientSecret('sec_new'), validUntilMs: null },
      { sha256: hashClientSecret(SECRET), validUntilMs: NOON_MS },
    ];
    const rotated = clientStoreOf(storedCaller({}, {}, secrets));
    const reason = { kind: 'invalid_credentials', cause: 'replaced_secret', form: 'key' };
    expect(await authenticate(`Bearer ${ID}:${SECRET}`, rotated)).toEqual({ ok: false, reason });
    expect((await authenticate(`Bearer ${ID}:sec_new`, rotated)).ok).toBe(true);
    const revoked = clientStoreOf(storedCaller({}, { revokedAtMs: 1 }, secrets));
    expect(await authenticate(`Bearer ${ID}:${SECRET}`, revoked)).toMatchObject({
      reason: { cause: 'revoked_client' },
    });
  });

  test('tells the holder of a key, or of its token, on which day the key ended', async () => {
    const ended = clientStoreOf(storedCaller({}, {}, [{ sha256: hashClientSecret(SECRET), validUntilMs: NOON_MS }]));
    const claims = { secret_id: secretIdOf(hashClientSecret(SECRET)) };
    const key = { kind: 'invalid_credentials', cause: 'ended_key', form: 'key', endedAtMs: NOON_MS };
    expect(await authenticate(`Bearer ${ID}:${SECRET}`, ended)).toEqual({ ok: false, reason: key });
    expect(await authenticate(`Bearer ${await token({ claims })}`, ended)).toEqual({
      ok: false,
      reason: { ...key, form: 'token' },
    });
    expect(await authenticate(`Bearer ${ID}:${SECRET}x`, ended)).toMatchObject({ reason: { cause: 'wrong_secret' } });
  });

  test('is an access token whose secret has ended, and the refusal says so', async () => {
    const storedUntil = (validUntilMs: number) =>
      clientStoreOf(
        storedCaller({}, {}, [
          { sha256: hashClientSecret('sec_new'), validUntilMs: null },
          { sha256: hashClientSecret(SECRET), validUntilMs },
        ]),
      );
    const claims = { secret_id: secretIdOf(hashClientSecret(SECRET)) };
    const bearer = `Bearer ${await token({ claims })}`;
    expect((await authenticate(bearer)).ok).toBe(true);
    expect((await authenticate(bearer, storedUntil(NOON_MS + 1))).ok).toBe(true);
    const reason = { kind: 'invalid_credentials', cause: 'replaced_secret', form: 'token' };
    expect(await authenticate(bearer, storedUntil(NOON_MS))).toEqual({ ok: false, reason });
    expect(await authenticate(bearer, clientStoreOf(storedCaller({}, {}, [])))).toEqual({ ok: false, reason });
    expect((await authenticate(`Bearer ${await token()}`, storedUntil(NOON_MS))).ok).toBe(true);
  });

  test('is any credential for a key without a secret', async () => {
    const bare = clientStoreOf(storedCaller({}, {}, []));
    expect(await authenticate(`Bearer ${ID}:${SECRET}`, bare)).toMatchObject({
      ok: false,
      reason: { cause: 'wrong_secret' },
    });
  });

  test('is a revoked key, with its secret or a token; a wrong secret for it gets the response for any wrong secret', async () => {
    const revoked = clientStoreOf(storedCaller({}, { revokedAtMs: 1 }));
    const reason = (form: string) => ({ kind: 'invalid_credentials', cause: 'revoked_client', form });
    expect(await authenticate(`Bearer ${ID}:${SECRET}`, revoked)).toEqual({ ok: false, reason: reason('key') });
    expect(await authenticate(`Bearer ${await token()}`, revoked)).toEqual({ ok: false, reason: reason('token') });
    expect(await authenticate(`Bearer ${ID}:wrong`, revoked)).toMatchObject({
      ok: false,
      reason: { cause: 'wrong_secret' },
    });
  });

  test('of an ended sign-in gets the advice to sign in again, not to create a key', async () => {
    const ended = clientStoreOf(storedCaller({}, { signIn: GRANT, revokedAtMs: 1 }, []));
    const reason = { kind: 'invalid_credentials', cause: 'revoked_sign_in', form: 'token' };
    expect(await authenticate(`Bearer ${await token()}`, ended)).toEqual({ ok: false, reason });
  });

  test.each(['suspended', 'closed'] as const)(
    'is reported for an account that is %s only after the proof',
    async (status) => {
      const store = clientStoreOf(storedCaller({ account: { status } }));
      for (const authorization of [`Bearer ${ID}:${SECRET}`, `Bearer ${await token()}`]) {
        const refused = await authenticate(authorization, store);
        expect(refused).toEqual({ ok: false, reason: { kind: 'account_not_active', status } });
      }
      expect(await authenticate(`Bearer ${ID}:wrong`, store)).toMatchObject({
        ok: false,
        reason: { cause: 'wrong_secret' },
      });
    },
  );

  test('does not include a store that cannot answer, which is an internal error', async () => {
    const store = { readCaller: () => Promise.reject(new Error('unprocessed')) };
    await expect(authenticate(`Bearer ${ID}:${SECRET}`, store)).rejects.toThrow('unprocessed');
  });
});

function withChangedClaim(jwt: string): string {
  const [header, payload = '', signature] = jwt.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JWTPayload;
  const changed = Buffer.from(JSON.stringify({ ...claims, scope: 'enrich:write' })).toString('base64url');
  return [header, changed, signature].join('.');
}
