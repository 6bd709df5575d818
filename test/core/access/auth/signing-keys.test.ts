import { describe, expect, test } from 'vitest';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { issueAccessToken } from '../../../../core/access/auth/issue-access-token.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import { readClientId } from '../../../../core/identifiers.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';

const BASE_URL = 'https://mcp.example.com';
const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** Ages at which a token is tested: its first minutes, its last ones, and some between. */
const JUDGED_AGES_MS = new Set([0, 1, 2, 3, 10, 30, 50, 58, 59].map((minutes) => minutes * MINUTE));
const identity = readClientId('cli_live_0123456789_abcdefghijkl');
if (identity === undefined) throw new Error('not a client id');
const claims = { identity, scopes: ['items:read'] as const };

const issue = (keys: SigningKeys, nowMs: number) => issueAccessToken(keys, BASE_URL, claims, nowMs);
const isValid = async (keys: SigningKeys, jwt: string, nowMs: number) =>
  (await accessTokenVerifier(keys, BASE_URL).verify(jwt, nowMs)).ok;

describe('signing keys', () => {
  test('have no previous key before the first rotation, and work', async () => {
    const secret = new FakeSigningSecret(NOON_MS);
    const token = await issue(new SigningKeys(secret), NOON_MS);
    expect(await isValid(new SigningKeys(secret), token, NOON_MS)).toBe(true);
  });

  test('read the secret lazily and once, even if many access tokens arrive concurrently', async () => {
    const secret = new FakeSigningSecret();
    const signer = new SigningKeys(secret);
    expect(secret.reads).toBe(0);
    const tokens = await Promise.all(Array.from({ length: 20 }, () => issue(signer, NOON_MS)));
    expect(secret.reads).toBe(1);
    const verifier = new SigningKeys(secret);
    await Promise.all(tokens.map((token) => isValid(verifier, token, NOON_MS)));
    expect(secret.reads).toBe(2);
  });

  test('keep every access token valid across a rotation, old or new, for warm verifiers', async () => {
    const secret = new FakeSigningSecret();
    const [signer, verifier] = [new SigningKeys(secret), new SigningKeys(secret)];
    const before = await issue(signer, NOON_MS);
    expect(await isValid(verifier, before, NOON_MS)).toBe(true);
    secret.rotate(NOON_MS + MINUTE);
    for (let atMs = NOON_MS + MINUTE; atMs < NOON_MS + 59 * MINUTE; atMs += 20 * SECOND) {
      const fresh = await issue(signer, atMs);
      expect(await isValid(verifier, fresh, atMs)).toBe(true);
      expect(await isValid(new SigningKeys(secret), fresh, atMs)).toBe(true);
      expect(await isValid(verifier, before, atMs)).toBe(true);
    }
  });

  test('keep every unexpired access token valid across two rotations 65 minutes apart, for warm and cold verifiers', async () => {
    const secret = new FakeSigningSecret();
    const [signer, verifier] = [new SigningKeys(secret), new SigningKeys(secret)];
    const rotationsMs = [NOON_MS + 10 * MINUTE, NOON_MS + 75 * MINUTE];
    const issued: { token: string; atMs: number }[] = [];
    for (let atMs = NOON_MS; atMs < NOON_MS + 150 * MINUTE; atMs += MINUTE) {
      if (rotationsMs.includes(atMs)) secret.rotate(atMs);
      issued.push({ token: await issue(signer, atMs), atMs });
      const cold = new SigningKeys(secret);
      for (const { token, atMs: issuedMs } of issued.filter(({ atMs: from }) => JUDGED_AGES_MS.has(atMs - from))) {
        const valid = [await isValid(verifier, token, atMs), await isValid(cold, token, atMs)];
        expect([issuedMs - NOON_MS, ...valid]).toEqual([issuedMs - NOON_MS, true, true]);
      }
    }
  });

  test('sign with a new key two minutes after its creation, with the very first one immediately', async () => {
    const secret = new FakeSigningSecret(NOON_MS);
    const first = secret.current;
    const signsAt = (atMs: number) => new SigningKeys(secret).signingKey(atMs);
    expect(await signsAt(NOON_MS)).toBe(first);
    secret.rotate(NOON_MS + MINUTE);
    expect(await signsAt(NOON_MS + 3 * MINUTE - 1)).toBe(first);
    expect(await signsAt(NOON_MS + 3 * MINUTE)).toBe(secret.current);
  });

  test('are read again by a signer after four minutes, and not before', async () => {
    const secret = new FakeSigningSecret();
    const signer = new SigningKeys(secret);
    const readsBy = async (atMs: number) => {
      await signer.signingKey(atMs);
      return secret.reads;
    };
    expect(await readsBy(NOON_MS)).toBe(1);
    expect(await readsBy(NOON_MS + 4 * MINUTE - 1)).toBe(1);
    expect(await readsBy(NOON_MS + 4 * MINUTE)).toBe(2);
    expect(await readsBy(NOON_MS + 8 * MINUTE - 1)).toBe(2);
    secret.failing = true;
    await expect(signer.signingKey(NOON_MS + 8 * MINUTE)).rejects.toThrow('away');
  });

  describe('that a verifier has cached', () => {
    /** A warm verifier, a token whose key it knows, and that key retired by two rotations. */
    const retired = async () => {
      const secret = new FakeSigningSecret();
      const verifier = new SigningKeys(secret);
      const token = await issue(verifier, NOON_MS);
      secret.rotate(NOON_MS + MINUTE);
      secret.rotate(NOON_MS + MINUTE);
      return { secret, validAt: (atMs: number) => isValid(verifier, token, atMs) };
    };

    test('are trusted for ten minutes; then a retired key verifies nothing', async () => {
      const { secret, validAt } = await retired();
      expect(await validAt(NOON_MS + 10 * MINUTE - 1)).toBe(true);
      expect(secret.reads).toBe(1);
      expect(await validAt(NOON_MS + 10 * MINUTE)).toBe(false);
      expect(secret.reads).toBe(2);
    });

    test('are trusted for another ten minutes if they are still current', async () => {
      const secret = new FakeSigningSecret();
      const verifier = new SigningKeys(secret);
      const token = await issue(verifier, NOON_MS);
      for (const minutes of [9, 10, 11, 19])
        expect(await isValid(verifier, token, NOON_MS + minutes * MINUTE)).toBe(true);
      expect(secret.reads).toBe(2);
    });

    test('stay in use while the secret cannot be read; the read is tried once a minute', async () => {
      const { secret, validAt } = await retired();
      secret.failing = true;
      const [first, second] = [NOON_MS + 10 * MINUTE, NOON_MS + 11 * MINUTE];
      expect([await validAt(first), await validAt(second - 1)]).toEqual([true, true]);
      expect(secret.reads).toBe(2);
      expect(await validAt(second)).toBe(true);
      expect(secret.reads).toBe(3);
      secret.failing = false;
      expect([await validAt(second + 1), await validAt(second + MINUTE)]).toEqual([true, false]);
    });

    test('delay verification while they are read again, so that no token passes on the old ones', async () => {
      const { secret, validAt } = await retired();
      const atOnce = Array.from({ length: 5 }, () => validAt(NOON_MS + 10 * MINUTE));
      expect(await Promise.all(atOnce)).toEqual([false, false, false, false, false]);
      expect(secret.reads).toBe(2);
    });
  });

  test('sign with a new key only after every verifier may have read it, even one kept busy by forged key ids', async () => {
    const secret = new FakeSigningSecret();
    const verifier = new SigningKeys(secret);
    const forged = await issue(new SigningKeys(new FakeSigningSecret()), NOON_MS);
    let readsBefore = 0;
    for (let atMs = NOON_MS; atMs < NOON_MS + 10 * MINUTE; atMs += SECOND) {
      // The rotation follows the verifier's read, which the forged key id has used up for the next minute.
      if (atMs === NOON_MS + 5 * MINUTE + SECOND) secret.rotate(atMs);
      expect(await isValid(verifier, forged, atMs)).toBe(false);
      const token = await issue(new SigningKeys(secret), atMs);
      readsBefore += 1;
      expect([atMs - NOON_MS, await isValid(verifier, token, atMs)]).toEqual([atMs - NOON_MS, true]);
    }
    // The verifier reads once a minute, and each new signer once.
    expect(secret.reads - readsBefore).toBeLessThanOrEqual(11);
  });

  test('refuse an unknown key id from memory for a minute', async () => {
    const secret = new FakeSigningSecret();
    const verifier = new SigningKeys(secret);
    const forged = await issue(new SigningKeys(new FakeSigningSecret()), NOON_MS);
    for (let sent = 0; sent < 50; sent += 1) await isValid(verifier, forged, NOON_MS + sent * SECOND);
    expect(secret.reads).toBe(1);
    await isValid(verifier, forged, NOON_MS + 60 * SECOND);
    expect(secret.reads).toBe(2);
  });

  test('stay in use if the secret cannot be read; that is an internal error, never a wrong access token', async () => {
    const secret = new FakeSigningSecret();
    const verifier = new SigningKeys(secret);
    const token = await issue(new SigningKeys(secret), NOON_MS);
    secret.failing = true;
    await expect(isValid(verifier, token, NOON_MS)).rejects.toThrow('away');
    await expect(isValid(verifier, token, NOON_MS + SECOND)).rejects.toThrow('could not be read');
    expect(secret.reads).toBe(2);
    secret.failing = false;
    expect(await isValid(verifier, token, NOON_MS + MINUTE)).toBe(true);
    secret.failing = true;
    expect(await isValid(verifier, token, NOON_MS + 2 * MINUTE)).toBe(true);
  });
});
