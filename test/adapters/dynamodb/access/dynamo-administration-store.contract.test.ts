import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientKey } from '../../../../adapters/dynamodb/accounts-table/account-keys.ts';
import { DynamoAdministrationStore } from '../../../../adapters/dynamodb/access/dynamo-administration-store.ts';
import { DynamoAssistantStore } from '../../../../adapters/dynamodb/access/dynamo-assistant-store.ts';
import { DynamoClientStore } from '../../../../adapters/dynamodb/access/dynamo-client-store.ts';
import { accessTokenVerifier } from '../../../../core/access/auth/access-token.ts';
import { issueAccessToken } from '../../../../core/access/auth/issue-access-token.ts';
import {
  createClient,
  revokeClient,
  rotateClient,
  setClientScopes,
} from '../../../../core/access/administration/administer-clients.ts';
import { authenticateCaller } from '../../../../core/access/auth/authenticate-caller.ts';
import { readBearerCredential } from '../../../../core/access/auth/bearer-credential.ts';
import { hashClientSecret } from '../../../../core/access/auth/client-secret.ts';
import { SCOPES } from '../../../../core/billing/accounts/scopes.ts';
import { SigningKeys } from '../../../../core/access/auth/signing-keys.ts';
import { createAccount, setAccount } from '../../../../core/access/administration/administer-accounts.ts';
import { administrationStoreContract } from '../../../core/access/administration/administration-store-contract.ts';
import { NOON_MS, openAccount, OPERATOR, valueOf, type OpenedAccount } from '../../../support/fixtures/accounts.ts';
import { testClient } from '../../../support/stores/dynamodb-client.ts';
import { injectFaults } from '../../../support/stores/faulty-client.ts';
import { FakeSigningSecret } from '../../../support/fixtures/signing-keys.ts';
import { openTables, type OpenTables } from '../../../support/stores/tables.ts';

const BASE_URL = 'https://mcp.example.com';

describe('accounts and keys in DynamoDB', () => {
  let tables: OpenTables;
  let client: ReturnType<typeof testClient>;
  let store: DynamoAdministrationStore;
  let clients: DynamoClientStore;
  const signingKeys = new SigningKeys(new FakeSigningSecret());
  const tokens = accessTokenVerifier(signingKeys, BASE_URL);

  beforeAll(async () => {
    tables = await openTables();
    client = testClient(tables.endpoint);
    store = new DynamoAdministrationStore(client, tables.accountsTable);
    clients = new DynamoClientStore(client, tables.accountsTable);
  });
  afterAll(async () => tables.stop());

  const open = () => openAccount(client, tables.accountsTable);
  const authenticate = async (authorization: string, nowMs = NOON_MS) =>
    authenticateCaller(valueOf(readBearerCredential(`Bearer ${authorization}`)), { clients, tokens }, nowMs);
  const auditOf = async ({ account }: OpenedAccount) => store.listAuditLines(account.accountId, 100);

  administrationStoreContract(
    () => store,
    ({ accountId, clientId }, name) =>
      new DynamoAssistantStore(client, tables.accountsTable).addName({ accountId, clientId, name }, 20),
  );

  test('are read back as created, and the table contains no secret', async () => {
    const opened = await open();
    const caller = valueOf(await authenticate(`${opened.client.clientId}:${opened.secret}`));
    expect(caller.account).toEqual({ ...opened.account, clientsNumbered: 1 });
    expect(caller.client).toEqual(opened.client);
    const { Item } = await client.send(
      new GetCommand({ TableName: tables.accountsTable, Key: { ...clientKey(opened.client) } }),
    );
    const { assistants: _none, ...row } = { assistants: undefined, ...Item };
    expect(JSON.stringify(row)).not.toContain(opened.secret);
    expect(JSON.stringify(row)).toContain(hashClientSecret(opened.secret));
  });

  test('need an account for every key', async () => {
    const wanted = { accountId: 'acc_nobodyhere', kind: 'live', name: 'x', scopes: [] } as const;
    const refused = await createClient(store, wanted, OPERATOR, NOON_MS);
    expect(refused).toEqual({ ok: false, reason: { kind: 'unknown_account' } });
    expect(await store.listAuditLines('acc_nobodyhere', 10)).toEqual([]);
  });

  test('apply a revocation on the next request: 100 times of 100, by secret and by token', async () => {
    const { accountId } = (await open()).client;
    const wanted = { accountId, kind: 'live', name: 'One of many', scopes: SCOPES } as const;
    for (let time = 0; time < 100; time += 1) {
      const key = valueOf(await createClient(store, wanted, OPERATOR, NOON_MS));
      const token = await issueAccessToken(
        signingKeys,
        BASE_URL,
        { identity: key.client, scopes: key.client.scopes },
        NOON_MS,
      );
      const credentials = [`${key.client.clientId}:${key.secret}`, token];
      for (const credential of credentials) expect((await authenticate(credential)).ok).toBe(true);
      valueOf(await revokeClient(store, key.client.clientId, OPERATOR, NOON_MS));
      for (const credential of credentials) {
        expect(await authenticate(credential)).toMatchObject({ ok: false, reason: { cause: 'revoked_client' } });
      }
    }
  });

  test('stop access tokens on the next request after suspension or removal of the scopes', async () => {
    const key = await open();
    const token = await issueAccessToken(
      signingKeys,
      BASE_URL,
      { identity: key.client, scopes: key.client.scopes },
      NOON_MS,
    );
    valueOf(await setClientScopes(store, key.client.clientId, ['usage:read'], OPERATOR, NOON_MS));
    expect([...valueOf(await authenticate(token)).scopes]).toEqual(['usage:read']);
    valueOf(await setAccount(store, key.account.accountId, { status: 'suspended' }, OPERATOR, NOON_MS));
    expect(await authenticate(token)).toEqual({
      ok: false,
      reason: { kind: 'account_not_active', status: 'suspended' },
    });
    valueOf(await setAccount(store, key.account.accountId, { status: 'active' }, OPERATOR, NOON_MS));
    expect((await authenticate(token)).ok).toBe(true);
  });

  test('keep the old secret for its overlap after a rotation; a second one meanwhile must be without overlap', async () => {
    const key = await open();
    const { clientId } = key.client;
    const second = valueOf(await rotateClient(store, clientId, 60_000, OPERATOR, NOON_MS));
    const worksAt = async (secret: string, nowMs: number) => (await authenticate(`${clientId}:${secret}`, nowMs)).ok;
    expect([await worksAt(key.secret, NOON_MS + 59_999), await worksAt(second.secret, NOON_MS)]).toEqual([true, true]);
    expect(await worksAt(key.secret, NOON_MS + 60_000)).toBe(false);
    expect(await rotateClient(store, clientId, 60_000, OPERATOR, NOON_MS + 1)).toEqual({
      ok: false,
      reason: { kind: 'rotation_running', untilMs: NOON_MS + 60_000 },
    });
    const third = valueOf(await rotateClient(store, clientId, 0, OPERATOR, NOON_MS + 1));
    const secrets = [key.secret, second.secret, third.secret];
    expect(await Promise.all(secrets.map((secret) => worksAt(secret, NOON_MS + 1)))).toEqual([false, false, true]);
  });

  test('leave a revoked key unchanged, with its revocation time', async () => {
    const { client: key } = await open();
    valueOf(await revokeClient(store, key.clientId, OPERATOR, NOON_MS));
    const refused = { ok: false, reason: { kind: 'client_revoked' } };
    expect(await rotateClient(store, key.clientId, 0, OPERATOR, NOON_MS)).toEqual(refused);
    expect(await setClientScopes(store, key.clientId, [], OPERATOR, NOON_MS)).toEqual(refused);
    expect(valueOf(await revokeClient(store, key.clientId, OPERATOR, NOON_MS + 5)).revokedAtMs).toBe(NOON_MS);
  });

  test('record every change in one audit line with actor, change and time, without a secret', async () => {
    const key = await open();
    const { clientId, accountId } = key.client;
    const who = { who: 'alice' };
    const rotated = valueOf(await rotateClient(store, clientId, 1000, who, NOON_MS + 1));
    valueOf(await setClientScopes(store, clientId, ['items:read'], who, NOON_MS + 2));
    valueOf(await setAccount(store, accountId, { planCode: 'scale', spendingCapCents: 700 }, who, NOON_MS + 3));
    valueOf(await revokeClient(store, clientId, who, NOON_MS + 4));
    valueOf(await revokeClient(store, clientId, who, NOON_MS + 5));
    const lines = await auditOf(key);
    expect(lines.map(({ what, who: by, atMs }) => [what, by, atMs - NOON_MS])).toEqual([
      ['client.revoked', 'alice', 4],
      ['account.set', 'alice', 3],
      ['client.scopes_set', 'alice', 2],
      ['client.rotated', 'alice', 1],
      [expect.stringMatching(/created$/), 'test', 0],
      [expect.stringMatching(/created$/), 'test', 0],
    ]);
    expect(lines[1]?.details).toMatchObject({ plan_after: 'scale', spending_cap_cents_after: 700 });
    expect(lines[2]?.details).toMatchObject({ client_id: clientId, scopes_after: 'items:read' });
    expect(JSON.stringify(lines)).not.toContain(rotated.secret);
    expect(JSON.stringify(lines)).not.toContain(hashClientSecret(rotated.secret));
  });

  test('write a change and its audit line together or not at all', async () => {
    const key = await open();
    const dying = testClient(tables.endpoint);
    injectFaults(({ operation }) => (operation === 'TransactWriteItems' ? 'crash' : undefined), dying);
    const broken = new DynamoAdministrationStore(dying, tables.accountsTable);
    await expect(revokeClient(broken, key.client.clientId, OPERATOR, NOON_MS)).rejects.toThrow('died');
    expect((await authenticate(`${key.client.clientId}:${key.secret}`)).ok).toBe(true);
    expect((await auditOf(key)).filter(({ what }) => what === 'client.revoked')).toEqual([]);
  });

  test('apply concurrent changes one after another, and keep the assistants’ names', async () => {
    const key = await open();
    const { clientId, accountId } = key.client;
    const assistants = new DynamoAssistantStore(client, tables.accountsTable);
    const results = await Promise.all([
      setClientScopes(store, clientId, ['items:read'], OPERATOR, NOON_MS),
      rotateClient(store, clientId, 1000, OPERATOR, NOON_MS),
      revokeClient(store, clientId, OPERATOR, NOON_MS),
      assistants.addName({ accountId, clientId, name: 'claude 1' }, 20),
    ]);
    expect(results[2]).toMatchObject({ ok: true });
    const [stored] = await store.listClients(accountId);
    expect(stored?.revokedAtMs).toBe(NOON_MS);
    expect([...(stored?.assistantNames ?? [])]).toEqual(['claude 1']);
  });

  test('derive plans, states and terms from the change', async () => {
    const account = valueOf(await createAccount(store, { name: 'Trial' }, OPERATOR, Date.UTC(2026, 0, 31)));
    expect(account).toMatchObject({ billingState: 'no_active_plan', anchorDay: 28, terms: { code: 'none' } });
    const { accountId } = account;
    const set = async (changes: Parameters<typeof setAccount>[2]) =>
      setAccount(store, accountId, changes, OPERATOR, NOON_MS);
    expect(valueOf(await set({ planCode: 'starter' }))).toMatchObject({
      billingState: 'active',
      terms: { code: 'starter' },
    });
    expect(valueOf(await set({ billingState: 'past_due' }))).toMatchObject({ terms: { code: 'starter' } });
    expect(valueOf(await set({ terms: { batchSize: 3 } }))).toMatchObject({
      billingState: 'past_due',
      terms: { batchSize: 3 },
    });
    expect(valueOf(await set({ planCode: null }))).toMatchObject({ billingState: 'no_active_plan' });
    expect(await set({ planCode: 'gold' })).toEqual({ ok: false, reason: { kind: 'unknown_plan' } });
    for (const [changes, field] of [
      [{ spendingCapCents: -1 }, 'spendingCapCents'],
      [{ spendingCapCents: 1.5 }, 'spendingCapCents'],
      [{ terms: { batchSize: 51 } }, 'batchSize'],
      [{ trialAllowanceItems: NaN }, 'trialAllowanceItems'],
      [{ terms: { overagePriceNanoUsdPerToken: 1e9, tokensIncluded: 1e12 } }, 'includedValue'],
    ] as const) {
      expect(await set(changes)).toEqual({ ok: false, reason: { kind: 'value_out_of_range', field } });
    }
    expect(await setAccount(store, 'acc_nobodyhere', {}, OPERATOR, NOON_MS)).toEqual({
      ok: false,
      reason: { kind: 'unknown_account' },
    });
  });
});
