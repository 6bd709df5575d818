/**
 * A thief can do nothing once the operator has acted, from the next request on, with any stolen credential and any
 * wrong clock.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessTokenVerifier } from '../../core/access/auth/access-token.ts';
import { issueAccessToken } from '../../core/access/auth/issue-access-token.ts';
import { rotateClient } from '../../core/access/administration/administer-clients.ts';
import { issueKeyToken } from '../../core/access/auth/issue-key-token.ts';
import { SigningKeys } from '../../core/access/auth/signing-keys.ts';
import { readClientId } from '../../core/identifiers.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../support/fixtures/accounts.ts';
import {
  modernRequest,
  SETTINGS,
  SIGNING_KEYS,
  startMcpService,
  type McpService,
} from '../support/service/mcp-service.ts';
import { FakeSigningSecret } from '../support/fixtures/signing-keys.ts';
import { MINUTE_MS } from '../../core/time.ts';

describe('a leaked client secret', () => {
  let service: McpService;
  beforeAll(async () => {
    service = await startMcpService();
  });
  afterAll(() => service.stop());

  const open = () => openAccount(service.store, service.tables.accountsTable);
  const tokenOf = async ({ client }: OpenedAccount, clientSecret: string): Promise<string> => {
    const { clients, tokens } = service.dependencies;
    const signingKeys = new SigningKeys(SIGNING_KEYS);
    const request = { grantType: 'client_credentials', clientId: client.clientId, clientSecret, scope: undefined };
    const dependencies = { clients, tokens, signingKeys, baseUrl: SETTINGS.baseUrl };
    return valueOf(await issueKeyToken({ ...request, resources: [] }, dependencies, service.clock.nowMs)).body
      .access_token;
  };
  const status = async (credential: string) =>
    (await service.send(modernRequest('tools/list', {}, credential))).statusCode;
  const rotate = async ({ store, client }: OpenedAccount, overlapMs: number, nowMs = service.clock.nowMs) =>
    valueOf(await rotateClient(store, client.clientId, overlapMs, OPERATOR, nowMs)).secret;

  test('that is replaced without overlap ends the access tokens issued for it', async () => {
    service.clock.nowMs = NOON_MS;
    const key = await open();
    const stolen = await tokenOf(key, key.secret);
    expect(await status(stolen)).toBe(200);
    const fresh = await rotate(key, 0);
    expect(await status(stolen)).toBe(401);
    expect(await status(await tokenOf(key, fresh))).toBe(200);
    const refused = await service.send(modernRequest('tools/list', {}, stolen));
    expect(refused.headers['www-authenticate']).toMatch(
      /error="invalid_token", error_description="This client secret was replaced/,
    );
  });

  test('that is replaced with an overlap keeps its access tokens valid for as long as the secret is valid', async () => {
    service.clock.nowMs = NOON_MS;
    const key = await open();
    const token = await tokenOf(key, key.secret);
    await rotate(key, 10 * MINUTE_MS);
    service.clock.nowMs = NOON_MS + 10 * MINUTE_MS - 1;
    expect([await status(token), await status(`${key.client.clientId}:${key.secret}`)]).toEqual([200, 200]);
    service.clock.nowMs = NOON_MS + 10 * MINUTE_MS;
    expect([await status(token), await status(`${key.client.clientId}:${key.secret}`)]).toEqual([401, 401]);
  });

  test('ends immediately even if the operator’s clock is an hour ahead', async () => {
    service.clock.nowMs = NOON_MS;
    const key = await open();
    const fresh = await rotate(key, 0, NOON_MS + 60 * MINUTE_MS);
    expect(await status(`${key.client.clientId}:${key.secret}`)).toBe(401);
    expect(await status(`${key.client.clientId}:${fresh}`)).toBe(200);
  });

  test('cannot be derived from a token: the claim that names it is not part of the stored digest', async () => {
    service.clock.nowMs = NOON_MS;
    const key = await open();
    const [, payload = ''] = (await tokenOf(key, key.secret)).split('.');
    const text = Buffer.from(payload, 'base64url').toString();
    const [stored] = (await key.store.readClient(key.client))?.value.secrets ?? [];
    expect(stored?.sha256).toHaveLength(64);
    for (let at = 0; at + 8 <= 64; at += 1) expect(text).not.toContain(stored?.sha256.slice(at, at + 8));
  });
});

describe('a leaked signing key', () => {
  const identity = readClientId('cli_live_0123456789_abcdefghijkl');
  if (identity === undefined) throw new Error('not a client id');
  const forge = (keys: SigningKeys, nowMs: number) =>
    issueAccessToken(keys, SETTINGS.baseUrl, { identity, scopes: ['items:read'] }, nowMs);
  const isTaken = async (keys: SigningKeys, jwt: string, nowMs: number) =>
    (await accessTokenVerifier(keys, SETTINGS.baseUrl).verify(jwt, nowMs)).ok;

  test('verifies nothing ten minutes after the second rotation, even in a process that only the thief calls', async () => {
    const secret = new FakeSigningSecret(NOON_MS);
    const thief = new SigningKeys({ readKeys: async () => stolen });
    const stolen = await secret.readKeys();
    const warm = new SigningKeys(secret);
    expect(await isTaken(warm, await forge(thief, NOON_MS), NOON_MS)).toBe(true);
    secret.rotate(NOON_MS + MINUTE_MS);
    secret.rotate(NOON_MS + 66 * MINUTE_MS);
    const afterMs = NOON_MS + 76 * MINUTE_MS;
    expect(await isTaken(warm, await forge(thief, afterMs), afterMs)).toBe(false);
  });

  test('is not restored by a secret that cannot be read; known keys stay in use meanwhile and are read again once a minute', async () => {
    const secret = new FakeSigningSecret(NOON_MS);
    const warm = new SigningKeys(secret);
    const laterMs = NOON_MS + 30 * MINUTE_MS;
    const token = await forge(warm, NOON_MS);
    secret.failing = true;
    const readsBefore = secret.reads;
    for (let second = 0; second < 60; second += 1) {
      expect(await isTaken(warm, token, laterMs + second * 1000)).toBe(true);
    }
    expect(secret.reads - readsBefore).toBe(1);
  });
});
