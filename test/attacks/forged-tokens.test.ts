/** Access tokens that this service did not issue, in any form: each is refused. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import { SCOPES } from '../../core/billing/accounts/scopes.ts';
import { SigningKeys } from '../../core/access/auth/signing-keys.ts';
import { NOON_MS } from '../support/fixtures/callers.ts';
import { FakeSigningSecret } from '../support/fixtures/signing-keys.ts';
import { cases } from '../support/cases.ts';

const BASE_URL = 'https://mcp.example.com';
const NOW = NOON_MS / 1000;
const secret = new FakeSigningSecret();
const verifier = accessTokenVerifier(new SigningKeys(secret), BASE_URL);
const HEADER = { alg: 'HS256', typ: 'at+jwt', kid: secret.current.keyId };
const PAYLOAD = {
  iss: BASE_URL,
  aud: `${BASE_URL}/mcp`,
  sub: 'cli_live_0123456789_abcdefghijkl',
  scope: SCOPES.join(' '),
  iat: NOW,
  nbf: NOW,
  exp: NOW + 3600,
};

type Json = Readonly<Record<string, unknown>>;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const hmac = (text: string, key: Uint8Array, hash = 'sha256') => createHmac(hash, key).update(text).digest('base64url');
const signed = (header: Json, payload: Json, key: Uint8Array = secret.current.secret, hash?: string) =>
  `${part(header)}.${part(payload)}.${hmac(`${part(header)}.${part(payload)}`, key, hash)}`;

test('the token from which all others are forged is valid', async () => {
  expect((await verifier.verify(signed(HEADER, PAYLOAD), NOON_MS)).ok).toBe(true);
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const unsigned = `${part({ ...HEADER, alg: 'none' })}.${part(PAYLOAD)}`;
const rs256 = `${part({ ...HEADER, alg: 'RS256' })}.${part(PAYLOAD)}`;

test.each<[string, string]>([
  ['without a signature', `${unsigned}.`],
  ['without a signature, with another case', `${part({ ...HEADER, alg: 'nOnE' })}.${part(PAYLOAD)}.`],
  ['with no algorithm, and the service’s signature', signed({ ...HEADER, alg: 'none' }, PAYLOAD)],
  [
    'with a longer hash under the service’s key',
    signed({ ...HEADER, alg: 'HS512' }, PAYLOAD, secret.current.secret, 'sha512'),
  ],
  ['with a public key', `${rs256}.${sign('sha256', Buffer.from(rs256), rsa.privateKey).toString('base64url')}`],
  [
    'with a key of its own in the header',
    signed({ ...HEADER, jwk: { kty: 'oct', k: 'AAAA' } }, PAYLOAD, Buffer.alloc(3)),
  ],
  ['with a key at its own address', signed({ ...HEADER, jku: 'https://evil.example' }, PAYLOAD, Buffer.alloc(32))],
  ['with the empty key', signed(HEADER, PAYLOAD, new Uint8Array(0))],
  ['with the key id as a path', signed({ ...HEADER, kid: '../../dev/null' }, PAYLOAD, new Uint8Array(0))],
  [
    'with a key id that is a property of every object',
    signed({ ...HEADER, kid: '__proto__' }, PAYLOAD, new Uint8Array(0)),
  ],
  ['with a key id that is not text', signed({ ...HEADER, kid: { toString: HEADER.kid } }, PAYLOAD)],
  ['with an unknown critical header', signed({ ...HEADER, crit: ['x'], x: 1 }, PAYLOAD)],
  ['with a payload that is not encoded', signed({ ...HEADER, crit: ['b64'], b64: false }, PAYLOAD)],
  ['that is an id token', signed({ ...HEADER, typ: 'JWT' }, PAYLOAD)],
  ['of another stage', signed(HEADER, { ...PAYLOAD, iss: 'https://mcp.other.example' })],
  ['for another resource', signed(HEADER, { ...PAYLOAD, aud: BASE_URL })],
  ['for a resource that only begins like this server’s', signed(HEADER, { ...PAYLOAD, aud: `${BASE_URL}/mcp/` })],
  ['without an expiry', signed(HEADER, { ...PAYLOAD, exp: undefined })],
  ['with an expiry that is text', signed(HEADER, { ...PAYLOAD, exp: String(NOW + 3600) })],
  ['without a client', signed(HEADER, { ...PAYLOAD, sub: undefined })],
  ['for a client id with a suffix', signed(HEADER, { ...PAYLOAD, sub: `${PAYLOAD.sub}\n` })],
  ['with scopes as a list', signed(HEADER, { ...PAYLOAD, scope: SCOPES })],
])('a token %s is refused', async (_, jwt) => {
  expect((await verifier.verify(jwt, NOON_MS)).ok).toBe(false);
});

test('no generated text in the form of a token is accepted or causes a failure', async () => {
  const json = fc.jsonValue().filter((value) => value !== undefined);
  const header = fc.record(
    { alg: fc.oneof(fc.constant('HS256'), json), typ: json, kid: json, crit: json, b64: json },
    { requiredKeys: [] },
  );
  const payload = fc.record(
    { iss: json, aud: json, sub: json, exp: json, nbf: json, scope: json },
    { requiredKeys: [] },
  );
  const signature = fc.oneof(
    fc.constant(''),
    fc.base64String().map((text) => text.replace(/[^\w]/g, '')),
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(header, json), fc.oneof(payload, json), signature, async (head, body, end) => {
      expect((await verifier.verify(`${part(head)}.${part(body)}.${end}`, NOON_MS)).ok).toBe(false);
    }),
    { numRuns: cases(500) },
  );
  // Claims of the wrong kind are refused, signed by the service or not.
  await fc.assert(
    fc.asyncProperty(payload, async (body) => {
      expect((await verifier.verify(signed(HEADER, body as Json), NOON_MS)).ok).toBe(false);
    }),
    { numRuns: cases(500) },
  );
});
