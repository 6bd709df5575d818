/**
 * The contract of every store of sign-ins. It runs against DynamoDB and against the in-memory store that other tests
 * use.
 */
import { describe, expect, test } from 'vitest';
import type { AdministrationStore } from '../../../../core/access/administration/administration-store.ts';
import { revokeClient } from '../../../../core/access/administration/administer-clients.ts';
import { newClientId, type ClientIdentity } from '../../../../core/identifiers.ts';
import type { AssistantClient, AssistantSignInStore } from '../../../../core/access/oauth/assistant-sign-in-store.ts';
import { beginChain } from '../../../../core/access/oauth/assistant-sign-in.ts';
import { NOON_MS } from '../../../support/fixtures/callers.ts';
import { valueOf } from '../../../support/fixtures/value-of.ts';

interface OpenSignIns {
  readonly signIns: AssistantSignInStore;
  readonly administration: AdministrationStore;
  /** Creates a member in a new account. */
  readonly accountId: string;
  readonly personId: string;
  /** Removes the member from the account. */
  leave(): Promise<unknown>;
  /** Creates a key of the account. */
  readonly key: ClientIdentity;
}

const OPERATOR = { who: 'test' };
const CODE = {
  sha256: 'ab'.repeat(32),
  redirectUri: 'https://assistant.example/callback',
  codeChallenge: 'x'.repeat(43),
  validUntilMs: NOON_MS + 60_000,
};

export function signInStoreContract(open: () => Promise<OpenSignIns>): void {
  const signIn = async () => {
    const opened = await open();
    const { signIns, administration, accountId, personId } = opened;
    const client: AssistantClient = {
      clientId: newClientId('live', accountId),
      kind: 'live',
      accountId,
      name: 'Desk Assistant',
      scopes: ['items:read'],
      createdAtMs: NOON_MS,
      revokedAtMs: null,
      assistantNames: new Set(),
      signIn: { personId, oauthClientId: 'https://assistant.example/client.json', tokenAtMs: null },
    };
    const audit = {
      who: personId,
      what: 'client.created' as const,
      details: { client_id: client.clientId },
      atMs: NOON_MS,
    };
    const revision = (await administration.readAccount(accountId))?.revision ?? 0;
    const write = (ofRevision = revision) => signIns.createSignIn(client, CODE, audit, ofRevision);
    return { ...opened, client, revision, write };
  };
  const written = async () => {
    const made = await signIn();
    expect(await made.write()).toBe(true);
    const { chain } = beginChain(made.client.clientId, NOON_MS + 5);
    const redeem = (sha256 = CODE.sha256) => made.signIns.redeemCode(made.client, sha256, chain, NOON_MS + 7);
    const revoke = async () =>
      valueOf(await revokeClient(made.administration, made.client.clientId, OPERATOR, NOON_MS));
    return { ...made, chain, redeem, revoke };
  };

  describe('a store of assistant sign-ins', () => {
    test('reads back the written values, over the account that was read', async () => {
      const { signIns, administration, accountId, client, revision, write } = await signIn();
      expect(await write(revision - 1)).toBe(false);
      expect(await signIns.readSignIn(client)).toBeUndefined();
      expect(await write()).toBe(true);
      const account = await administration.readAccount(accountId);
      expect(account?.revision).toBe(revision + 1);
      expect(await signIns.readSignIn(client)).toEqual({
        account: account?.value,
        client,
        isMember: true,
        code: { ...CODE, usedAtMs: null },
        chain: undefined,
      });
      const lines = await administration.listAuditLines(accountId, 100);
      expect(lines.filter(({ details }) => details['client_id'] === client.clientId)).toHaveLength(1);
    });

    test('returns nothing for a key or an unknown sign-in', async () => {
      const { signIns, key, accountId } = await open();
      expect(await signIns.readSignIn(key)).toBeUndefined();
      const clientId = newClientId('live', accountId);
      expect(await signIns.readSignIn({ clientId, kind: 'live', accountId })).toBeUndefined();
    });

    test('reports that the member has left the account', async () => {
      const { signIns, client, leave } = await written();
      await leave();
      expect(await signIns.readSignIn(client)).toMatchObject({ isMember: false });
    });

    test('redeems a code once, and starts the token chain with it', async () => {
      const { signIns, administration, client, chain, redeem } = await written();
      const before = await administration.readClient(client);
      expect(await redeem('cd'.repeat(32))).toBe(false);
      expect(await redeem()).toBe(true);
      expect(await signIns.readSignIn(client)).toMatchObject({
        client: { signIn: { tokenAtMs: NOON_MS + 5 } },
        code: { ...CODE, usedAtMs: NOON_MS + 7 },
        chain,
      });
      const other = beginChain(client.clientId, NOON_MS).chain;
      expect(await signIns.redeemCode(client, CODE.sha256, other, NOON_MS + 9)).toBe(false);
      expect((await signIns.readSignIn(client))?.chain).toEqual(chain);
      expect((await administration.readClient(client))?.revision).toBe(before?.revision);
    });

    test('replaces only the chain that was read', async () => {
      const { signIns, client, chain, redeem } = await written();
      await redeem();
      const [second, third] = [10, 20].map((later) => beginChain(client.clientId, NOON_MS + later).chain);
      if (second === undefined || third === undefined) throw new Error('There are two');
      expect(await signIns.rotate(client, chain, second)).toBe(true);
      expect(await signIns.rotate(client, chain, third)).toBe(false);
      expect(await signIns.readSignIn(client)).toMatchObject({ client: { signIn: { tokenAtMs: NOON_MS + 10 } }, chain: second }); // prettier-ignore
    });

    test('accepts a repeated write whose response was lost', async () => {
      const { signIns, client, chain, redeem } = await written();
      expect([await redeem(), await redeem()]).toEqual([true, true]);
      const next = beginChain(client.clientId, NOON_MS + 10).chain;
      const rotate = () => signIns.rotate(client, chain, next);
      expect([await rotate(), await rotate()]).toEqual([true, true]);
    });

    test('gives a revoked sign-in neither its first chain nor the next one', async () => {
      const unspent = await written();
      await unspent.revoke();
      expect(await unspent.redeem()).toBe(false);
      const { signIns, client, chain, redeem, revoke } = await written();
      await redeem();
      await revoke();
      expect(await signIns.rotate(client, chain, beginChain(client.clientId, NOON_MS + 10).chain)).toBe(false);
      expect((await signIns.readSignIn(client))?.client.revokedAtMs).toBe(NOON_MS);
    });
  });
}
