import { beforeEach, describe, expect, test } from 'vitest';
import {
  createClient,
  renameClient,
  revokeClient,
  rotateClient,
  setClientScopes,
  type NewSecret,
} from '../../../../core/access/administration/administer-clients.ts';
import type { ClientWithSecrets } from '../../../../core/access/administration/administration-store.ts';
import { hashClientSecret, proveSecret } from '../../../../core/access/auth/client-secret.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { newClientId } from '../../../../core/identifiers.ts';
import { createAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';
import { contested, MemoryAdministration } from '../../../support/stores/memory-administration.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

const ALICE = { who: 'alice' };
const BOB = { who: 'bob' };
const OVERLAP_MS = 60_000;

describe('the keys of an account', () => {
  let store: MemoryAdministration;
  let accountId: string;
  let key: NewSecret;

  beforeEach(async () => {
    store = new MemoryAdministration();
    accountId = valueOf(await createAccount(store, { name: 'House' }, BOB, NOON_MS - 1)).accountId;
    const wanted = { accountId, kind: 'live', name: 'Shop', scopes: ['usage:read', 'items:read'] } as const;
    key = valueOf(await createClient(store, wanted, ALICE, NOON_MS));
  });

  const stored = async (): Promise<ClientWithSecrets> => {
    const found = await store.readClient(key.client);
    if (found === undefined) throw new Error('the key is not stored');
    return found.value;
  };
  const proves = async (secret: string, atMs: number) => proveSecret(secret, (await stored()).secrets, atMs);
  const lastLine = async () => (await store.listAuditLines(accountId, 1))[0];
  const lineCount = async () => (await store.listAuditLines(accountId, 100)).length;

  test('number live keys only, because others have no budget', async () => {
    const numbered = async () => (await store.readAccount(accountId))?.value.clientsNumbered;
    expect(await numbered()).toBe(1);
    for (const kind of ['test', 'trial'] as const) {
      const made = await createClient(store, { accountId, kind, name: kind, scopes: [] }, ALICE, NOON_MS);
      expect(Object.keys(valueOf(made).client)).not.toContain('number');
    }
    expect(await numbered()).toBe(1);
  });

  test('create a key with its account, its scopes in the fixed order and the time of its creation', async () => {
    expect(key.client).toEqual({
      clientId: expect.stringMatching(`^cli_live_${accountId.slice(4)}_[A-Za-z0-9]{12}$`) as string,
      kind: 'live',
      accountId,
      name: 'Shop',
      scopes: ['items:read', 'usage:read'],
      createdAtMs: NOON_MS,
      revokedAtMs: null,
      assistantNames: new Set(),
      number: '00',
    });
    expect((await stored()).client).toEqual(key.client);
    expect(await lastLine()).toEqual({
      who: 'alice',
      what: 'client.created',
      details: { client_id: key.client.clientId, kind: 'live', name: key.client.name, scopes: 'items:read usage:read' },
      atMs: NOON_MS,
    });
  });

  test('show a secret to its owner once and store only its digest, valid until it is replaced', async () => {
    expect(await proves(key.secret, NOON_MS + 10 * 365 * 86_400_000)).toBe('valid');
    expect((await stored()).secrets).toEqual([{ sha256: hashClientSecret(key.secret), validUntilMs: null }]);
    expect(JSON.stringify([await stored(), await store.listAuditLines(accountId, 100)])).not.toContain(key.secret);
  });

  test('create no key for an unknown account', async () => {
    const wanted = { accountId: 'acc_nobodyhere', kind: 'test', name: 'x', scopes: SCOPES } as const;
    const refused = { ok: false, reason: { kind: 'unknown_account' } };
    expect(await createClient(store, wanted, ALICE, NOON_MS)).toEqual(refused);
  });

  test('are at most twenty active ones, even if many are created concurrently', async () => {
    const wanted = { accountId, kind: 'test', name: 'x', scopes: SCOPES } as const;
    const make = () => createClient(store, wanted, ALICE, NOON_MS);
    for (let made = 1; made < 18; made += 1) expect((await make()).ok).toBe(true);
    await Promise.all([make(), make(), make(), make()]);
    const inUse = async () => (await store.listClients(accountId)).filter(({ revokedAtMs }) => revokedAtMs === null);
    expect((await inUse()).length).toBeLessThanOrEqual(20);
    while ((await inUse()).length < 20) await make();
    expect(await make()).toEqual({ ok: false, reason: { kind: 'too_many_clients', most: 20 } });
    valueOf(await revokeClient(store, key.client.clientId, ALICE, NOON_MS));
    expect((await make()).ok).toBe(true);
  });

  /** A member's consent to an assistant, stored with the keys. */
  const addSignIn = async () => {
    const grant = { personId: 'per_0123456789abcdef', oauthClientId: 'https://assistant.example/', tokenAtMs: null };
    const client = { ...key.client, clientId: newClientId('live', accountId), signIn: grant };
    const audit = { who: grant.personId, what: 'client.created' as const, details: {}, atMs: NOON_MS };
    await store.createClient({ client, secrets: [] }, audit, (await store.readAccount(accountId))?.revision ?? NaN);
    return client;
  };

  test('do not count sign-ins, which get no secret by a rotation', async () => {
    const signIn = await addSignIn();
    const wanted = { accountId, kind: 'test', name: 'x', scopes: SCOPES } as const;
    for (let made = 1; made < 20; made += 1) expect((await createClient(store, wanted, ALICE, NOON_MS)).ok).toBe(true);
    expect(await createClient(store, wanted, ALICE, NOON_MS)).toMatchObject({ reason: { kind: 'too_many_clients' } });
    const refused = { ok: false, reason: { kind: 'is_sign_in' } };
    expect(await rotateClient(store, signIn.clientId, 0, BOB, NOON_MS)).toEqual(refused);
    expect((await store.readClient(signIn))?.value.secrets).toEqual([]);
  });

  test('revoke a sign-in like a key, with a reason in the audit trail if no person decided it', async () => {
    const { clientId } = await addSignIn();
    const who = { who: 'token endpoint' };
    valueOf(await revokeClient(store, clientId, who, NOON_MS + 7, 'code_used_before'));
    const details = { revoked_before: false, revoked_after: true, because: 'code_used_before' };
    expect(await lastLine()).toEqual({ ...who, what: 'client.revoked', details: { client_id: clientId, ...details }, atMs: NOON_MS + 7 }); // prettier-ignore
  });

  test('get a new secret by a rotation and keep the old one for its overlap, to the millisecond', async () => {
    const next = valueOf(await rotateClient(store, key.client.clientId, OVERLAP_MS, BOB, NOON_MS + 5));
    expect(next.client).toEqual(key.client);
    expect(next.secret).not.toBe(key.secret);
    expect(await proves(next.secret, NOON_MS + 5)).toBe('valid');
    expect(await proves(key.secret, NOON_MS + 5 + OVERLAP_MS - 1)).toBe('valid');
    expect(await proves(key.secret, NOON_MS + 5 + OVERLAP_MS)).toBe('replaced');
    expect(await lastLine()).toEqual({
      who: 'bob',
      what: 'client.rotated',
      details: {
        client_id: key.client.clientId,
        overlap_ms: OVERLAP_MS,
        old_secret_valid_until: new Date(NOON_MS + 5 + OVERLAP_MS).toISOString(),
      },
      atMs: NOON_MS + 5,
    });
  });

  test('refuse another rotation during an overlap, and accept one after it', async () => {
    const { clientId } = key.client;
    valueOf(await rotateClient(store, clientId, OVERLAP_MS, BOB, NOON_MS));
    const before = await stored();
    expect(await rotateClient(store, clientId, 1, BOB, NOON_MS + OVERLAP_MS - 1)).toEqual({
      ok: false,
      reason: { kind: 'rotation_running', untilMs: NOON_MS + OVERLAP_MS },
    });
    expect(await stored()).toEqual(before);
    expect((await rotateClient(store, clientId, 1, BOB, NOON_MS + OVERLAP_MS)).ok).toBe(true);
  });

  test('accept a rotation without overlap at any time; it ends every older secret immediately', async () => {
    const { clientId } = key.client;
    const second = valueOf(await rotateClient(store, clientId, OVERLAP_MS, BOB, NOON_MS));
    const third = valueOf(await rotateClient(store, clientId, 0, BOB, NOON_MS + 1));
    expect(await proves(key.secret, NOON_MS + 1)).toBe('wrong');
    expect(await proves(second.secret, NOON_MS + 1)).toBe('replaced');
    expect(await proves(third.secret, NOON_MS + 1)).toBe('valid');
    expect((await stored()).secrets).toHaveLength(2);
    expect((await lastLine())?.details).toEqual({
      client_id: clientId,
      overlap_ms: 0,
      old_secret_valid_until: null,
    });
  });

  test('end older secrets for every clock, even if the operator’s is ahead of the service’s', async () => {
    valueOf(await rotateClient(store, key.client.clientId, 0, BOB, NOON_MS + 5 * 60_000));
    expect(await proves(key.secret, NOON_MS)).toBe('replaced');
  });

  test('keep the end of their key in a rotation, and get no secret after it', async () => {
    const wanted = { accountId: key.client.accountId, kind: 'live', name: 'Ends', scopes: key.client.scopes } as const;
    const endsAtMs = NOON_MS + 10;
    const { client, secret } = valueOf(await createClient(store, { ...wanted, endsAtMs }, BOB, NOON_MS));
    const rotated = valueOf(await rotateClient(store, client.clientId, OVERLAP_MS, BOB, NOON_MS));
    const { secrets } = (await store.readClient(client))?.value ?? { secrets: [] };
    const proofs = (atMs: number) => [secret, rotated.secret].map((one) => proveSecret(one, secrets, atMs));
    expect([proofs(endsAtMs - 1), proofs(endsAtMs)]).toEqual([
      ['valid', 'valid'],
      ['replaced', 'ended'],
    ]);
    const refused = { ok: false, reason: { kind: 'client_ended', atMs: endsAtMs } };
    expect(await rotateClient(store, client.clientId, OVERLAP_MS, BOB, endsAtMs)).toEqual(refused);
  });

  test('get a secret by a rotation if all secrets are lost', async () => {
    const bare = { ...(await stored()), secrets: [] };
    const audit = { who: 'bob', what: 'client.renamed' as const, details: {}, atMs: NOON_MS };
    await store.changeClient(bare, (await store.readClient(key.client))?.revision ?? NaN, audit);
    const next = valueOf(await rotateClient(store, key.client.clientId, OVERLAP_MS, BOB, NOON_MS));
    expect((await stored()).secrets).toEqual([{ sha256: hashClientSecret(next.secret), validUntilMs: null }]);
  });

  test('keep their revocation time and secrets once revoked, and accept no further change', async () => {
    const { clientId } = key.client;
    expect(valueOf(await revokeClient(store, clientId, ALICE, NOON_MS + 7)).revokedAtMs).toBe(NOON_MS + 7);
    expect(await lastLine()).toStrictEqual({
      who: 'alice',
      what: 'client.revoked',
      details: { client_id: clientId, revoked_before: false, revoked_after: true },
      atMs: NOON_MS + 7,
    });
    const before = await stored();
    expect(before.secrets).toHaveLength(1);
    const lines = await lineCount();
    expect(valueOf(await revokeClient(store, clientId, BOB, NOON_MS + 9)).revokedAtMs).toBe(NOON_MS + 7);
    const refused = { ok: false, reason: { kind: 'client_revoked' } };
    expect(await rotateClient(store, clientId, 0, BOB, NOON_MS + 9)).toEqual(refused);
    expect(await setClientScopes(store, clientId, SCOPES, BOB, NOON_MS + 9)).toEqual(refused);
    expect(await stored()).toEqual(before);
    expect(await lineCount()).toBe(lines);
  });

  test('store new scopes in the fixed order, and record the scopes before and after', async () => {
    const { clientId } = key.client;
    const wanted = ['enrich:write', 'items:search', 'items:read'] as const;
    const changed = valueOf(await setClientScopes(store, clientId, wanted, ALICE, NOON_MS + 3));
    expect(changed).toEqual({ ...key.client, scopes: ['items:read', 'items:search', 'enrich:write'] });
    expect(await stored()).toEqual({
      client: changed,
      secrets: [{ sha256: hashClientSecret(key.secret), validUntilMs: null }],
    });
    expect(await lastLine()).toEqual({
      who: 'alice',
      what: 'client.scopes_set',
      details: {
        client_id: clientId,
        scopes_before: 'items:read usage:read',
        scopes_after: 'items:read items:search enrich:write',
      },
      atMs: NOON_MS + 3,
    });
  });

  test.each([
    ['an invalid id', 'cli_live_nobody'],
    ['an unknown key', callerIn().client.clientId],
  ])('refuse a change of %s', async (_what, clientId) => {
    const refused = { ok: false, reason: { kind: 'unknown_client' } };
    expect(await revokeClient(store, clientId, BOB, NOON_MS)).toEqual(refused);
    expect(await rotateClient(store, clientId, 0, BOB, NOON_MS)).toEqual(refused);
    expect(await setClientScopes(store, clientId, SCOPES, BOB, NOON_MS)).toEqual(refused);
  });

  test('report a new name with the previous one, and change nothing for the same name', async () => {
    const { clientId } = key.client;
    expect(valueOf(await renameClient(store, clientId, 'Shop', BOB, NOON_MS))).toEqual(key.client);
    expect(await lastLine()).toMatchObject({ what: 'client.created' });
    const renamed = { ...key.client, name: 'Store' };
    expect(valueOf(await renameClient(store, clientId, 'Store', BOB, NOON_MS))).toEqual(renamed);
    expect((await stored()).client).toEqual(renamed);
    expect(await proves(key.secret, NOON_MS)).toBe('valid');
    expect((await store.listAuditLines(accountId, 100)).find(({ what }) => what === 'client.renamed')).toMatchObject({
      who: 'bob',
      what: 'client.renamed',
      details: { client_id: clientId, name_before: 'Shop', name_after: 'Store' },
    });
  });

  test('create no key if the account changes five times meanwhile', async () => {
    let asked = 0;
    const busy = { ...contested(store, []), createClient: async () => (asked += 1) < 0 };
    const wanted = { accountId, kind: 'live', name: 'Shop', scopes: ['usage:read'] } as const;
    expect(await createClient(busy, wanted, ALICE, NOON_MS)).toEqual({
      ok: false,
      reason: { kind: 'changed_meanwhile' },
    });
    expect(asked).toBe(5);
  });

  test('decide a change again over a concurrent one, and lose nothing of it', async () => {
    const { clientId } = key.client;
    const narrow = () => setClientScopes(store, clientId, ['items:read'], ALICE, NOON_MS);
    const slow = contested(store, [narrow, narrow, narrow, narrow]);
    const next = valueOf(await rotateClient(slow, clientId, 0, BOB, NOON_MS));
    expect(next.client.scopes).toEqual(['items:read']);
    expect(await proves(next.secret, NOON_MS)).toBe('valid');
  });

  test('refuse a rotation if the key is revoked meanwhile', async () => {
    const { clientId } = key.client;
    const slow = contested(store, [() => revokeClient(store, clientId, ALICE, NOON_MS)]);
    expect(await rotateClient(slow, clientId, 0, BOB, NOON_MS)).toEqual({
      ok: false,
      reason: { kind: 'client_revoked' },
    });
  });

  test('give up after five concurrent changes, without a write', async () => {
    const { clientId } = key.client;
    const narrow = () => setClientScopes(store, clientId, ['items:read'], ALICE, NOON_MS);
    const slow = contested(store, [narrow, narrow, narrow, narrow, narrow]);
    const refused = { ok: false, reason: { kind: 'changed_meanwhile' } };
    expect(await rotateClient(slow, clientId, 0, BOB, NOON_MS)).toEqual(refused);
    expect(await proves(key.secret, NOON_MS)).toBe('valid');
  });
});
