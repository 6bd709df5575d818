/**
 * Assistant sign-ins at the token endpoint: the responses to an honest assistant, and to a thief of codes and tokens.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClientRecord } from '../../core/billing/accounts/caller.ts';
import { setAccount } from '../../core/access/administration/administer-accounts.ts';
import { revokeClient, rotateClient, setClientScopes } from '../../core/access/administration/administer-clients.ts';
import { grantConsent } from '../../core/access/oauth/grant-consent.ts';
import { removeMember } from '../../core/access/people/administer-members.ts';
import { NOON_MS, OPERATOR, valueOf } from '../support/fixtures/accounts.ts';
import { testClient } from '../support/stores/dynamodb-client.ts';
import { faultScript, injectFaults } from '../support/stores/faulty-client.ts';
import { SETTINGS, startMcpService, toolCall, type McpService } from '../support/service/mcp-service.ts';
import { DESKTOP, REGISTERED } from '../support/sign-in/oauth-clients.ts';
import { invitePerson } from '../support/service/people.ts';
import { openSignIns, SIGN_IN_REQUEST, VERIFIER, type SignIns } from '../support/sign-in/sign-ins.ts';
import { DAY_MS, MINUTE_MS } from '../../core/time.ts';

let service: McpService;
let signIns: SignIns;
let who: Awaited<ReturnType<SignIns['open']>>;

beforeAll(async () => {
  service = await startMcpService();
  signIns = openSignIns(service);
  who = await signIns.open();
});
afterAll(() => service.stop());
beforeEach(() => {
  service.clock.nowMs += 2 * MINUTE_MS;
  signIns.log.lines.splice(0);
});

const newCode = async (...more: Parameters<SignIns['consent']> extends [unknown, ...infer Rest] ? Rest : never) =>
  (await signIns.consent(who, ...more)).get('code') ?? '';
const signIn = async (...more: Parameters<typeof newCode>) => {
  const { json } = await signIns.redeem(await newCode(...more));
  return { access: json.access_token as string, refresh: json.refresh_token as string, scope: json.scope as string };
};
/** Moves the clock past the time in which a lost response is repeated. */
const later = (ms = 2 * MINUTE_MS) => void (service.clock.nowMs += ms);
const clientOf = (code: string) => code.slice('cod_'.length).split('.')[0] ?? '';
const call = (token: string, tool = 'get_usage', args = {}) => service.send(toolCall(tool, args, token));
const statusOf = async (token: string) => (await call(token)).statusCode;
const outcome = () => signIns.log.lines.at(-1)?.outcome;
/** The latest line of this kind in the account's audit trail. */
const lineOf = async (what: string) =>
  (await signIns.administration.listAuditLines(who.account.accountId, 5)).find((line) => line.what === what);

describe('an authorization code', () => {
  test('is redeemed for an access token that works like a key’s, and is metered to the account', async () => {
    const code = await newCode();
    const answer = await signIns.redeem(code);
    expect(answer).toMatchObject({
      statusCode: 200,
      headers: { 'cache-control': 'no-store' },
      json: { token_type: 'Bearer', expires_in: 3600, scope: 'items:read items:search usage:read' },
    });
    expect(await statusOf(answer.json.access_token as string)).toBe(200);
    expect(signIns.log.lines.at(-1)).toMatchObject({
      outcome: 'granted',
      client: clientOf(code),
      account: who.account.accountId,
    });
    const clients = await signIns.administration.listClients(who.account.accountId);
    expect(clients.at(-1)).toMatchObject({
      clientId: clientOf(code),
      kind: 'live',
      name: 'Desk Assistant',
      signIn: { personId: who.personId, oauthClientId: DESKTOP.clientId, tokenAtMs: service.clock.nowMs },
    });
    expect(await lineOf('client.created')).toMatchObject({ who: who.personId, details: { sign_in: true } });
  });

  test('needs no redirect URI, as in OAuth 2.1', async () => {
    expect((await signIns.redeem(await newCode(), { redirect_uri: undefined })).statusCode).toBe(200);
  });

  test('that is used twice revokes its sign-in', async () => {
    const code = await newCode();
    const { json } = await signIns.redeem(code);
    const again = await signIns.redeem(code);
    expect([again.statusCode, again.json.error, outcome()]).toEqual([400, 'invalid_grant', 'code_used_before']);
    expect(await statusOf(json.access_token as string)).toBe(401);
    expect((await signIns.refresh(json.refresh_token as string)).json.error).toBe('invalid_grant');
    expect(outcome()).toBe('grant_ended');
    expect(await lineOf('client.revoked')).toMatchObject({
      who: 'token endpoint',
      details: { because: 'code_used_before' },
    });
  });

  test('that is repeated after its minute, or from another client without the verifier, also revokes the sign-in', async () => {
    for (const changes of [{}, { client_id: REGISTERED.clientId, code_verifier: 'w'.repeat(43) }]) {
      const code = await newCode();
      const { json } = await signIns.redeem(code);
      later(MINUTE_MS);
      await signIns.redeem(code, changes);
      expect(outcome()).toBe('code_used_before');
      expect(await statusOf(json.access_token as string)).toBe(401);
    }
  });

  test('that is used twice concurrently leaves no client with a valid token', async () => {
    const code = await newCode();
    const answers = await Promise.all([signIns.redeem(code), signIns.redeem(code)]);
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
    for (const { json } of answers)
      if (json.access_token !== undefined) expect(await statusOf(json.access_token as string)).toBe(401);
  });

  test.each([
    ['of another client', { client_id: REGISTERED.clientId }, 'other_client'],
    ['with a wrong verifier', { code_verifier: 'w'.repeat(43) }, 'wrong_verifier'],
    [
      'with the challenge as its own verifier, as in the plain method',
      { code_verifier: undefined },
      'missing_parameter',
    ],
    ['with a verifier that is too short', { code_verifier: 'short' }, 'wrong_verifier'],
    ['for another redirect', { redirect_uri: 'https://assistant.example/callback2' }, 'other_redirect_uri'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'foreign_resource'],
  ])('%s is refused, and stays valid for its owner', async (_what, changes, why) => {
    const code = await newCode();
    expect((await signIns.redeem(code, changes)).statusCode).toBe(400);
    expect(outcome()).toBe(why);
    expect((await signIns.redeem(code)).statusCode).toBe(200);
  });

  test('is valid for a minute', async () => {
    const code = await newCode();
    later(MINUTE_MS);
    expect([(await signIns.redeem(code)).json.error, outcome()]).toEqual(['invalid_grant', 'code_expired']);
  });

  test.each(['cod_x', 'cod_cli_live_aaaaaaaaaa_bbbbbbbbbbbb.short', '', 'ref_a.b.c'])('cannot be %j', async (code) => {
    expect((await signIns.redeem(code)).statusCode).toBe(400);
  });

  test('with another secret is unknown, and revokes nothing', async () => {
    const code = await newCode();
    const forged = `${code.slice(0, code.indexOf('.'))}.${'A'.repeat(43)}`;
    expect([(await signIns.redeem(forged)).json.error, outcome()]).toEqual(['invalid_grant', 'unknown_grant']);
    expect((await signIns.redeem(code)).statusCode).toBe(200);
  });

  test('of a sign-in that was revoked meanwhile gets no token', async () => {
    const code = await newCode();
    valueOf(await revokeClient(signIns.administration, clientOf(code), OPERATOR, service.clock.nowMs));
    expect([(await signIns.redeem(code)).json.error, outcome()]).toEqual(['invalid_grant', 'grant_ended']);
  });

  test('of a member who was removed meanwhile gets no token, and a removed member no code', async () => {
    const { accountId } = who.account;
    const { personId } = await invitePerson(signIns.people, accountId, 'member', NOON_MS);
    const code = (await signIns.consent({ account: who.account, personId })).get('code') ?? '';
    valueOf(await removeMember(signIns.people, { accountId, personId }, OPERATOR, service.clock.nowMs));
    expect([(await signIns.redeem(code)).json.error, outcome()]).toEqual(['invalid_grant', 'grant_ended']);
    await expect(signIns.consent({ account: who.account, personId })).rejects.toThrow('not_a_member');
  });

  test('sent with a secret or a header is refused, because assistants have no secret', async () => {
    const answer = await signIns.redeem(await newCode(), { client_secret: 'x' });
    expect([answer.statusCode, answer.json.error]).toEqual([401, 'invalid_client']);
  });

  test('of a suspended account gets no token', async () => {
    const other = await signIns.open();
    const code = (await signIns.consent(other)).get('code') ?? '';
    valueOf(await setAccount(other.store, other.account.accountId, { status: 'suspended' }, OPERATOR, NOON_MS));
    const answer = await signIns.redeem(code);
    expect([answer.statusCode, answer.json.error]).toEqual([403, 'unauthorized_client']);
  });
});

describe('a refresh token', () => {
  test.each([0, 63_000, 3 * 60 * MINUTE_MS])(
    'that is retried %i ms later, because its response was lost, gets the same successor, which works',
    async (afterMs) => {
      const first = (await signIn()).refresh;
      const second = (await signIns.refresh(first)).json.refresh_token as string;
      expect(second).not.toBe(first);
      later(afterMs);
      expect((await signIns.refresh(first)).json.refresh_token).toBe(second);
      const third = await signIns.refresh(second);
      expect(third.statusCode).toBe(200);
      expect(await statusOf(third.json.access_token as string)).toBe(200);
    },
  );

  test('that two processes of an assistant use concurrently gives both the same successor', async () => {
    const { refresh } = await signIn();
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIns.refresh(refresh)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.refresh_token as string)).size).toBe(1);
    later();
    expect((await signIns.refresh(answers[0]?.json.refresh_token as string)).statusCode).toBe(200);
  });

  test('older than the previous one revokes the sign-in', async () => {
    const { access, refresh: first } = await signIn();
    const second = (await signIns.refresh(first)).json.refresh_token as string;
    const third = (await signIns.refresh(second)).json.refresh_token as string;
    const replayed = await signIns.refresh(first);
    expect([replayed.statusCode, replayed.json.error, outcome()]).toEqual([
      400,
      'invalid_grant',
      'refresh_token_replayed',
    ]);
    expect(await statusOf(access)).toBe(401);
    expect((await signIns.refresh(third)).json.error).toBe('invalid_grant');
    expect(await lineOf('client.revoked')).toMatchObject({ details: { because: 'refresh_token_replayed' } });
  });

  test('that a thief kept is detected when it is used after its successor', async () => {
    const { refresh: first } = await signIn();
    const owners = (await signIns.refresh(first)).json.refresh_token as string;
    later();
    const thief = await signIns.refresh(first);
    expect(thief.json.refresh_token).toBe(owners);
    await signIns.refresh(owners);
    await signIns.refresh(first);
    expect(outcome()).toBe('refresh_token_replayed');
    expect(await statusOf(thief.json.access_token as string)).toBe(401);
  });

  test.each([
    ['of another client', { client_id: REGISTERED.clientId }, 'other_client'],
    ['for another resource', { resource: 'https://other.example/mcp' }, 'foreign_resource'],
    ['for a scope that does not exist', { scope: 'everything' }, 'unknown_scope'],
    ['for a scope that was not allowed', { scope: 'enrich:write' }, 'no_scope_held'],
  ])('%s is refused, and revokes nothing', async (_what, changes, why) => {
    const { refresh } = await signIn();
    expect((await signIns.refresh(refresh, changes)).statusCode).toBe(400);
    expect(outcome()).toBe(why);
    expect((await signIns.refresh(refresh)).statusCode).toBe(200);
  });

  test('revokes nothing if it is invented', async () => {
    const { refresh } = await signIn();
    const [head] = refresh.split('.');
    const forged = `${head}.${'A'.repeat(43)}.${'A'.repeat(43)}`;
    expect([(await signIns.refresh(forged)).json.error, outcome()]).toEqual(['invalid_grant', 'unknown_grant']);
    expect((await signIns.refresh(refresh)).statusCode).toBe(200);
  });

  test('can request fewer scopes', async () => {
    const { refresh } = await signIn();
    expect((await signIns.refresh(refresh, { scope: 'usage:read' })).json.scope).toBe('usage:read');
    expect((await signIns.refresh(refresh)).json.scope).toBe('items:read items:search usage:read');
  });

  test('expires after 90 days without use', async () => {
    const { refresh } = await signIn();
    later(90 * DAY_MS);
    expect([(await signIns.refresh(refresh)).json.error, outcome()]).toEqual(['invalid_grant', 'grant_ended']);
    service.clock.nowMs -= 90 * DAY_MS;
  });
});

describe('a lost storage response', () => {
  test('does not make an honest assistant look like a thief: the repeated write is recognized', async () => {
    const faulty = testClient(service.tables.endpoint);
    injectFaults(faultScript({ UpdateItem: { 1: 'answer-lost', 3: 'answer-lost' } }), faulty);
    const flaky = openSignIns(service, faulty);
    const redeemed = await flaky.redeem(await newCode());
    expect(redeemed.statusCode).toBe(200);
    const refreshed = await flaky.refresh(redeemed.json.refresh_token as string);
    expect(refreshed.statusCode).toBe(200);
    later();
    expect((await flaky.refresh(refreshed.json.refresh_token as string)).statusCode).toBe(200);
  });
});

describe('an assistant sign-in', () => {
  test('costs a call the reads and writes of a key’s access token, and not one more', async () => {
    const { access } = await signIn();
    const { json } = await signIns.post({
      grant_type: 'client_credentials',
      client_id: who.client.clientId,
      client_secret: who.secret,
    });
    const costOf = async (token: string) => {
      await call(token);
      later();
      service.observed.reset();
      await call(token);
      const depth = service.observed.depth();
      return [depth, ...service.observed.calls.map(({ operation, readUnits }) => `${operation} ${readUnits}`).sort()];
    };
    expect(await costOf(access)).toEqual(await costOf(json.access_token as string));
  });

  test('ends with the next request after it is revoked, and the refusal says so', async () => {
    const code = await newCode();
    const { json } = await signIns.redeem(code);
    valueOf(await revokeClient(signIns.administration, clientOf(code), OPERATOR, service.clock.nowMs));
    const answer = await call(json.access_token as string);
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('This sign-in was ended. Sign in again.');
  });

  test('has no secret: its id works neither as a key nor at the token endpoint, and rotation gives it none', async () => {
    const clientId = clientOf(await newCode());
    expect((await call(`${clientId}:`)).statusCode).toBe(401);
    expect((await call(`${clientId}:sec_${'A'.repeat(43)}`)).statusCode).toBe(401);
    const asKey = await signIns.post({ grant_type: 'client_credentials', client_id: clientId, client_secret: 'x' });
    expect(asKey.json.error).toBe('invalid_client');
    expect(await rotateClient(signIns.administration, clientId, 0, OPERATOR, NOON_MS)).toMatchObject({
      reason: { kind: 'is_sign_in' },
    });
  });

  test('that lacks a scope is advised to request it together with those it has', async () => {
    const { access } = await signIn(['items:read']);
    const answer = await call(access);
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope", scope="items:read usage:read"');
    expect(answer.headers['www-authenticate']).toContain('Sign in again and allow ');
  });

  test('has a scope only as long as its row has it', async () => {
    const code = await newCode();
    const { json } = await signIns.redeem(code);
    valueOf(await setClientScopes(signIns.administration, clientOf(code), ['items:read'], OPERATOR, NOON_MS));
    expect(await statusOf(json.access_token as string)).toBe(403);
  });

  test('may spend only while the plan has research and an owner allows it', async () => {
    expect((await signIn(['items:read', 'enrich:write'])).scope).toBe('items:read');
    const { accountId } = who.account;
    const allow = async (spendingBySignIn: boolean) =>
      valueOf(await setAccount(who.store, accountId, { spendingBySignIn }, OPERATOR, NOON_MS));
    await allow(true);
    const { access, scope } = await signIn(['items:read', 'enrich:write']);
    expect(scope).toBe('items:read enrich:write');
    const ask = { parts: [{ manufacturer: 'Nobody', mpn: 'X-1' }] };
    expect((await call(access, 'request_enrichment', ask)).statusCode).toBe(200);
    await allow(false);
    expect((await call(access, 'request_enrichment', ask)).statusCode).toBe(403);
  });

  test('of an account without a plan calls on its trial', async () => {
    const other = await signIns.open({ planCode: null });
    const code = (await signIns.consent(other)).get('code') ?? '';
    expect(clientOf(code)).toMatch(/^cli_trial_/);
  });

  test('is one of at most a hundred in force; revoked, unused and unstarted ones do not count', async () => {
    const { accountId } = who.account;
    const [held] = (await signIns.administration.listClients(accountId)).filter(
      ({ signIn: grant }) => grant?.tokenAtMs,
    );
    if (held?.signIn === undefined) throw new Error('There is a sign-in by now');
    const nowMs = service.clock.nowMs;
    const grant = { ...held.signIn, tokenAtMs: nowMs };
    const inForce = { ...held, revokedAtMs: null, signIn: grant };
    const consentBeside = async (...others: readonly ClientRecord[]) => {
      const administration = { listClients: async () => [...Array<ClientRecord>(99).fill(inForce), ...others] };
      const given = { accountId, personId: who.personId, scopes: ['items:read'] as const };
      return grantConsent({ ...signIns, administration, issuer: SETTINGS.baseUrl }, SIGN_IN_REQUEST, given, nowMs);
    };
    expect(await consentBeside(inForce)).toMatchObject({ reason: { kind: 'too_many_sign_ins', most: 100 } });
    for (const other of [
      { ...inForce, revokedAtMs: nowMs },
      { ...inForce, signIn: { ...grant, tokenAtMs: nowMs - 90 * DAY_MS } },
      { ...inForce, signIn: { ...grant, tokenAtMs: null }, createdAtMs: nowMs - MINUTE_MS },
      who.client,
    ])
      expect(await consentBeside(other)).toMatchObject({ ok: true });
  });
});

describe('revocation by the assistant', () => {
  const revoke = (token: string, client_id = DESKTOP.clientId) =>
    signIns.post({ token, client_id }, '/v1/oauth/revoke');

  test.each(['refresh', 'access'] as const)('by its %s token ends the sign-in', async (kind) => {
    const tokens = await signIn();
    const answer = await revoke(tokens[kind]);
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(await statusOf(tokens.access)).toBe(401);
    expect(await lineOf('client.revoked')).toMatchObject({ who: 'assistant' });
  });

  test('by another assistant’s token is refused', async () => {
    const tokens = await signIn();
    expect((await revoke(tokens.refresh, REGISTERED.clientId)).json.error).toBe('invalid_grant');
    expect(await statusOf(tokens.access)).toBe(200);
  });

  test('by an unknown token gets the response for an ended one', async () => {
    const tokens = await signIn();
    const [head] = tokens.refresh.split('.');
    for (const token of ['nonsense', `${head}.${'A'.repeat(43)}.${'A'.repeat(43)}`])
      expect((await revoke(token)).statusCode).toBe(200);
    expect(await statusOf(tokens.access)).toBe(200);
  });

  test('by a key’s access token is refused, because that token ends with the key’s secret', async () => {
    const { json } = await signIns.post({
      grant_type: 'client_credentials',
      client_id: who.client.clientId,
      client_secret: who.secret,
    });
    expect((await revoke(json.access_token as string)).json.error).toBe('unsupported_token_type');
    expect(await statusOf(json.access_token as string)).toBe(200);
  });

  test('needs a token and a client', async () => {
    expect((await signIns.post({ client_id: DESKTOP.clientId }, '/v1/oauth/revoke')).json.errors[0].field).toBe(
      'token',
    );
    expect((await signIns.post({ token: 'x' }, '/v1/oauth/revoke')).json.errors[0].field).toBe('client_id');
  });
});

test('no code, token or verifier reaches the log', async () => {
  const code = await newCode();
  const { json } = await signIns.redeem(code);
  await signIns.refresh(json.refresh_token as string);
  const logged = JSON.stringify([...signIns.log.lines, ...signIns.log.faults]);
  for (const secret of [code, code.split('.')[1], json.refresh_token, json.access_token, VERIFIER])
    expect(logged).not.toContain(secret);
});
