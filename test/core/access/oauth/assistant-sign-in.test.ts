import { describe, expect, test } from 'vitest';
import type { ClientRecord } from '../../../../core/billing/accounts/caller.ts';
import {
  beginChain,
  decideRefresh,
  isSignInInForce,
  newCode,
  readCode,
  readRefreshToken,
  type IssuedRefreshToken,
  type RefreshChain,
} from '../../../../core/access/oauth/assistant-sign-in.ts';
import { hashSecret } from '../../../../core/access/people/session.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { DAY_MS, MINUTE_MS } from '../../../../core/time.ts';

const CLIENT = 'cli_live_0123456789_000000000000';
const IDENTITY = { clientId: CLIENT, kind: 'live', accountId: 'acc_0123456789' };
const SECRET = 'A'.repeat(43);

describe('an authorization code', () => {
  test('names its sign-in, and is stored as a hash', () => {
    const { code, sha256 } = newCode(CLIENT);
    expect(code).toMatch(/^cod_cli_live_0123456789_000000000000\.[A-Za-z0-9_-]{43}$/);
    expect(readCode(code)).toEqual({ identity: IDENTITY, sha256 });
    expect(sha256).toBe(hashSecret(code.split('.')[1] ?? ''));
    expect(newCode(CLIENT).code).not.toBe(code);
  });

  test.each([
    '',
    `cod_${CLIENT}`,
    `cod_${CLIENT}.`,
    `cod_${CLIENT}.${SECRET}A`,
    `cod_${CLIENT}.${SECRET}.${SECRET}`,
    `cod_${CLIENT}.${SECRET}.`,
    `cod_${CLIENT}x.${SECRET}`,
    `cod_acc_0123456789.${SECRET}`,
    `ref_${CLIENT}.${SECRET}`,
    `${CLIENT}.${SECRET}`,
    `cod_${CLIENT}.${SECRET.slice(1)}+`,
  ])('cannot be %j', (code) => expect(readCode(code)).toBeUndefined());
});

describe('a refresh token', () => {
  test('names its sign-in and its family, and is stored as hashes', () => {
    const { token, chain } = beginChain(CLIENT, NOON_MS);
    const [head = '', family = '', secret = '', ...more] = token.split('.');
    expect([head, more]).toEqual([`ref_${CLIENT}`, []]);
    const [familySha256, currentSha256] = [hashSecret(family), hashSecret(secret)];
    expect(chain).toEqual({
      familySha256,
      currentSha256,
      previousSha256: null,
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      atMs: NOON_MS,
    });
    expect(readRefreshToken(token)).toEqual({ identity: IDENTITY, familySha256, sha256: currentSha256, secret });
    expect(new Set([family, secret, chain.nonce]).size).toBe(3);
  });

  test.each([
    '',
    `ref_${CLIENT}`,
    `ref_${CLIENT}.${SECRET}`,
    `ref_${CLIENT}.${SECRET}.${SECRET}.${SECRET}`,
    `ref_${CLIENT}.${SECRET}.short`,
    `ref_${CLIENT}.short.${SECRET}`,
    `ref_${CLIENT}x.${SECRET}.${SECRET}`,
    `cod_${CLIENT}.${SECRET}.${SECRET}`,
    `${CLIENT}.${SECRET}.${SECRET}`,
  ])('cannot be %j', (token) => expect(readRefreshToken(token)).toBeUndefined());
});

describe('the decision about a refresh token', () => {
  const decide = (token: string, chain: RefreshChain, nowMs: number) => {
    const read = readRefreshToken(token);
    if (read === undefined) throw new Error('It is a refresh token');
    return decideRefresh(token, read, chain, nowMs);
  };
  const rotate = (token: string, chain: RefreshChain, nowMs: number): IssuedRefreshToken => {
    const decision = decide(token, chain, nowMs);
    if (decision.kind !== 'rotate') throw new Error(`It was not rotated: ${decision.kind}`);
    return decision.issued;
  };
  const first = beginChain(CLIENT, NOON_MS);
  const laterMs = NOON_MS + 5 * MINUTE_MS;
  const second = rotate(first.token, first.chain, laterMs);

  test('gives the current one a successor of its family, and stores that as current', () => {
    expect(second.token).not.toBe(first.token);
    const read = readRefreshToken(second.token);
    expect(second.chain).toEqual({
      familySha256: first.chain.familySha256,
      currentSha256: read?.sha256,
      previousSha256: first.chain.currentSha256,
      nonce: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
      atMs: laterMs,
    });
    expect(second.chain.nonce).not.toBe(first.chain.nonce);
    expect(rotate(second.token, second.chain, laterMs).chain.previousSha256).toBe(second.chain.currentSha256);
  });

  test('gives the previous one the same successor again, however late, and stores nothing', () => {
    for (const afterMs of [0, 63_000, 89 * DAY_MS])
      expect(decide(first.token, second.chain, laterMs + afterMs)).toEqual({ kind: 'repeat', token: second.token });
  });

  test('counts any older one as replayed, for a sign-in of any age', () => {
    const third = rotate(second.token, second.chain, laterMs);
    for (const nowMs of [laterMs, laterMs + 90 * DAY_MS])
      expect(decide(first.token, third.chain, nowMs)).toEqual({ kind: 'replayed' });
  });

  test('counts a forged token of the family as replayed, because somebody knows the family', () => {
    const forged = `${first.token.slice(0, first.token.lastIndexOf('.'))}.${SECRET}`;
    expect(decide(forged, first.chain, NOON_MS)).toEqual({ kind: 'replayed' });
  });

  test('reports another family as unknown', () => {
    expect(decide(beginChain(CLIENT, NOON_MS).token, first.chain, NOON_MS)).toEqual({ kind: 'unknown' });
  });

  test('refuses any that was not used for 90 days', () => {
    const endMs = laterMs + 90 * DAY_MS;
    expect(decide(second.token, second.chain, endMs - 1)).toMatchObject({ kind: 'rotate' });
    for (const token of [second.token, first.token])
      expect(decide(token, second.chain, endMs)).toEqual({ kind: 'idle' });
  });

  test('cannot be predicted from the stored values or an older token', () => {
    const { secret } = readRefreshToken(second.token) ?? {};
    const known = [...Object.values(second.chain), ...first.token.split('.')].map(String);
    expect(known).not.toContain(secret);
    // The same token twice, from the same state, gets different successors: they are random.
    expect(rotate(first.token, first.chain, laterMs).token).not.toBe(second.token);
  });
});

describe('an assistant sign-in', () => {
  const grant = { personId: 'per_0123456789abcdef', oauthClientId: 'x', tokenAtMs: null };
  const signIn: ClientRecord = { ...callerIn().client, createdAtMs: NOON_MS, signIn: grant };
  const used: ClientRecord = { ...signIn, signIn: { ...grant, tokenAtMs: NOON_MS } };

  test.each([
    ['a key', callerIn().client, 0, false],
    ['one with consent just given', signIn, MINUTE_MS - 1, true],
    ['one whose token was not requested within its minute', signIn, MINUTE_MS, false],
    ['one that got a token', used, 90 * DAY_MS - 1, true],
    ['one that got no token for 90 days', used, 90 * DAY_MS, false],
    ['a revoked one', { ...used, revokedAtMs: NOON_MS }, 0, false],
  ])('%s: in force after %#', (_, client, afterMs, inForce) => {
    expect(isSignInInForce(client, NOON_MS + afterMs)).toBe(inForce);
  });
});
