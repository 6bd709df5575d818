/**
 * The contract of every store of accounts and keys. It runs against DynamoDB and against the in-memory store that
 * other tests use.
 */
import { describe, expect, test } from 'vitest';
import type {
  AdministrationStore,
  ClientWithSecrets,
} from '../../../../core/access/administration/administration-store.ts';
import type { AuditLine } from '../../../../core/billing/accounts/audit-line.ts';
import type { Account } from '../../../../core/billing/accounts/account.ts';
import { newAccountId, newClientId, type ClientIdentity } from '../../../../core/identifiers.ts';
import { callerIn, NOON_MS } from '../../../support/fixtures/callers.ts';

/** Casts a text to a kind, to read back exactly what was written. */
const audit = (what: string, atMs = NOON_MS) => ({
  who: 'test',
  what: what as AuditLine['what'],
  details: { cap: null, calls: 1 },
  atMs,
});

function newAccount(): Account {
  return { ...callerIn().account, accountId: newAccountId() };
}

function newKey(accountId: string, createdAtMs = NOON_MS): ClientWithSecrets {
  const client = { ...callerIn().client, accountId, clientId: newClientId('live', accountId), createdAtMs };
  return { client, secrets: [{ sha256: 'ab'.repeat(32), validUntilMs: null }] };
}

/** @param nameAssistant adds the name of an assistant to the key, as a request does */
export function administrationStoreContract(
  openStore: () => AdministrationStore,
  nameAssistant: (key: ClientIdentity, name: string) => Promise<boolean>,
): void {
  const opened = async () => {
    const store = openStore();
    const account = newAccount();
    expect(await store.createAccount(account, audit('account.created'))).toBe(true);
    return { store, account, accountId: account.accountId };
  };
  const linesOf = async (store: AdministrationStore, accountId: string) =>
    (await store.listAuditLines(accountId, 100)).map(({ what }) => what);

  describe('a store of accounts and keys', () => {
    test('reads back exactly the written values', async () => {
      const { store, account, accountId } = await opened();
      const key = newKey(accountId);
      expect(await store.createClient(key, audit('client.created'), 1)).toBe(true);
      expect((await store.readAccount(accountId))?.value).toEqual(account);
      expect((await store.readClient(key.client))?.value).toEqual(key);
      expect(await store.readAccount(newAccountId())).toBeUndefined();
      expect(await store.readClient(newKey(accountId).client)).toBeUndefined();
    });

    test('writes the budget of a new key with it, or neither', async () => {
      const { store, account, accountId } = await opened();
      const key = newKey(accountId);
      const made = { ...key, client: { ...key.client, number: '00' } };
      const budgets = new Map([['00', { every: 'day', tokens: 5, researchCents: null } as const]]);
      const budgeted = { budgets, audit: audit('budget.set') };
      expect(await store.createClient(made, audit('client.created'), 2, budgeted)).toBe(false);
      expect((await store.readAccount(accountId))?.value).toEqual(account);
      expect(await store.createClient(made, audit('client.created'), 1, budgeted)).toBe(true);
      expect((await store.readAccount(accountId))?.value).toEqual({ ...account, clientsNumbered: 1, budgets });
      const lines = (await linesOf(store, accountId)).filter((what) => what !== 'account.created');
      // Newest first, in every run: the budget belongs to the key.
      expect(lines).toEqual(['budget.set', 'client.created']);
    });

    test('assigns an id once: a second attempt changes nothing and writes no audit line', async () => {
      const { store, account, accountId } = await opened();
      const key = newKey(accountId);
      await store.createClient(key, audit('client.created', NOON_MS + 1), 1);
      expect(await store.createAccount({ ...account, name: 'Taker' }, audit('taken'))).toBe(false);
      const taken = { ...key, client: { ...key.client, name: 'Taker' } };
      expect(await store.createClient(taken, audit('taken'), 2)).toBe(false);
      expect((await store.readAccount(accountId))?.value.name).toBe(account.name);
      expect((await store.readClient(key.client))?.value.client.name).toBe(key.client.name);
      expect(await linesOf(store, accountId)).toEqual(['client.created', 'account.created']);
    });

    test('creates no key for an unknown account', async () => {
      const key = newKey(newAccountId());
      const store = openStore();
      expect(await store.createClient(key, audit('client.created'), 1)).toBe(false);
      expect(await store.readClient(key.client)).toBeUndefined();
      expect(await linesOf(store, key.client.accountId)).toEqual([]);
    });

    test('creates a key only over the state of the account that it was decided from: of two concurrent ones, one decides again', async () => {
      const { store, accountId } = await opened();
      const make = () => store.createClient(newKey(accountId), audit('client.created'), 1);
      expect((await Promise.all([make(), make()])).sort()).toEqual([false, true]);
      expect(await store.listClients(accountId)).toHaveLength(1);
      expect((await store.readAccount(accountId))?.revision).toBe(2);
    });

    test('changes an account only over the state that the change was decided from', async () => {
      const { store, account, accountId } = await opened();
      const revision = (await store.readAccount(accountId))?.revision ?? NaN;
      const change = (name: string) => store.changeAccount({ ...account, name }, revision, audit(name));
      expect((await Promise.all([change('one'), change('other')])).sort()).toEqual([false, true]);
      expect(await change('late')).toBe(false);
      expect(['one', 'other']).toContain((await store.readAccount(accountId))?.value.name);
      expect(await linesOf(store, accountId)).toHaveLength(2);
    });

    test('changes a key only over the state that the change was decided from, and keeps its assistants', async () => {
      const { store, accountId } = await opened();
      const key = newKey(accountId);
      await store.createClient(key, audit('client.created', NOON_MS + 1), 1);
      const revision = (await store.readClient(key.client))?.revision ?? NaN;
      expect(await nameAssistant(key.client, 'claude 1')).toBe(true);
      const changed = { client: { ...key.client, revokedAtMs: NOON_MS }, secrets: [] };
      expect(await store.changeClient(changed, revision, audit('client.revoked', NOON_MS + 2))).toBe(true);
      expect(await store.changeClient(key, revision, audit('late', NOON_MS + 3))).toBe(false);
      expect((await store.readClient(key.client))?.value).toEqual({
        client: { ...changed.client, assistantNames: new Set(['claude 1']) },
        secrets: [],
      });
      expect(await linesOf(store, accountId)).toEqual(['client.revoked', 'client.created', 'account.created']);
    });

    test('lists the keys of one account, oldest first', async () => {
      const { store, accountId } = await opened();
      const keys = [newKey(accountId, NOON_MS + 2), newKey(accountId, NOON_MS), newKey(accountId, NOON_MS + 1)];
      for (const [index, key] of keys.entries()) await store.createClient(key, audit('client.created'), index + 1);
      const listed = await store.listClients(accountId);
      expect(listed.map(({ createdAtMs }) => createdAtMs)).toEqual([NOON_MS, NOON_MS + 1, NOON_MS + 2]);
      expect(await store.listClients((await opened()).accountId)).toEqual([]);
    });

    test('keeps audit lines that belong to no account apart from those of accounts', async () => {
      const { store, accountId } = await opened();
      const line = { ...audit(`signing_key.rotated ${accountId}`), atMs: Date.UTC(2027, 0, 1) };
      await store.addStageLine(line);
      expect(await store.listStageLines(1)).toEqual([line]);
      expect((await store.listAuditLines(accountId, 100)).map(({ what }) => what)).not.toContain(line.what);
    });

    test('lists as many audit lines as requested, complete, newest first', async () => {
      const { store, account, accountId } = await opened();
      await store.changeAccount(account, 1, audit('account.set', NOON_MS + 1));
      await store.changeAccount(account, 2, audit('account.set', NOON_MS + 2));
      expect(await store.listAuditLines(accountId, 2)).toEqual([
        audit('account.set', NOON_MS + 2),
        audit('account.set', NOON_MS + 1),
      ]);
    });
  });
}
