/** Every wrong credential: status, challenge, message, and its log line. */
import { SignJWT, type JWTHeaderParameters } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeClient } from '../../../core/access/administration/administer-clients.ts';
import { hashClientSecret } from '../../../core/access/auth/client-secret.ts';
import { setAccount } from '../../../core/access/administration/administer-accounts.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../support/fixtures/accounts.ts';
import {
  modernRequest,
  SETTINGS,
  SIGNING_KEYS,
  startMcpService,
  toolCall,
  type McpService,
} from '../../support/service/mcp-service.ts';

const NOW_SECONDS = NOON_MS / 1000;
const METADATA = `resource_metadata="${SETTINGS.baseUrl}/.well-known/oauth-protected-resource/mcp"`;
const EVERY_SCOPE = 'scope="items:read items:search catalogs:read usage:read enrich:write"';
const WRONG_TOKEN = 'The access token is not valid. Get a fresh one from POST /v1/oauth/token.';
const FOREIGN = 'The access token was not issued for this server. Get a fresh one from POST /v1/oauth/token.';

let service: McpService;
let live: OpenedAccount;
let revoked: OpenedAccount;
let suspended: OpenedAccount;
let limited: OpenedAccount;
/** Every secret that was sent. */
const sent: string[] = [];

beforeAll(async () => {
  service = await startMcpService();
  const open = (wanted: Parameters<typeof openAccount>[2] = {}) =>
    openAccount(service.store, service.tables.accountsTable, wanted);
  [live, revoked, suspended, limited] = await Promise.all([open(), open(), open(), open({ scopes: ['items:search'] })]);
  valueOf(await revokeClient(revoked.store, revoked.client.clientId, OPERATOR, NOON_MS));
  valueOf(await setAccount(suspended.store, suspended.account.accountId, { status: 'suspended' }, OPERATOR, NOON_MS));
});
afterAll(() => service.stop());
beforeEach(() => void service.logged.splice(0));

const send = async (authorization: string | undefined, request = modernRequest('tools/list')) => {
  if (authorization !== undefined) sent.push(authorization.replace(/^\w+ /, ''));
  const headers = { ...request.headers, ...(authorization === undefined ? {} : { authorization }) };
  const answer = await service.send({ ...request, headers });
  const log = JSON.parse(service.logged.at(-1) ?? '{}') as Record<string, unknown>;
  return { answer, log, challenge: answer.headers['www-authenticate'] };
};

const sign = async (
  claims: Readonly<Record<string, unknown>> = {},
  header: Partial<JWTHeaderParameters> = {},
  otherKey?: Uint8Array,
) => {
  const { current } = await SIGNING_KEYS.readKeys();
  return new SignJWT({
    iss: SETTINGS.baseUrl,
    aud: `${SETTINGS.baseUrl}/mcp`,
    sub: live.client.clientId,
    scope: 'items:read items:search',
    nbf: NOW_SECONDS,
    exp: NOW_SECONDS + 3600,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: current.keyId, ...header })
    .sign(otherKey ?? current.secret);
};

function unsigned(): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'at+jwt', kid: 'v1' })}.${encode({ sub: live.client.clientId })}.`;
}

test('a request without credentials gets 401, a challenge without an error, and instructions', async () => {
  for (const authorization of [undefined, 'Basic abc']) {
    const { answer, challenge, log } = await send(authorization);
    expect(answer.statusCode).toBe(401);
    expect(challenge).toBe(
      `Bearer ${METADATA}, ${EVERY_SCOPE}, error_description="Send 'Authorization: Bearer <client id>:<client secret>', or an access token from POST /v1/oauth/token."`,
    );
    expect(log['outcome']).toBe('no_credentials');
  }
});

describe('bad credentials get 401 invalid_token and helpful words, with the reason only in the log', () => {
  const WRONG_PAIR = 'The client id or the client secret is wrong.';
  const MALFORMED =
    "The credentials are malformed. Send 'Bearer <client id>:<client secret>' or 'Bearer <access token>'.";
  const REVOKED = 'This key was revoked. Create a new key.';
  const EXPIRED = 'The access token has expired. Get a fresh one from POST /v1/oauth/token.';
  const EARLY = 'The access token is not valid yet. Check the clock of the machine that uses it.';
  const stranger = () => live.client.clientId.replace(/.{12}$/, 'zzzzzzzzzzzz');

  test.each<[what: string, outcome: string, words: string, credential: () => string | Promise<string>]>([
    ['malformed', 'malformed_credentials', MALFORMED, () => 'PLANTED-MALFORMED'],
    ['an unknown client', 'unknown_client', WRONG_PAIR, () => `${stranger()}:${live.secret}`],
    ['a wrong secret', 'wrong_secret', WRONG_PAIR, () => `${live.client.clientId}:PLANTED-SECRET`],
    ['the stored hash', 'wrong_secret', WRONG_PAIR, () => `${live.client.clientId}:${hashClientSecret(live.secret)}`],
    ['a revoked key', 'revoked_client', REVOKED, () => `${revoked.client.clientId}:${revoked.secret}`],
    ['a revoked key’s token', 'revoked_client', REVOKED, () => sign({ sub: revoked.client.clientId })],
    ['a token of an unknown client', 'unknown_client', WRONG_TOKEN, () => sign({ sub: stranger() })],
    ['another algorithm', 'token_wrong_algorithm', WRONG_TOKEN, () => sign({}, { alg: 'HS384' })],
    ['the algorithm none', 'token_wrong_algorithm', WRONG_TOKEN, unsigned],
    ['another type', 'token_wrong_type', WRONG_TOKEN, () => sign({}, { typ: 'JWT' })],
    ['another key', 'token_bad_signature', WRONG_TOKEN, () => sign({}, {}, new Uint8Array(64).fill(1))],
    ['another key id', 'token_unknown_key', WRONG_TOKEN, () => sign({}, { kid: 'v0' })],
    ['another audience', 'token_foreign_audience', FOREIGN, () => sign({ aud: 'https://other.example.com/mcp' })],
    ['another issuer', 'token_foreign_issuer', FOREIGN, () => sign({ iss: 'https://other.example.com' })],
    ['expired', 'token_expired', EXPIRED, () => sign({ exp: NOW_SECONDS - 31 })],
    ['not yet valid', 'token_not_yet_valid', EARLY, () => sign({ nbf: NOW_SECONDS + 60 })],
  ])('%s', async (_what, outcome, words, credential) => {
    const { answer, challenge, log } = await send(`Bearer ${await credential()}`);
    expect(answer.statusCode).toBe(401);
    expect(challenge).toBe(`Bearer error="invalid_token", error_description="${words}", ${METADATA}, ${EVERY_SCOPE}`);
    expect(answer.json).toMatchObject({
      error: { code: 401, data: { errors: [{ code: 'unauthorized', message: words }] } },
    });
    expect(log).toMatchObject({ status: 401, outcome });
  });
});

test('an access token without the scope of the tool gets 403; expiry is judged before scope', async () => {
  const lookup = toolCall('lookup_part', { gtin: '4006381333931' });
  const narrow = await send(`Bearer ${await sign({ scope: 'items:search' })}`, lookup);
  expect(narrow.answer.statusCode).toBe(403);
  expect(narrow.challenge).toMatch(/^Bearer error="insufficient_scope", scope="items:read", resource_metadata=/);
  expect(narrow.log['outcome']).toBe('insufficient_scope');
  // The token claims more than the key has.
  const wide = await send(`Bearer ${await sign({ sub: limited.client.clientId })}`, lookup);
  expect(wide.answer.statusCode).toBe(403);
  const expired = await send(`Bearer ${await sign({ scope: 'items:search', exp: NOW_SECONDS - 60 })}`, lookup);
  expect(expired.answer.statusCode).toBe(401);
});

test('a suspended account with a valid credential gets 403 forbidden for every method, without a challenge', async () => {
  const { clientId } = suspended.client;
  for (const credential of [`${clientId}:${suspended.secret}`, await sign({ sub: clientId })]) {
    const { answer, challenge, log } = await send(`Bearer ${credential}`);
    expect(answer.statusCode).toBe(403);
    expect(answer.json).toMatchObject({ error: { code: 403, data: { errors: [{ code: 'forbidden' }] } } });
    expect(challenge).toBeUndefined();
    expect(log['outcome']).toBe('account_not_active');
  }
  expect((await send(`Bearer ${clientId}:PLANTED-SECRET`)).answer.statusCode).toBe(401);
});

test('no secret and no access token ever appears in a log line or in a response', async () => {
  const lines: string[] = [];
  for (const authorization of [...sent, `${live.client.clientId}:${live.secret}`, await sign()]) {
    service.logged.splice(0);
    const { answer } = await send(`Bearer ${authorization}`);
    lines.push(...service.logged, JSON.stringify(answer.headers), answer.body);
  }
  const everything = lines.join('\n');
  const secrets = sent.map((credential) => credential.replace(/^cli_\w+:/, ''));
  for (const secret of [...secrets, live.secret, hashClientSecret(live.secret), 'PLANTED']) {
    expect(everything).not.toContain(secret);
  }
  expect(sent.length).toBeGreaterThan(20);
});
