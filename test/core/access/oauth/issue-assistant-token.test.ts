import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createAccount, setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { revokeClient } from '../../../../core/access/administration/administer-clients.ts';
import type { Scope } from '../../../../core/billing/accounts/scopes.ts';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { issueGrant } from '../../../../core/access/auth/issue-key-token.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import { readClientId } from '../../../../core/identifiers.ts';
import { grantConsent } from '../../../../core/access/oauth/grant-consent.ts';
import type { AssistantSignInStore } from '../../../../core/access/oauth/assistant-sign-in-store.ts';
import {
  issueAssistantToken,
  revokeAssistantToken,
  type AssistantTokenPorts,
} from '../../../../core/access/oauth/issue-assistant-token.ts';
import type { AuthorizationRequest } from '../../../../core/access/oauth/oauth-client.ts';
import { newPersonId } from '../../../../core/access/people/person.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { contested, MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { MemorySignIns } from '../../../support/stores/memory-sign-ins.ts';
import { DESKTOP, REGISTERED } from '../../../support/sign-in/oauth-clients.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/time.ts';

const BASE_URL = 'https://mcp.example.com';
const HERE = `${BASE_URL}/mcp`;
const OPERATOR = { who: 'test' };
const VERIFIER = `${'v'.repeat(39)}-._~`;
const SCOPES: readonly Scope[] = ['items:read', 'usage:read'];

const signingKeys = new SigningKeys(new FakeSigningSecret());
const tokens = accessTokenVerifier(signingKeys, BASE_URL);
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url');

/** A store for the token endpoint in which something happens between its calls. */
function meddled(
  signIns: AssistantTokenPorts['signIns'],
  changes: Partial<AssistantSignInStore>,
): AssistantTokenPorts['signIns'] {
  return {
    readSignIn: (...sent) => signIns.readSignIn(...sent),
    redeemCode: (...sent) => signIns.redeemCode(...sent),
    rotate: (...sent) => signIns.rotate(...sent),
    ...changes,
  };
}

/** Returns the state of an assistant after a member's consent, each in a new account. */
async function consented(changes: Partial<AuthorizationRequest> = {}) {
  const administration = new MemoryAdministration();
  const signIns = new MemorySignIns(administration);
  const { accountId } = valueOf(await createAccount(administration, { name: 'x' }, OPERATOR, NOON_MS));
  const person = { accountId, personId: newPersonId() };
  signIns.addMember(person);
  const request: AuthorizationRequest = {
    client: DESKTOP,
    redirectUri: 'https://assistant.example/callback',
    state: undefined,
    scopes: SCOPES,
    codeChallenge: sha256(VERIFIER),
    ...changes,
  };
  const parts = { signIns, people: signIns, administration, issuer: BASE_URL };
  const location = valueOf(await grantConsent(parts, request, { ...person, scopes: SCOPES }, NOON_MS));
  const code = new URL(location).searchParams.get('code') ?? '';
  const identity = readClientId(code.slice('cod_'.length).split('.')[0] ?? '');
  if (identity === undefined) throw new Error('A code names its sign-in');
  const dependencies: AssistantTokenPorts = {
    signingKeys,
    baseUrl: BASE_URL,
    signIns: signIns,
    administration,
    tokens,
  };
  const redeem = (asked = {}, nowMs = NOON_MS, by = dependencies) => {
    const sent = { redirectUri: request.redirectUri, codeVerifier: VERIFIER, code, resources: [HERE] };
    const redeemed = { grantType: 'authorization_code', oauthClientId: DESKTOP.clientId, ...sent, ...asked } as const;
    return issueAssistantToken(redeemed, by, nowMs);
  };
  const refresh = (refreshToken: string, asked = {}, nowMs = NOON_MS, by = dependencies) => {
    const sent = { refreshToken, scope: undefined, resources: [HERE], ...asked };
    return issueAssistantToken({ grantType: 'refresh_token', oauthClientId: DESKTOP.clientId, ...sent }, by, nowMs);
  };
  const revoke = (token: string, oauthClientId = DESKTOP.clientId, nowMs = NOON_MS + MINUTE_MS) =>
    revokeAssistantToken({ token, oauthClientId }, dependencies, nowMs);
  const setStatus = async (status: 'active' | 'suspended') =>
    valueOf(await setAccount(administration, accountId, { status }, OPERATOR, NOON_MS));
  return {
    ...{ administration, signIns, person, code, identity, dependencies, redeem, refresh, revoke, setStatus },
    /** Redeems the code for the first tokens. */
    first: async () => valueOf(await redeem()).body,
    isRevoked: async () => (await signIns.readSignIn(identity))?.client.revokedAtMs !== null,
    end: async () => valueOf(await revokeClient(administration, identity.clientId, OPERATOR, NOON_MS)),
    /** Returns the reason for which the assistant sign-in was revoked, and its actor. */
    trail: async () => {
      const lines = await administration.listAuditLines(accountId, 100);
      return lines.filter(({ what }) => what === 'client.revoked').map(({ who, details }) => [who, details['because']]);
    },
  };
}

const invalid = (cause: string) => ({ ok: false, reason: { kind: 'invalid_grant', cause } });
const refused = (kind: string, more: object = {}) => ({ ok: false, reason: { kind, ...more } });
const SUSPENDED = refused('client_refused', { refusal: { kind: 'account_not_active', status: 'suspended' } });

describe('an authorization code', () => {
  test('is redeemed for an access token of its sign-in and a refresh token', async () => {
    const { identity, redeem, signIns } = await consented();
    const answer = valueOf(await redeem({}, NOON_MS + 5));
    expect(answer).toEqual({
      clientId: identity.clientId,
      accountId: identity.accountId,
      body: {
        access_token: expect.any(String) as string,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'items:read usage:read',
        refresh_token: expect.stringMatching(new RegExp(`^ref_${identity.clientId}\\.`)) as string,
      },
    });
    const verified = await tokens.verify(answer.body.access_token, NOON_MS + 5);
    expect(verified).toMatchObject({ value: { identity, scopes: SCOPES } });
    expect(await signIns.readSignIn(identity)).toMatchObject({ code: { usedAtMs: NOON_MS + 5 }, chain: { atMs: NOON_MS + 5 } }); // prettier-ignore
  });

  test('needs neither redirect nor resource, and accepts the longest verifier', async () => {
    const verifier = 'v'.repeat(128);
    const { redeem } = await consented({ codeChallenge: sha256(verifier) });
    const sent = { redirectUri: undefined, resources: [], codeVerifier: verifier };
    expect(await redeem(sent, NOON_MS + MINUTE_MS - 1)).toMatchObject({ ok: true });
  });

  test.each([
    ['of another client', { oauthClientId: REGISTERED.clientId }, invalid('other_client')],
    ['for another redirect', { redirectUri: 'https://assistant.example/other' }, invalid('other_redirect_uri')],
    ['with a wrong verifier', { codeVerifier: 'w'.repeat(43) }, invalid('wrong_verifier')],
    ['with its challenge as the verifier', { codeVerifier: sha256(VERIFIER) }, invalid('wrong_verifier')],
    ['for two resources, one of them another server', { resources: [HERE, 'https://x.example/mcp'] }, refused('foreign_resource')], // prettier-ignore
  ])('%s gets nothing, and stays valid for its owner', async (_, asked, reason) => {
    const { redeem, trail } = await consented();
    expect(await redeem(asked)).toEqual(reason);
    expect(await trail()).toEqual([]);
    expect(await redeem()).toMatchObject({ ok: true });
  });

  test.each([
    ['shorter than RFC 7636 allows', 'v'.repeat(42)],
    ['longer', 'v'.repeat(129)],
    ['with an invalid character', `${'v'.repeat(42)}+`],
    ['with a line break before it', `\n${VERIFIER}`],
    ['with a line break after it', `${VERIFIER}\n`],
  ])('is not redeemed with a verifier %s, even if its hash is the challenge', async (_, verifier) => {
    const { redeem } = await consented({ codeChallenge: sha256(verifier) });
    expect(await redeem({ codeVerifier: verifier })).toEqual(invalid('wrong_verifier'));
  });

  test('is valid for a minute', async () => {
    const { redeem, isRevoked } = await consented();
    expect(await redeem({}, NOON_MS + MINUTE_MS)).toEqual(invalid('code_expired'));
    expect(await isRevoked()).toBe(false);
  });

  test('that is unknown, or belongs to a deleted sign-in, gets nothing', async () => {
    const { redeem, code, isRevoked } = await consented();
    const otherSecret = `${code.split('.')[0]}.${'A'.repeat(43)}`;
    const otherSignIn = (await consented()).code;
    for (const made of ['', 'nonsense', otherSecret, otherSignIn])
      expect(await redeem({ code: made })).toEqual(invalid('unknown_grant'));
    expect(await isRevoked()).toBe(false);
  });

  test('that is sent twice ends the sign-in, for any sender', async () => {
    for (const asked of [{}, { oauthClientId: REGISTERED.clientId, codeVerifier: 'w'.repeat(43) }]) {
      const { redeem, refresh, first, trail } = await consented();
      const { refresh_token } = await first();
      expect(await redeem(asked, NOON_MS + DAY_MS)).toEqual(invalid('code_used_before'));
      expect(await trail()).toEqual([['token endpoint', 'code_used_before']]);
      expect(await refresh(refresh_token)).toEqual(invalid('grant_ended'));
    }
  });

  test('that is sent twice is refused even if the row of its sign-in is deleted meanwhile', async () => {
    const { redeem, first, dependencies } = await consented();
    await first();
    const administration = { readClient: async () => undefined, changeClient: () => Promise.resolve(true) };
    expect(await redeem({}, NOON_MS, { ...dependencies, administration })).toEqual(invalid('code_used_before'));
  });

  test('that is sent twice concurrently ends the sign-in', async () => {
    const { redeem, dependencies, isRevoked } = await consented();
    const redeemCode: AssistantSignInStore['redeemCode'] = async (...sent) => {
      await redeem();
      return dependencies.signIns.redeemCode(...sent);
    };
    const signIns = meddled(dependencies.signIns, { redeemCode });
    expect(await redeem({}, NOON_MS, { ...dependencies, signIns: signIns })).toEqual(invalid('code_used_before'));
    expect(await isRevoked()).toBe(true);
  });

  test('gets nothing after its sign-in was revoked or its member left', async () => {
    const ended = await consented();
    await ended.end();
    expect(await ended.redeem()).toEqual(invalid('grant_ended'));
    const left = await consented();
    left.signIns.removeMember(left.person);
    expect(await left.redeem()).toEqual(invalid('grant_ended'));
  });

  test('of an inactive account stays valid until the account is active', async () => {
    const { redeem, setStatus } = await consented();
    await setStatus('suspended');
    expect(await redeem()).toEqual(SUSPENDED);
    await setStatus('active');
    expect(await redeem()).toMatchObject({ ok: true });
  });
});

describe('a refresh token', () => {
  test('gets an access token of its sign-in and a successor', async () => {
    const { refresh, first, identity, signIns } = await consented();
    const { refresh_token } = await first();
    const { clientId, body } = valueOf(await refresh(refresh_token, {}, NOON_MS + DAY_MS));
    expect([clientId, body.scope]).toEqual([identity.clientId, 'items:read usage:read']);
    expect(await tokens.verify(body.access_token, NOON_MS + DAY_MS)).toMatchObject({ ok: true });
    expect(body.refresh_token).not.toBe(refresh_token);
    expect((await signIns.readSignIn(identity))?.chain?.atMs).toBe(NOON_MS + DAY_MS);
    expect(await refresh(body.refresh_token, {}, NOON_MS + 2 * DAY_MS)).toMatchObject({ ok: true });
  });

  test('whose response was lost gets the same successor again, for the requested scope', async () => {
    const { refresh, first } = await consented();
    const { refresh_token } = await first();
    const [one, two] = [await refresh(refresh_token), await refresh(refresh_token, { scope: 'usage:read' })];
    expect(valueOf(two).body).toMatchObject({ refresh_token: valueOf(one).body.refresh_token, scope: 'usage:read' });
  });

  test('that another process redeemed first gets the same successor', async () => {
    const { refresh, first, dependencies } = await consented();
    const { refresh_token } = await first();
    let faster = '';
    const rotate: AssistantSignInStore['rotate'] = async (...sent) => {
      if (faster === '') faster = valueOf(await refresh(refresh_token)).body.refresh_token;
      return dependencies.signIns.rotate(...sent);
    };
    const signIns = meddled(dependencies.signIns, { rotate });
    const slower = valueOf(await refresh(refresh_token, {}, NOON_MS, { ...dependencies, signIns: signIns }));
    expect([faster, slower.body.refresh_token]).toEqual([expect.stringMatching(/^ref_/), faster]);
  });

  test('fails with an internal error after five tries', async () => {
    const { refresh, first, dependencies } = await consented();
    const { refresh_token } = await first();
    let tries = 0;
    const signIns = meddled(dependencies.signIns, {
      rotate: async () => {
        tries += 1;
        return false;
      },
    });
    await expect(refresh(refresh_token, {}, NOON_MS, { ...dependencies, signIns: signIns })).rejects.toThrow(
      'A refresh token kept changing while it was used',
    );
    expect(tries).toBe(5);
  });

  test.each([
    ['of another client', { oauthClientId: REGISTERED.clientId }, invalid('other_client')],
    ['for another resource', { resources: ['https://x.example/mcp'] }, refused('foreign_resource')],
    ['for a scope that does not exist', { scope: 'everything' }, refused('unknown_scope')],
    ['for a scope that was not allowed', { scope: 'enrich:write' }, refused('no_scope_held')],
  ])('%s gets nothing, and stays valid for its owner', async (_, asked, reason) => {
    const { refresh, first, trail } = await consented();
    const { refresh_token } = await first();
    expect(await refresh(refresh_token, asked)).toEqual(reason);
    expect(await trail()).toEqual([]);
    expect(await refresh(refresh_token)).toMatchObject({ ok: true });
  });

  test('that was replaced long ago ends the sign-in, but only if its own client sends it', async () => {
    const { refresh, first, trail } = await consented();
    const { refresh_token: oldest } = await first();
    const second = valueOf(await refresh(oldest)).body.refresh_token;
    const third = valueOf(await refresh(second)).body.refresh_token;
    expect(await refresh(oldest, { oauthClientId: REGISTERED.clientId })).toEqual(invalid('other_client'));
    expect(await trail()).toEqual([]);
    expect(await refresh(oldest)).toEqual(invalid('refresh_token_replayed'));
    expect(await trail()).toEqual([['token endpoint', 'refresh_token_replayed']]);
    expect(await refresh(third)).toEqual(invalid('grant_ended'));
    // The audit trail names only the first reason.
    expect(await refresh(oldest)).toEqual(invalid('refresh_token_replayed'));
    expect(await trail()).toHaveLength(1);
  });

  test('that is unknown, or of a sign-in that is deleted or never started, gets nothing', async () => {
    const { refresh, first, identity, isRevoked } = await consented();
    const forged = `ref_${identity.clientId}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
    expect(await refresh(forged)).toEqual(invalid('unknown_grant'));
    await first();
    const other = await consented();
    for (const made of ['', 'nonsense', forged, (await other.first()).refresh_token])
      expect(await refresh(made)).toEqual(invalid('unknown_grant'));
    expect(await isRevoked()).toBe(false);
  });

  test('gets nothing after its sign-in was revoked, its member left, or 90 days passed', async () => {
    const ended = await consented();
    const { refresh_token } = await ended.first();
    expect(await ended.refresh(refresh_token, {}, NOON_MS + 90 * DAY_MS)).toEqual(invalid('grant_ended'));
    await ended.end();
    expect(await ended.refresh(refresh_token)).toEqual(invalid('grant_ended'));
    const left = await consented();
    const token = (await left.first()).refresh_token;
    left.signIns.removeMember(left.person);
    expect(await left.refresh(token)).toEqual(invalid('grant_ended'));
  });

  test('of an inactive account stays valid until the account is active', async () => {
    const { refresh, first, setStatus } = await consented();
    const { refresh_token } = await first();
    await setStatus('suspended');
    expect(await refresh(refresh_token)).toEqual(SUSPENDED);
    await setStatus('active');
    expect(await refresh(refresh_token)).toMatchObject({ ok: true });
  });
});

describe('revocation by the assistant', () => {
  test('ends the sign-in by any of its tokens, and reports which one', async () => {
    for (const kind of ['access_token', 'refresh_token'] as const) {
      const { first, revoke, identity, trail, isRevoked } = await consented();
      const body = await first();
      expect(await revoke(body[kind])).toMatchObject({ ok: true, value: { clientId: identity.clientId } });
      expect(await isRevoked()).toBe(true);
      expect(await trail()).toEqual([['assistant', 'token_revoked']]);
    }
  });

  test('by a replaced token also ends the sign-in', async () => {
    const { first, refresh, revoke, isRevoked } = await consented();
    const { refresh_token } = await first();
    await refresh(refresh_token);
    await revoke(refresh_token);
    expect(await isRevoked()).toBe(true);
  });

  test('of another assistant’s token is refused', async () => {
    const { first, revoke, isRevoked } = await consented();
    const { access_token, refresh_token } = await first();
    for (const token of [access_token, refresh_token])
      expect(await revoke(token, REGISTERED.clientId)).toEqual(invalid('other_client'));
    expect(await isRevoked()).toBe(false);
  });

  test('of an unknown token gets the response for an ended one, and ends nothing', async () => {
    const { first, revoke, identity, code, isRevoked } = await consented();
    const forged = `ref_${identity.clientId}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
    const gone = (await (await consented()).first()).refresh_token;
    const nothing = { ok: true, value: undefined };
    expect(await revoke(forged)).toEqual(nothing);
    const { access_token } = await first();
    for (const token of ['nonsense', forged, code, gone]) expect(await revoke(token)).toEqual(nothing);
    expect(await revoke(access_token, DESKTOP.clientId, NOON_MS + DAY_MS)).toEqual(nothing);
    expect(await isRevoked()).toBe(false);
  });

  test('of a key’s access token is refused: that ends with its secret', async () => {
    const { revoke, identity } = await consented();
    const clientId = `${identity.clientId.slice(0, -12)}AbCdEfGhIjKl`;
    const key = { identity: { ...identity, clientId }, scopes: SCOPES };
    const { body } = await issueGrant(key, { signingKeys, baseUrl: BASE_URL }, NOON_MS);
    expect(await revoke(body.access_token)).toEqual(refused('unsupported_token_type'));
  });

  test('fails with an internal error if concurrent writes keep preventing it', async () => {
    const { first, administration, dependencies, identity } = await consented();
    const { refresh_token } = await first();
    const line = { who: 'x', what: 'client.created' as const, details: {}, atMs: NOON_MS };
    const rival = async () => {
      const stored = await administration.readClient(identity);
      return stored && administration.changeClient(stored.value, stored.revision, line);
    };
    const busy = { ...dependencies, administration: contested(administration, Array(50).fill(rival)) };
    const request = { token: refresh_token, oauthClientId: DESKTOP.clientId };
    await expect(revokeAssistantToken(request, busy, NOON_MS)).rejects.toThrow(
      'A grant kept changing while it was revoked',
    );
  });
});
